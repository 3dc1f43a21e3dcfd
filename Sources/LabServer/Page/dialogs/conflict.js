// Somebody else changed what is being edited here: both values are shown, and one is chosen.

import { h } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'

export function watchConflicts(store) {
  const open = new Map()

  store.addEventListener('conflict', ({ detail }) => {
    open.get(detail.key)?.close()
    const title = store.titleOf(detail.key)
    const isFile = detail.kind === 'file'
    const place = isFile && detail.place ? detail.place : isFile ? 'the files' : 'another page'
    const body = [
      h('p', { text: isFile
        ? `${title} was changed outside of this page while it has an edit here that is not saved.`
        : `${title} was changed by ${place} while it was being edited here.` }),
      h('table', { class: 'table pairs' }, h('tbody', {},
        h('tr', {}, h('th', { scope: 'row', text: 'Yours' }), h('td', {}, h('code', { class: 'mine', text: detail.mine }))),
        h('tr', {}, h('th', { scope: 'row', text: isFile ? `In ${place}` : 'Theirs' }), h('td', {}, h('code', { class: 'theirs', text: detail.theirs }))))),
    ]
    const keep = isFile ? null : () => store.apply([{ key: detail.key, ...detail.value }])
    const take = isFile ? () => store.reset([detail.key]) : () => store.abandon(detail.key)
    const dialog = openDialog(`Two values for ${title}`, body, [
      ['Take the other one', take], ['Keep mine', keep, 'main'],
    ], {
      asks: true,
      onClose: () => {
        // A newer one may have taken its place.
        if (open.get(detail.key) === dialog) open.delete(detail.key)
        if (!isFile && store.drafts.get(detail.key) === detail.value) store.abandon(detail.key)
      },
    })
    open.set(detail.key, dialog)
  })
  // Another page may have settled it.
  store.addEventListener('state', () => {
    for (const [key, dialog] of open) if (!store.states.get(key)?.modified && !store.drafts.has(key)) dialog.close()
  })
}
