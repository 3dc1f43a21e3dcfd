// Yes or no: a switch; with a third state where it need not be set.

import { registerKind } from '/controls/registry.js'
import { choice } from '/controls/choice.js'
import { h } from '/dom.js'

export function toggle(subject, hooks) {
  if (subject.kind.optional) {
    const choices = [{ value: 'true', title: 'Yes' }, { value: 'false', title: 'No' }]
    return choice({ ...subject, kind: { ...subject.kind, choices } }, hooks, (text) => ({ json: text === 'true' }))
  }
  const input = h('input', {
    type: 'checkbox', role: 'switch', class: 'switch', 'aria-labelledby': hooks.labelledBy,
    'aria-describedby': hooks.describedBy, on: { change: () => hooks.commit({ json: input.checked }) },
  })
  return {
    element: input, focus: input,
    show: (json) => { input.checked = json === true },
    value: () => ({ json: input.checked }),
    enable: (isEnabled) => { input.disabled = !isEnabled },
    mark: (isWrong) => input.setAttribute('aria-invalid', String(isWrong)),
  }
}

registerKind('boolean', toggle)
