// A line of text, and the base of every control that one types into: what is typed is tried at once and committed by
// Enter or on leaving; Escape takes it back.

import { registerControl, registerKind } from '/controls/registry.js'
import { button, h } from '/dom.js'

/// - extras: { placeholder, inputMode, area, className, attributes, onKey, toValue, toText }
export function textField(subject, hooks, extras = {}) {
  const isOptional = subject.kind.optional
  const toValue = extras.toValue ?? ((text) => ({ text }))
  const toText = extras.toText ?? ((json, text) => (json === null ? '' : text ?? String(json)))
  let shown = ''
  let shownJSON = null
  let isEdited = false

  const read = () => {
    if (input.value === '' && isOptional) return { json: null }
    // The word for "not set" is a text like others in a text field that can be left empty.
    return toValue(input.value)
  }
  const commit = () => {
    if (!isEdited) return
    isEdited = false
    if (input.value !== shown) hooks.commit(read())
    else hooks.abandon()
  }
  const input = h(extras.area ? 'textarea' : 'input', {
    class: `field ${extras.className ?? ''}`, 'aria-labelledby': hooks.labelledBy,
    'aria-describedby': hooks.describedBy, autocomplete: 'off', spellcheck: 'false',
    inputmode: extras.inputMode, placeholder: isOptional ? 'not set' : extras.placeholder, ...extras.attributes,
    on: {
      input: () => {
        isEdited = true
        hooks.preview(read())
        update()
      },
      change: commit,
      // What was typed and taken back again is no change.
      blur: commit,
      keydown: (event) => {
        if (event.key === 'Escape' && isEdited) {
          isEdited = false
          input.value = shown
          hooks.abandon()
          update()
          event.stopPropagation()
        } else if (event.key === 'Enter' && !extras.area) {
          commit()
        } else {
          extras.onKey?.(event)
        }
      },
    },
  })
  const clear = isOptional
    ? button(`Unset ${subject.title}`, 'close', () => { hooks.commit({ json: null }); input.focus() }, { className: 'quiet small clear' })
    : null
  const update = () => { if (clear) clear.hidden = input.value === '' || input.disabled }
  return {
    element: h('div', { class: 'text-control' }, input, extras.after ?? null, clear), focus: input, input,
    show(json, text) {
      shownJSON = json
      shown = toText(json, text)
      if (isEdited && document.activeElement === input) return
      isEdited = false
      if (input.value !== shown) input.value = shown  // the same again would lose the selection
      update()
    },
    /// Puts a value into the field as if it had been typed.
    put(text, isFinal) {
      input.value = text
      isEdited = true
      update()
      if (isFinal) commit()
      else hooks.preview(read())
    },
    commit,
    value: () => (input.value === shown ? { json: shownJSON } : read()),
    enable(isEnabled) {
      input.disabled = !isEnabled
      update()
    },
    mark: (isWrong) => input.setAttribute('aria-invalid', String(isWrong)),
  }
}

/// A text is a text, whatever it looks like.
const asText = { toValue: (text) => ({ json: text }), toText: (json) => json ?? '' }

registerKind('string', (subject, hooks) =>
  textField(subject, hooks, { ...asText, attributes: { type: 'text' }, className: 'wide' }))
registerControl('area', (subject, hooks) => textField(subject, hooks, { ...asText, area: true, className: 'wide' }))
