// A colour: the browser's own picker, and its name or number as text.

import { registerKind } from '/controls/registry.js'
import { textField } from '/controls/text.js'
import { h } from '/dom.js'

registerKind('color', (subject, hooks) => {
  const picker = h('input', {
    type: 'color', class: 'swatch', 'aria-label': `Pick ${subject.title}`,
    on: {
      input: () => field.put(picker.value, false),
      change: () => field.put(picker.value, true),
    },
  })
  const field = textField(subject, hooks, {
    className: 'short', attributes: { type: 'text' }, placeholder: '#rrggbb', toText: (json) => json ?? '',
  })
  return {
    ...field, element: h('div', { class: 'pair' }, picker, field.element),
    show(json, text) {
      field.show(json, text)
      if (/^#[0-9a-f]{6}$/i.test(json ?? '')) picker.value = json
      picker.classList.toggle('unset', json === null)
    },
    enable(isEnabled) {
      field.enable(isEnabled)
      picker.disabled = !isEnabled
    },
  }
})
