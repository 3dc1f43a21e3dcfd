// A dialog: a heading, a body, and what can be done. It is gone when it is closed.

import { button, h, uniqueId } from '/dom.js'

/// - actions: [label, what it does, className]; a dialog stays open where that gives back false.
export function openDialog(title, body, actions, { onClose } = {}) {
  const id = uniqueId('dialog')
  const close = () => dialog.close()
  const foot = h('div', { class: 'dialog-foot' }, actions.map(([label, act, className = '']) =>
    button(label, null, async () => { if ((await act?.()) !== false) close() }, { shown: true, className })))
  const dialog = h('dialog', { 'aria-labelledby': id }, h('div', { class: 'dialog-head' }, h('h2', { id, text: title }),
    button('Close', 'close', close, { className: 'quiet' })), h('div', { class: 'dialog-body' }, body), actions.length ? foot : null)
  dialog.addEventListener('close', () => {
    dialog.remove()
    onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
  return { dialog, close }
}
