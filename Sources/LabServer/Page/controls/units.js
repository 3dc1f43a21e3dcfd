// Numbers that are written with a unit of their own: bytes and durations. A field for the number, a menu for the unit.

import { registerKind } from '/controls/registry.js'
import { textField } from '/controls/text.js'
import { h } from '/dom.js'
import { decimal } from '/format.js'

const byteUnits = [['B', 1], ['KB', 1e3], ['MB', 1e6], ['GB', 1e9], ['KiB', 1024], ['MiB', 1048576], ['GiB', 1073741824]]
const timeUnits = [['ms', 0.001], ['s', 1], ['min', 60], ['h', 3600]]

/// The largest unit in which a number is a round one.
function nicest(value, units) {
  const isRound = (size) => { const count = value / size; return count >= 1 && Math.abs(count * 100 - Math.round(count * 100)) < 1e-9 }
  const fitting = units.filter(([, size]) => isRound(size)).sort((a, b) => a[1] - b[1])
  return fitting.at(-1) ?? units[0]
}

function withUnits(units, start) {
  return (subject, hooks) => {
    let unit = start
    const menu = h('select', {
      class: 'field unit-menu', 'aria-label': `Unit of ${subject.title}`,
      on: {
        change: () => {
          unit = units.find(([name]) => name === menu.value)
          if (field.input.value !== '') hooks.commit(typed(field.input.value))
        },
      },
    }, units.map(([name]) => h('option', { value: name, text: name })))
    // A unit that was typed along with the number counts, too.
    const typed = (text) => ({ text: /[a-z]/i.test(text) ? text : text + unit[0] })
    const field = textField(subject, hooks, {
      inputMode: 'decimal', className: 'short number', attributes: { type: 'text' }, after: menu, toValue: typed,
      toText: (json) => {
        if (json === null) return ''
        const number = Number(json)
        if (number !== 0) unit = nicest(number, units)
        menu.value = unit[0]
        return decimal(number / unit[1])
      },
    })
    menu.value = unit[0]
    return { ...field, enable(isEnabled) { field.enable(isEnabled); menu.disabled = !isEnabled } }
  }
}

registerKind('bytes', withUnits(byteUnits, byteUnits[1]))
registerKind('duration', withUnits(timeUnits, timeUnits[1]))
