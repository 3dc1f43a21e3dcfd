// The preset: a menu of the sets of values that there are, with what each is for.

import { registerControl } from '/controls/registry.js'
import { h } from '/dom.js'

/// Registers the control, which asks the server for the presets.
export function registerPresets(api) {
  registerControl('preset', (subject, hooks) => {
    const about = h('p', { class: 'explanation' })
    let presets = []
    let shown = null
    const select = h('select', {
      class: 'field wide', 'aria-labelledby': hooks.labelledBy, 'aria-describedby': hooks.describedBy,
      on: {
        change: () => hooks.commit({ json: select.value || null }),
        focus: () => load(),
      },
    })
    const build = () => {
      const names = presets.map(({ name }) => name)
      if (shown && !names.includes(shown)) names.push(shown)
      select.replaceChildren(h('option', { value: '', text: 'none' }), ...names.map((name) => h('option', { value: name, text: name })))
      select.value = shown ?? ''
      about.textContent = presets.find(({ name }) => name === shown)?.summary ?? ''
      about.hidden = about.textContent === ''
    }
    const load = async () => {
      const found = await api.get('/api/presets').catch(() => presets)
      if (JSON.stringify(found) === JSON.stringify(presets)) return
      presets = found
      build()
    }
    load()
    return {
      element: h('div', { class: 'stack' }, select, about), focus: select,
      show(json) {
        shown = json
        build()
      },
      value: () => ({ json: select.value || null }),
      enable: (isEnabled) => { select.disabled = !isEnabled },
      mark: (isWrong) => select.setAttribute('aria-invalid', String(isWrong)),
    }
  })
}
