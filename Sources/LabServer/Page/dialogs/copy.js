// Texts to be taken elsewhere.

import { h } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { tell } from '/notices.js'

/// Puts a text on the clipboard; where the browser does not let the page, shows it to be copied by hand.
export async function copyText(text, title) {
  try {
    await navigator.clipboard.writeText(text)
    tell(`${title} is on the clipboard`)
  } catch {
    openDialog(title, [h('pre', { class: 'code', tabindex: '0', text })], [['Close', null, 'main']])
  }
}

export async function showCopy(api, form) {
  const title = form === 'file' ? 'imgtune.json' : 'The command line'
  try {
    const text = (await api.get('/api/export'))[form]
    openDialog(title, [h('pre', { class: 'code', tabindex: '0', text })], [['Close'], ['Copy', () => copyText(text, title), 'main']])
  } catch (error) {
    tell(error.message, { isTrouble: true })
  }
}
