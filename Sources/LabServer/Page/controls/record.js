// A section as a value: its fields, each by the control of its kind. What a field is left at by default is not written.

import { makeControl, registerKind } from '/controls/registry.js'
import { h, uniqueId } from '/dom.js'
import { unitSymbol } from '/format.js'

registerKind('record', (subject, hooks) => {
  let record = {}
  const changed = (field, value) => {
    const next = { ...record }
    let json = 'json' in value ? value.json : value.text
    const kind = field.kind
    if (!('json' in value) && ['integer', 'number'].includes(kind.jsonType)) {
      json = value.text === '' && kind.optional ? null : value.text.trim() !== '' && Number.isFinite(Number(value.text)) ? Number(value.text) : value.text
    }
    if (JSON.stringify(json) === JSON.stringify(field.default)) delete next[field.key]
    else next[field.key] = json
    return next
  }
  const fields = subject.kind.fields.map((field) => {
    const id = uniqueId('field')
    const about = uniqueId('about')
    const control = makeControl(field, {
      labelledBy: id, describedBy: about,
      preview: (value) => hooks.preview({ json: changed(field, value) }),
      commit: (value) => { record = changed(field, value); hooks.commit({ json: record }) },
      abandon: () => hooks.abandon(),
    })
    const element = h('div', { class: 'record-field', data: { field: field.key } },
      h('span', { class: 'record-label', id, text: field.title, title: field.explanation }), control.element,
      h('span', { class: 'sr', id: about, text: field.explanation }))
    return { field, control, element }
  })
  const group = h('div', { class: 'record', role: 'group', 'aria-labelledby': hooks.labelledBy }, fields.map(({ element }) => element))
  return {
    element: group, focus: fields[0]?.control.focus ?? group,
    show(json) {
      record = json ?? {}
      for (const { field, control } of fields) control.show(record[field.key] ?? field.default)
    },
    value: () => ({ json: record }),
    enable: (isEnabled) => { for (const { control } of fields) control.enable?.(isEnabled) },
    mark: (isWrong) => group.classList.toggle('wrong', isWrong),
  }
})
