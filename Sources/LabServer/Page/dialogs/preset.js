// The values in force as a preset of one's own.

import { h, uniqueId } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { tell } from '/notices.js'

export async function savePreset(api) {
  const presets = await api.get('/api/presets').catch(() => [])
  const id = uniqueId('preset')
  const note = h('p', { class: 'soft', role: 'status' })
  const input = h('input', {
    class: 'field', id, type: 'text', pattern: '[A-Za-z0-9_\\-][A-Za-z0-9._\\-]*', autocomplete: 'off', placeholder: 'shop-small',
    on: {
      input: () => {
        const old = presets.find(({ name }) => name === input.value)
        note.textContent = input.value && !input.checkValidity() ? 'Letters, digits, dots, dashes and underlines.'
          : old ? (old.shipped ? 'It takes the place of the shipped preset of that name.' : 'It replaces your preset of that name.') : ''
      },
    },
  })
  openDialog('Save as preset', [
    h('label', { for: id, text: 'Every value that is no default is saved under this name:' }), input, note,
  ], [['Cancel'], ['Save preset', async () => {
    try {
      const saved = await api.send('POST', '/api/presets', { name: input.value })
      tell(`Saved ${saved.name}: ${saved.keys.length > 0 ? saved.keys.join(', ') : 'all defaults'}`)
    } catch (error) {
      note.textContent = error.message
      return false
    }
  }, 'main']])
}
