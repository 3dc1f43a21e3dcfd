// A day: the browser's own field, which knows the calendar.

import { registerKind } from '/controls/registry.js'
import { textField } from '/controls/text.js'

const dayText = (number) => (Number.isFinite(number) ? new Date(number * 86400000).toISOString().slice(0, 10) : undefined)

registerKind('date', (subject, hooks) => textField(subject, hooks, {
  className: 'date', toText: (json) => json ?? '',
  attributes: { type: 'date', min: dayText(subject.minimum), max: dayText(subject.maximum) },
}))
