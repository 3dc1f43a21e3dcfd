// The server wants a token that the page does not have.

import { h, uniqueId } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'

export function askToken(isWrong) {
  return new Promise((resolve) => {
    const id = uniqueId('token')
    const input = h('input', { class: 'field', id, type: 'password', autocomplete: 'off', on: { keydown: (event) => { if (event.key === 'Enter') close() } } })
    const { close } = openDialog('This lab needs its token', [
      h('label', { for: id, text: 'The token that imgtune lab was started with:' }), input,
      isWrong ? h('p', { class: 'problem', role: 'alert', text: 'The one that this page had is another one.' }) : [],
    ], [['Continue', null, 'main']], { onClose: () => resolve(input.value.trim()) })
  })
}
