// One of a few: buttons side by side where they are few and short, a menu otherwise.

import { registerControl, registerKind } from '/controls/registry.js'
import { h, uniqueId } from '/dom.js'

const unset = ''

export function choice(subject, hooks, toValue = (text) => ({ json: text })) {
  const choices = subject.kind.choices ?? []
  const letters = choices.reduce((sum, { title }) => sum + title.length, 0)
  const fits = choices.length <= 4 && letters <= 26 && !subject.kind.optional
  const asSegments = subject.control === 'segments' || (subject.control !== 'menu' && fits)
  return asSegments ? segments(subject, hooks, choices, toValue) : menu(subject, hooks, choices, toValue)
}

function menu(subject, hooks, choices, toValue) {
  const select = h('select', {
    class: 'field wide', 'aria-labelledby': hooks.labelledBy, 'aria-describedby': hooks.describedBy,
    on: { change: () => hooks.commit(select.value === unset ? { json: null } : toValue(select.value)) },
  })
  if (subject.kind.optional) select.append(h('option', { value: unset, text: 'not set' }))
  for (const { value, title } of choices) select.append(h('option', { value, text: title }))
  return {
    element: select, focus: select,
    show(json) {
      select.value = json === null ? unset : String(json)
      for (const option of select.options) option.disabled = !isAllowed(hooks, option.value)
    },
    value: () => (select.value === unset ? { json: null } : toValue(select.value)),
    enable: (isEnabled) => { select.disabled = !isEnabled },
    mark: (isWrong) => select.setAttribute('aria-invalid', String(isWrong)),
  }
}

function segments(subject, hooks, choices, toValue) {
  const name = uniqueId('choice')
  const inputs = choices.map(({ value, title }) => h('input', {
    type: 'radio', name, value, id: uniqueId('segment'), 'aria-label': title,
    on: { change: () => hooks.commit(toValue(value)) },
  }))
  const group = h('div', {
    class: 'segments', role: 'radiogroup', 'aria-labelledby': hooks.labelledBy, 'aria-describedby': hooks.describedBy,
  }, inputs.map((input, index) => [input, h('label', { for: input.id, text: choices[index].title })]))
  let isOn = true
  const update = () => { for (const input of inputs) input.disabled = !isOn || !isAllowed(hooks, input.value) }
  return {
    element: group, focus: inputs[0],
    show(json) {
      for (const input of inputs) input.checked = input.value === String(json)
      update()
    },
    value: () => toValue(inputs.find((input) => input.checked)?.value ?? choices[0].value),
    enable(isEnabled) {
      isOn = isEnabled
      update()
    },
    mark: (isWrong) => group.setAttribute('aria-invalid', String(isWrong)),
  }
}

/// Some choices go only with certain values of other settings.
function isAllowed(hooks, value) {
  const allowed = hooks.allowed?.()
  return !allowed || value === unset || allowed.includes(value)
}

registerKind('choice', (subject, hooks) => choice(subject, hooks))
registerControl('segments', (subject, hooks) => choice(subject, hooks))
registerControl('menu', (subject, hooks) => choice(subject, hooks))
