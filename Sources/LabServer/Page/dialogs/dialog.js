// A dialog: a heading, a body, and what can be done. It is gone when it is closed.

import { button, h, uniqueId } from '/dom.js'

/// - actions: [label, what it does, className]; a dialog stays open where that gives back false.
/// - asks: nobody called for it: a key that was meant for something else presses none of its buttons.
export function openDialog(title, body, actions, { onClose, asks = false } = {}) {
  const id = uniqueId('dialog')
  const close = () => dialog.close()
  const foot = h('div', { class: 'dialog-foot' }, actions.map(([label, act, className = '']) =>
    button(label, null, async () => { if ((await act?.()) !== false) close() }, { shown: true, className })))
  const dialog = h('dialog', { 'aria-labelledby': id, tabindex: '-1' }, h('div', { class: 'dialog-head' }, h('h2', { id, text: title }),
    button('Close', 'close', close, { className: 'quiet' })), h('div', { class: 'dialog-body' }, body), actions.length ? foot : null)
  dialog.addEventListener('close', () => {
    dialog.remove()
    onClose?.()
  })
  document.body.append(dialog)
  dialog.showModal()
  const first = asks ? dialog : dialog.querySelector('.dialog-body input[type="text"], .dialog-body input[type="password"]') ?? dialog.querySelector('.dialog-foot .main') ?? dialog
  first.focus()
  return { dialog, close }
}
