// Links that carry settings: behind the #, so that they never reach a server's log.

import { h } from '/dom.js'
import { copyText } from '/dialogs/copy.js'
import { openDialog } from '/dialogs/dialog.js'

export async function shareLink(api, store) {
  const words = new URLSearchParams()
  for (const key of store.modifiedKeys) words.append('set', `${key}=${store.states.get(key).text}`)
  const link = `${location.origin}/#${words}`
  openDialog('A link with the edits of this session', [
    h('p', { text: store.modifiedKeys.length > 0
      ? 'Whoever opens it is shown the settings and asked before they count.'
      : 'Nothing is edited; the link only leads to this page.' }),
    h('pre', { class: 'code', tabindex: '0', text: link }),
  ], [['Close'], ['Copy', () => copyText(link, 'The link'), 'main']])
}

/// Offers the settings that the page's own link carries. Nothing counts before somebody says so: any site may link here.
export function takeShared(store) {
  const words = new URLSearchParams(location.hash.slice(1))
  const given = words.getAll('set').map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]).filter(([key]) => key)
  if (given.length === 0) return
  words.delete('set')
  const rest = words.toString()
  history.replaceState(null, '', rest ? `#${rest}` : location.pathname)
  const edits = given.map(([key, text]) => ({ key, text }))
  return new Promise((resolve) => openDialog('The link brings settings along', [
    h('table', { class: 'table' },
      h('thead', {}, h('tr', {}, ['Setting', 'Now', 'In the link'].map((text) => h('th', { scope: 'col', text })))),
      h('tbody', {}, edits.map(({ key, text }) => h('tr', {},
        h('td', { text: store.setting(key)?.title ?? `${key} (unknown)` }),
        h('td', { text: store.states.get(key)?.text ?? '' }), h('td', { class: 'new', text }))))),
  ], [['Leave them'], ['Use them', () => store.apply(edits.filter(({ key }) => store.setting(key))), 'main']], { onClose: resolve, asks: true }))
}
