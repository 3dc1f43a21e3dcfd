// A list of anything: elements are added, removed and moved; each is edited by the control of its own kind.

import { makeControl, registerKind } from '/controls/registry.js'
import { button, h, uniqueId } from '/dom.js'

/// A value as a list holds it: numbers are no texts there.
function jsonOf(value, kind) {
  if ('json' in value) return value.json
  if (value.text === '' && kind.optional) return null
  const number = Number(value.text)
  return ['integer', 'number'].includes(kind.jsonType) && value.text.trim() !== '' && Number.isFinite(number)
    ? number : value.text
}

/// What a new element begins as.
function fresh(kind, allowed) {
  if (kind.optional) return null
  switch (kind.jsonType) {
    case 'boolean': return false
    case 'integer': case 'number': return kind.lowest ?? 0
    case 'array': return []
    case 'object': return {}
    default:
      if (kind.choices?.length) return (kind.choices.find(({ value }) => allowed?.includes(value)) ?? kind.choices[0]).value
      return { color: '#000000', date: new Date().toISOString().slice(0, 10) }[kind.name] ?? ''
  }
}

registerKind('list', (subject, hooks) => {
  const kind = subject.kind.element
  const isRecord = kind.jsonType === 'object'
  const list = h('ol', { class: `list ${isRecord ? 'records' : ''}`, 'aria-labelledby': hooks.labelledBy })
  const empty = h('p', { class: 'soft list-empty', text: 'Nothing in the list.' })
  let values = []
  let controls = []
  let isOn = true
  let shown = ''

  const change = (next, focus) => {
    values = next
    hooks.commit({ json: values })
    build()
    if (focus) list.children[focus.row]?.querySelector(focus.selector)?.focus()
  }
  const replaced = (index, value) => values.map((old, at) => (at === index ? jsonOf(value, kind) : old))
  const move = (from, to) => {
    const next = [...values]
    next.splice(to, 0, ...next.splice(from, 1))
    change(next, { row: to, selector: to < from ? '.move-up' : '.move-down' })
  }

  function row(value, index) {
    const title = h('span', { class: 'list-title', id: uniqueId('element'), text: `${subject.title}, ${index + 1}` })
    const control = makeControl({ ...subject, title: `${subject.title} ${index + 1}`, kind, control: undefined }, {
      labelledBy: title.id, describedBy: hooks.describedBy, allowed: hooks.allowed,
      preview: (value) => hooks.preview({ json: replaced(index, value) }),
      commit: (value) => { values = replaced(index, value); hooks.commit({ json: values }) },
      abandon: () => hooks.abandon(),
    })
    control.show(value)
    controls.push(control)
    const up = button(`Move ${index + 1} up`, 'up', () => move(index, index - 1), { className: 'quiet small move-up' })
    const down = button(`Move ${index + 1} down`, 'down', () => move(index, index + 1), { className: 'quiet small move-down' })
    const remove = button(`Remove ${index + 1}`, 'trash',
      () => change(values.filter((_, at) => at !== index), { row: Math.max(0, index - 1), selector: '.remove' }),
      { className: 'quiet small remove' })
    up.disabled = index === 0 || !isOn
    down.disabled = index === values.length - 1 || !isOn
    remove.disabled = !isOn
    control.enable?.(isOn)
    title.classList.toggle('sr', !isRecord)
    const tools = h('span', { class: 'list-tools' }, up, down, remove)
    return isRecord
      ? h('li', {}, h('div', { class: 'list-head' }, title, tools), control.element)
      : h('li', {}, title, control.element, tools)
  }

  function build() {
    controls = []
    list.replaceChildren(...values.map(row))
    empty.hidden = values.length > 0
  }

  const add = button(isRecord ? 'Add an entry' : 'Add', 'plus', () => {
    change([...values, fresh(kind, hooks.allowed?.())], { row: values.length, selector: 'input, select, textarea, output' })
  }, { shown: true, className: 'small add' })

  return {
    element: h('div', { class: 'list-control' }, list, empty, add), focus: add,
    show(json) {
      const text = JSON.stringify(json)
      // What was just committed from here stands here already, focus and all.
      if (text === shown && text === JSON.stringify(values)) return
      const isSame = text === JSON.stringify(values) && controls.length === values.length
      shown = text
      values = json ?? []
      if (isSame) values.forEach((value, index) => controls[index].show(value))
      else if (!list.contains(document.activeElement) || controls.length !== values.length) build()
      else values.forEach((value, index) => controls[index].show(value))
    },
    value: () => ({ json: values }),
    enable(isEnabled) {
      if (isOn === isEnabled) return
      isOn = isEnabled
      add.disabled = !isEnabled
      build()
    },
    mark: (isWrong) => list.classList.toggle('wrong', isWrong),
  }
})
