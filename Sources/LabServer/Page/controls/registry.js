// Which control shows which kind of value. A kind's renderer is one module of this folder.
//
// A renderer is called with
//   subject   what the schema says: { key, title, kind, minimum, maximum, step, unit, pattern, control, … }
//   hooks     { preview(value), commit(value), abandon(), describedBy, labelledBy, allowed() } with values as `{ text }`,
//             read by the server as a person's typing, or `{ json }`
// and gives back
//   element   what stands on the page
//   focus     the element that a label belongs to
//   show      called with (json, text) whenever the value in force is another one
//   value     the value as it stands in the control, as `{ text }` or `{ json }`
//   enable    optional, called with whether it may be used
//   mark      optional, called with whether its value is wrong

import { readOnly } from '/controls/read-only.js'

const byKind = new Map()
const byHint = new Map()

/// Registers the control of a kind, such as `boolean`.
export function registerKind(kind, render) { byKind.set(kind, render) }

/// Registers a control of one's own: settings declare it by name as their `control`.
export function registerControl(hint, render) { byHint.set(hint, render) }

/// The control of a setting, of a record's field, or of a list's element. What is not known is shown and left alone.
export function makeControl(subject, hooks) {
  const render = byHint.get(subject.control) ?? byKind.get(subject.kind.name) ?? readOnly
  try {
    return render(subject, hooks)
  } catch (error) {
    console.error(error)
    return readOnly(subject, hooks)
  }
}
