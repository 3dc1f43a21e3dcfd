// The settings in force on every picture, with how far it has come.

import { h } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { bytes, milliseconds, saved } from '/format.js'

let shown = null

export async function showRun(api, run, took) {
  const folder = api.session.runs.outputFolder
  const bar = h('progress', { max: '1', value: '0', 'aria-label': 'Progress' })
  const total = h('p', { role: 'status' })
  const table = h('tbody')
  const problem = h('p', { class: 'problem', role: 'alert' })
  const begin = async () => {
    problem.textContent = ''
    try {
      took(await api.send('POST', '/api/runs'))
    } catch (error) {
      problem.textContent = error.message
    }
    return false
  }
  const { dialog } = openDialog('Run on all', [
    h('p', { class: 'soft', text: folder
      ? `Every picture is compressed with the settings in force and written to ${folder}.`
      : 'Every picture is compressed with the settings in force. Nothing is written: imgtune lab was started without -o.' }),
    problem, bar, total,
    h('div', { class: 'scroll', tabindex: '0' }, h('table', { class: 'table' },
      h('thead', {}, h('tr', {}, h('th', { scope: 'col', text: 'Picture' }), ...['Before', 'After', 'Saved', 'Time'].map((text) => h('th', { scope: 'col', class: 'number', text })))), table)),
  ], [['Close'], ['Cancel the run', async () => { await api.send('DELETE', '/api/runs').catch(() => {}); return false }], ['Run', begin, 'main']],
  { onClose: () => { shown = null } })
  const [, cancel, start] = dialog.querySelectorAll('.dialog-foot .button')
  shown = (run) => {
    const isRunning = run && !run.over
    cancel.hidden = !isRunning
    start.hidden = isRunning
    bar.hidden = !run
    if (!run) {
      // A server that was started anew knows of none.
      total.textContent = ''
      return table.replaceChildren()
    }
    bar.max = Math.max(1, run.total)
    bar.value = run.done
    const state = !run.over ? `${run.done} of ${run.total}` : run.cancelled ? `Cancelled after ${run.done} of ${run.total}` : `${run.done} done`
    const size = run.outputBytes > 0 ? `: ${bytes(run.inputBytes)} → ${bytes(run.outputBytes)}, ${saved(run.inputBytes, run.outputBytes)}` : ''
    total.textContent = `${state}${size}${run.failed > 0 ? `; ${run.failed} failed` : ''}`
    if (table.children.length > run.results.length) table.replaceChildren()
    for (const result of run.results.slice(table.children.length)) table.append(row(result))
  }
  shown(run)
}

function row(result) {
  const cell = (text) => h('td', { class: 'number', text })
  return h('tr', {}, h('td', { text: result.name }), ...(result.outputBytes === undefined
    ? [h('td', { class: 'problem', colspan: '4', text: result.reason ?? '' })]
    : [cell(bytes(result.inputBytes)), cell(bytes(result.outputBytes)), cell(saved(result.inputBytes, result.outputBytes).replace('saved ', '')), cell(milliseconds(result.elapsedMilliseconds))]))
}

/// Takes in how far a run has come.
export function takeRun(run) { shown?.(run) }
