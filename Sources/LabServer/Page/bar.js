// The bar above everything: what is done with the session as a whole.

import { button, h, icon } from '/dom.js'
import { showHistory } from '/dialogs/history.js'
import { showCopy } from '/dialogs/copy.js'
import { savePreset } from '/dialogs/preset.js'
import { showSave } from '/dialogs/save.js'
import { shareLink } from '/dialogs/share.js'

export function makeBar(place, api, store) {
  const session = api.session
  const undo = button('Undo', 'undo', () => store.step('undo'), { 'aria-keyshortcuts': 'Control+Z' })
  const redo = button('Redo', 'redo', () => store.step('redo'), { 'aria-keyshortcuts': 'Control+Shift+Z' })
  const connection = h('span', { class: 'connection', role: 'status', text: 'No connection, trying again', hidden: true })
  const save = session.saving?.length ? button('Save…', 'save', () => showSave(api, store), { shown: true, className: 'main' }) : null
  const run = session.runs ? button('Run on all', 'play', () => pictures?.runOnAll(), { shown: true, className: 'wide-button' }) : null
  const menu = makeMenu([
    ['Save as preset…', 'preset', session.saving && (() => savePreset(api))],
    ['Copy as command line', 'terminal', session.saving && (() => showCopy(api, 'commandLine'))],
    ['Copy as imgtune.json', 'file', session.saving && (() => showCopy(api, 'file'))],
    ['Share link', 'share', () => shareLink(api, store)],
    ['History of benches', 'history', session.history && (() => showHistory(api))],
  ])
  let pictures = null

  place.append(
    h('h1', { class: 'brand' }, h('img', { src: '/icon.svg', alt: '' }), h('span', { text: session.pictures ? 'imgtune lab' : session.title })),
    h('div', { class: 'group' }, undo, redo), connection, h('span', { class: 'space' }), run, save, menu)

  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
    // A field that is being typed into undoes its own letters.
    if (event.target.matches('input[type="text"], input[type="search"], textarea')) return
    event.preventDefault()
    store.step(event.shiftKey ? 'redo' : 'undo')
  })
  const update = () => {
    undo.disabled = !store.canUndo
    redo.disabled = !store.canRedo
    if (save) save.disabled = store.modifiedKeys.length === 0
  }
  store.addEventListener('state', update)
  return {
    connected: (isConnected) => { connection.hidden = isConnected },
    attach: (side) => { pictures = side },
  }
}

function makeMenu(entries) {
  const list = h('div', { class: 'menu-list', role: 'menu', hidden: true })
  const toggle = button('More', 'more', () => open(list.hidden), { 'aria-haspopup': 'menu', 'aria-expanded': 'false' })
  const items = entries.filter(([, , action]) => action).map(([label, name, action]) => h('button', {
    type: 'button', class: 'button', role: 'menuitem', tabindex: '-1',
    // A dialog gives the focus back to what had it.
    on: { click: () => { open(false); toggle.focus(); action() } },
  }, icon(name), h('span', { text: label })))
  list.append(...items)

  function open(isOpen) {
    list.hidden = !isOpen
    toggle.setAttribute('aria-expanded', String(isOpen))
    if (isOpen) items[0].focus()
  }
  list.addEventListener('keydown', (event) => {
    const at = items.indexOf(document.activeElement)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[event.key]
    if (next !== undefined) {
      event.preventDefault()
      items[next % items.length].focus()
    } else if (event.key === 'Escape') {
      open(false)
      toggle.focus()
    }
  })
  document.addEventListener('pointerdown', (event) => { if (!menu.contains(event.target)) open(false) })
  const menu = h('div', { class: 'menu', on: { focusout: (event) => { if (event.relatedTarget && !menu.contains(event.relatedTarget)) open(false) } } }, toggle, list)
  return menu
}

