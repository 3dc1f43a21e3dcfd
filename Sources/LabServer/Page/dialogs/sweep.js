// One setting over a range of values, measured by a bench, whose report opens in a tab of its own.

import { h, uniqueId } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { decimal } from '/format.js'
import { tell } from '/notices.js'

let shown = null
/// How often something was told of a sweep.
let told = 0

/// Whether a setting has values that can be stepped through.
export const canSweep = ({ kind }) => ['integer', 'decimal', 'pixels', 'bytes', 'duration', 'choice', 'boolean'].includes(kind.name)

/// Values to begin with, in the grammar of imgtune bench.
function suggestion(setting, value) {
  const { kind, minimum, maximum, step } = setting
  if (kind.choices?.length) return kind.choices.map((choice) => choice.value).join(',')
  if (kind.jsonType === 'integer' || kind.jsonType === 'number') {
    const isWhole = kind.jsonType === 'integer'
    if (Number.isFinite(maximum - minimum) && maximum - minimum <= 1000) {
      if (isWhole && maximum - minimum <= 12) return `${minimum}..${maximum}`
      const least = minimum === 0 && !isWhole ? (step ? step * 2 : (maximum - minimum) / 10) : minimum
      return step ? `${decimal(least)}..${decimal(maximum)}:${decimal(step * 2)}` : `${decimal(least)}..${decimal(maximum)}/8`
    }
    const center = typeof value === 'number' ? value : 1600
    return [0.25, 0.5, 1, 2].map((factor) => (isWhole ? Math.max(1, Math.round(center * factor)) : center * factor)).join(',')
  }
  return ''
}

export function showSweep(api, store, setting, picture) {
  const id = uniqueId('sweep')
  const all = uniqueId('all')
  const one = uniqueId('one')
  const name = uniqueId('scope')
  const input = h('input', { class: 'field wide', id, type: 'text', autocomplete: 'off', spellcheck: 'false', value: suggestion(setting, store.states.get(setting.key)?.value) })
  const problem = h('p', { class: 'problem', role: 'alert' })
  const bar = h('progress', { max: '1', value: '0', hidden: true, 'aria-label': 'Progress' })
  const said = h('p', { role: 'status' })
  const onlyThis = h('input', { type: 'radio', name, id: one, checked: !picture.upload, disabled: picture.upload })
  const everything = h('input', { type: 'radio', name, id: all, checked: picture.upload })
  const begin = async () => {
    problem.textContent = ''
    try {
      const before = told
      const sweep = await api.send('POST', '/api/sweeps', { key: setting.key, values: input.value, ...(onlyThis.checked ? { picture: picture.id } : {}) })
      // Events may have come before the answer, and they tell more.
      if (told === before) takeSweep(sweep)
    } catch (error) {
      problem.textContent = error.message
    }
    return false
  }
  const { dialog } = openDialog(`Sweep ${setting.title}`, [
    h('label', { for: id, text: 'Values, such as 0.5..0.9:0.1, 1..9/5 or a,b,c:' }), input, problem,
    h('div', { class: 'save-place' }, onlyThis, h('label', { for: one, text: ` ${picture.name}` })),
    h('div', { class: 'save-place' }, everything, h('label', { for: all, text: ' Every picture of the folder' })),
    bar, said,
  ], [['Close'], ['Cancel the sweep', async () => { await api.send('DELETE', '/api/sweeps').catch(() => {}); return false }], ['Measure', begin, 'main']],
  { onClose: () => { shown = null } })
  const [, cancel, start] = dialog.querySelectorAll('.dialog-foot .button')
  cancel.hidden = true
  const show = (sweep) => {
    cancel.hidden = sweep.over
    start.disabled = !sweep.over
    bar.hidden = false
    bar.max = Math.max(1, sweep.total)
    bar.value = sweep.over && sweep.report ? sweep.total : sweep.done
    if (!sweep.over) said.textContent = `Measuring: ${sweep.done} of ${sweep.total}`
    else if (sweep.report) {
      said.replaceChildren('Measured. ', h('a', { class: 'button main', href: sweep.report, target: '_blank', rel: 'noopener', text: 'Open the report' }), sweep.note ? ` ${sweep.note}` : '')
    } else said.textContent = sweep.cancelled ? 'Cancelled.' : sweep.note ?? 'It did not work.'
  }
  shown = { show, isUnderWay: () => start.disabled }
}

/// Takes in how far a sweep has come.
export function takeSweep(sweep) {
  told += 1
  if (shown) shown.show(sweep)
  else if (sweep.over && sweep.report) tell(`The sweep of ${sweep.key} is measured`)
}

/// Brings a dialog up to date whose sweep may have ended while nobody looked.
export async function catchUpSweep(api) {
  if (!shown?.isUnderWay()) return
  const sweep = await api.get('/api/sweeps').catch(() => undefined)
  if (sweep === undefined || !shown?.isUnderWay()) return
  takeSweep(sweep ?? { over: true, done: 0, total: 1, note: 'The server was started anew; the sweep is lost.' })
}
