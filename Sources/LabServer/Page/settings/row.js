// One setting: its title, its control, what it does, where its value comes from, and what is wrong with it.

import { makeControl } from '/controls/registry.js'
import { conditionText } from '/settings/conditions.js'
import { originTable } from '/settings/origin.js'
import { button, h, icon, uniqueId } from '/dom.js'

export function makeRow(setting, api, store) {
  const label = uniqueId('label')
  const about = uniqueId('about')
  const wrong = uniqueId('wrong')
  let state = store.states.get(setting.key)

  const control = makeControl(setting, {
    labelledBy: label, describedBy: `${about} ${wrong}`,
    preview: (value) => store.preview(setting.key, value),
    commit: (value) => store.commit(setting.key, value),
    abandon: () => store.abandon(setting.key),
    allowed: () => state?.allowedChoices,
  })
  const reset = button(`Reset ${setting.title}`, 'reset', () => store.reset([setting.key]), { className: 'quiet small reset' })
  const dot = h('span', { class: 'dot', title: 'Edited in this session' }, h('span', { class: 'sr', text: 'edited' }))
  const origin = h('button', {
    type: 'button', class: 'origin', 'aria-expanded': 'false', on: { click: () => toggleDetails() },
  })
  const inactive = h('p', { class: 'inactive' })
  const problem = h('p', { class: 'problem', id: wrong, role: 'alert' })
  const whence = h('div')
  const details = h('div', { class: 'details', hidden: true }, whence)
  const isBig = ['list', 'record'].includes(setting.kind.name)
  const title = h('label', { class: 'row-title', id: label }, setting.icon ? icon(setting.icon) : null, h('span', { text: setting.title }))
  if (control.focus?.id === '') control.focus.id = uniqueId('control')
  if (control.focus?.matches('input, select, textarea')) title.htmlFor = control.focus.id
  title.addEventListener('click', () => { if (!title.htmlFor) control.focus?.focus() })

  const element = h('div', { class: `row ${isBig ? 'big' : ''}`, data: { key: setting.key, kind: setting.kind.name }, role: 'group', 'aria-labelledby': label },
    h('div', { class: 'row-head' }, title, dot, reset, h('span', { class: 'space' }), origin),
    h('div', { class: 'row-control' }, control.element),
    problem, inactive,
    h('p', { class: 'explanation', id: about, text: setting.explanation }), details)

  async function toggleDetails() {
    const isOpen = details.hidden
    origin.setAttribute('aria-expanded', String(isOpen))
    details.hidden = !isOpen
    if (!isOpen) return
    if (details.childElementCount === 1) {
      const names = [setting.key, setting.flag, setting.environment].filter(Boolean)
      details.append(
        h('p', { class: 'names' }, names.map((name) => h('code', { text: name }))),
        h('div', { class: 'row-actions' }, (element.actions ?? []).map((make) => make(setting))))
    }
    await tellWhence()
  }

  async function tellWhence() {
    const query = store.picture ? `&picture=${encodeURIComponent(store.picture)}` : ''
    const explanation = await api.get(`/api/explain?key=${encodeURIComponent(setting.key)}${query}`).catch(() => null)
    whence.replaceChildren(
      explanation ? originTable(explanation) : h('p', { class: 'soft', text: 'It cannot be told at the moment.' }))
  }

  function showProblems(problems) {
    const sentence = problems.map(({ problem, hint }) => problem.replace(`${setting.key} = `, '') + (hint ? `; ${hint}` : '')).join(' ')
    problem.textContent = sentence
    element.classList.toggle('has-problem', problems.length > 0)
    control.mark?.(problems.length > 0)
  }

  function show(next) {
    state = next
    element.hidden = !state.visible
    element.classList.toggle('off', !state.enabled)
    element.classList.toggle('modified', state.modified)
    element.classList.toggle('draft', store.drafts.has(setting.key))
    dot.hidden = !state.modified
    // What is hidden while it has the focus drops it.
    if (!state.modified && document.activeElement === reset) control.focus?.focus()
    reset.hidden = !state.modified
    origin.textContent = originText(state)
    origin.title = 'Where the value comes from'
    inactive.textContent = state.enabled || !setting.enabledWhen ? '' : `No effect now: needs ${conditionText(setting.enabledWhen, store.schema)}`
    if (!store.drafts.has(setting.key)) {
      control.show(state.value, state.text)
      showProblems(state.problems ?? [])
    }
    if (!details.hidden) tellWhence()
  }

  store.addEventListener('check', ({ detail }) => { if (detail.key === setting.key) showProblems(detail.problems) })
  store.addEventListener('draft', ({ detail }) => { if (detail.key === setting.key) element.classList.toggle('draft', store.drafts.has(setting.key)) })

  const words = [setting.key, setting.title, setting.explanation, setting.flag, setting.environment,
    ...(setting.kind.choices ?? []).map(({ title }) => title)].join(' ').toLowerCase()
  return { element, setting, show, matches: (query) => query.split(/\s+/).every((word) => words.includes(word)), get state() { return state } }
}

function originText(state) {
  const { layer, place, preset } = state.origin
  const names = { default: 'default', live: 'this session', suggestion: 'suggested' }
  return (names[layer] ?? place ?? layer) + (preset ? `, preset ${preset}` : '')
}
