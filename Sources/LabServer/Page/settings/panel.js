// The settings screen: sections that fold, each with its settings, made from the schema document and nothing else.

import '/controls/all.js'
import { registerPresets } from '/controls/preset.js'
import { button, h, icon, uniqueId } from '/dom.js'
import { makeRow } from '/settings/row.js'

export function makePanel(place, api, store) {
  registerPresets(api)
  const { sections, settings } = store.schema
  const rows = settings.map((setting) => makeRow(setting, api, store))
  const actions = []
  for (const row of rows) row.element.actions = actions

  const blocks = sections.map((section) => makeSection(section, rows.filter((row) => row.setting.section === section.key), store))
  const search = h('input', {
    type: 'search', class: 'field search', placeholder: 'Search settings', 'aria-label': 'Search settings',
    on: { input: () => filter() },
  })
  const advanced = h('input', { type: 'checkbox', id: uniqueId('advanced'), on: { change: () => filter() } })
  advanced.checked = localStorage.getItem('advanced') === 'true'
  const edited = h('input', { type: 'checkbox', id: uniqueId('edited'), on: { change: () => filter() } })
  const resetAll = button('Reset all', 'reset', () => store.reset(store.modifiedKeys), { shown: true, className: 'small quiet' })
  const count = h('span', { class: 'soft', role: 'status' })
  const fileProblems = h('div', { class: 'warning file-problems', role: 'alert', hidden: true })
  const nothing = h('p', { class: 'soft nothing', text: 'No setting matches.' })
  const hasAdvanced = settings.some((setting) => setting.advanced)

  place.append(
    h('div', { class: 'settings-head' },
      h('div', { class: 'search-box' }, icon('search'), search),
      h('div', { class: 'settings-tools' },
        hasAdvanced ? [advanced, h('label', { for: advanced.id, text: 'Advanced' })] : [],
        edited, h('label', { for: edited.id, text: 'Edited only' }), count, h('span', { class: 'space' }), resetAll)),
    fileProblems, h('div', { class: 'sections' }, blocks.map((block) => block.element), nothing))

  function filter() {
    localStorage.setItem('advanced', String(advanced.checked))
    const query = search.value.trim().toLowerCase()
    let total = 0
    for (const block of blocks) {
      let shown = 0
      for (const row of block.rows) {
        const isWanted = row.state.visible && (query === '' || row.matches(query)) && (!edited.checked || row.state.modified)
          && (advanced.checked || !row.setting.advanced || row.state.modified || query !== '')
        row.element.hidden = !isWanted
        if (isWanted) shown += 1
      }
      block.element.hidden = shown === 0
      block.open(query !== '' || edited.checked)
      total += shown
    }
    nothing.hidden = total > 0
    count.textContent = query === '' ? '' : `${total} found`
  }

  function update() {
    for (const row of rows) row.show(store.states.get(row.setting.key))
    for (const block of blocks) block.update()
    const modified = store.modifiedKeys.length
    resetAll.disabled = modified === 0
    filter()
  }

  store.addEventListener('state', update)
  update()
  return {
    /// Adds something to do with a setting, shown with its details.
    addAction: (make) => actions.push(make),
    showFileProblems(problems) {
      fileProblems.hidden = problems.length === 0
      fileProblems.replaceChildren(icon('warn'), h('div', {},
        h('strong', { text: 'A settings file is wrong; what it said last stays in force.' }),
        problems.map(({ problem, origin }) => h('p', { text: `${origin?.place ? `${origin.place}: ` : ''}${problem}` }))))
    },
  }
}

function makeSection(section, rows, store) {
  const id = uniqueId('section')
  const dot = h('span', { class: 'dot', title: 'Edited in this session' })
  const keys = () => rows.filter((row) => row.state.modified).map((row) => row.setting.key)
  const reset = button(`Reset ${section.title}`, 'reset', () => store.reset(keys()), { className: 'quiet small reset' })
  const memory = `folded ${section.key}`
  let isOpen = localStorage.getItem(memory) !== 'true'
  let isForced = false
  const toggle = h('button', {
    type: 'button', class: 'section-toggle', 'aria-controls': id,
    on: {
      click: () => {
        isOpen = !isOpen
        localStorage.setItem(memory, String(!isOpen))
        fold()
      },
    },
  }, icon('chevron', 'turn'), section.icon ? icon(section.icon) : null, h('span', { text: section.title || 'General' }), dot)
  const body = h('div', { class: 'section-body', id },
    section.explanation ? h('p', { class: 'section-about', text: section.explanation }) : null,
    rows.map((row) => row.element),
    section.footer ? h('p', { class: 'section-footer', text: section.footer }) : null)
  const fold = () => {
    toggle.setAttribute('aria-expanded', String(isOpen || isForced))
    body.hidden = !(isOpen || isForced)
  }
  const element = h('section', { class: 'section', data: { section: section.key } },
    h('h2', { class: 'section-head' }, toggle, reset), body)
  fold()
  return {
    element, rows,
    open(force) {
      isForced = force
      fold()
    },
    update() {
      const count = keys().length
      dot.hidden = count === 0
      if (count === 0 && document.activeElement === reset) toggle.focus()
      reset.hidden = count === 0
    },
  }
}
