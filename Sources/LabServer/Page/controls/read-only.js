// Whatever has no control of its own: its text, to be read.

import { h } from '/dom.js'

export function readOnly(subject, hooks) {
  const output = h('output', { class: 'field read-only', 'aria-labelledby': hooks.labelledBy, tabindex: '0' })
  let value
  return {
    element: output, focus: output,
    show(json, text) {
      value = json
      output.textContent = text ?? JSON.stringify(json)
    },
    value: () => ({ json: value }),
  }
}
