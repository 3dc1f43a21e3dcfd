// Saving the session's edits: where to, and what would change there, before anything is written.

import { h, icon, uniqueId } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { tell } from '/notices.js'

const text = (json) => (json === undefined ? 'nothing' : typeof json === 'string' ? json : JSON.stringify(json))

export async function showSave(api, store) {
  const places = api.session.saving
  const name = uniqueId('scope')
  let scope = places.find((place) => place.scope === 'project')?.scope ?? places[0].scope
  let plan = null
  const chosen = new Set(store.modifiedKeys)
  const changes = h('div', { class: 'stack' })
  const problem = h('p', { class: 'problem', role: 'alert' })
  const choices = h('div', { class: 'stack', role: 'radiogroup', 'aria-label': 'Where to save' }, places.map((place) => {
    const id = uniqueId('place')
    return h('div', { class: 'save-place' },
      h('input', { type: 'radio', name, id, value: place.scope, checked: place.scope === scope, on: { change: () => { scope = place.scope; load() } } }),
      h('label', { for: id }, h('span', { text: ` ${place.title} ` }), h('code', { class: 'soft', text: place.path })))
  }))

  async function load() {
    try {
      plan = await api.send('POST', '/api/save', { scope, preview: true })
    } catch (error) {
      return changes.replaceChildren(h('p', { class: 'problem', text: error.message }))
    }
    const pins = plan.changes.filter(({ pin }) => pin)
    changes.replaceChildren(
      h('table', { class: 'table' },
        h('thead', {}, h('tr', {}, ['', 'Setting', 'Now there', 'Will be'].map((title) => h('th', { scope: 'col', text: title })))),
        h('tbody', {}, plan.changes.map(({ key, old, new: value }) => h('tr', {},
          h('td', {}, h('input', {
            type: 'checkbox', 'aria-label': `Save ${store.titleOf(key)}`, checked: chosen.has(key),
            on: { change: ({ target }) => (target.checked ? chosen.add(key) : chosen.delete(key)) },
          })),
          h('td', {}, h('span', { text: store.titleOf(key) }), ' ', h('code', { class: 'soft', text: key })),
          h('td', {}, h('span', { class: old === undefined ? 'soft' : 'old', text: text(old) })),
          h('td', {}, h('span', { class: 'new', text: text(value) })))))),
      ...pins.map(({ key, pin }) => h('p', { class: 'warning' }, icon('warn'),
        h('span', { text: `${pin.text} is stronger than this file: once saved, ${store.titleOf(key)} is what ${pin.text} says again.` }))))
  }

  await load()
  const { dialog } = openDialog('Save the edits of this session', [choices, changes, problem], [
    ['Cancel'],
    ['Save', async () => {
      if (chosen.size === 0) {
        problem.textContent = 'No setting is chosen.'
        return false
      }
      try {
        const saved = await api.send('POST', '/api/save', { scope, keys: [...chosen] })
        tell(`Saved ${saved.changes.length === 1 ? 'one setting' : `${saved.changes.length} settings`} to ${saved.path}`)
        await store.refresh()
      } catch (error) {
        problem.textContent = `Nothing was saved: ${error.message}`
        return false
      }
    }, 'main'],
  ])
  // A checkbox's attribute is not its state.
  for (const box of dialog.querySelectorAll('input[type="checkbox"]')) box.checked = true
}
