// Numbers: a field with steps, and a slider before it where the range has two ends that are not too far apart.

import { registerControl, registerKind } from '/controls/registry.js'
import { textField } from '/controls/text.js'
import { h, uniqueId } from '/dom.js'
import { decimal, unitSymbol } from '/format.js'

const isWhole = (subject) => subject.kind.jsonType === 'integer'

/// The distance between the values that a control offers.
function stepOf(subject) {
  if (subject.step) return subject.step
  if (isWhole(subject)) return 1
  const span = subject.maximum - subject.minimum
  return Number.isFinite(span) ? 10 ** Math.floor(Math.log10(span / 50)) : 0.1
}

function hasSlider(subject) {
  if (subject.control === 'stepper') return false
  const span = subject.maximum - subject.minimum
  return Number.isFinite(span) && span > 0 && (subject.control === 'slider' || span / stepOf(subject) <= 200)
}

/// The finest value that a slider stands at: finer than its steps where the values are decimals.
const gridOf = (subject) => (isWhole(subject) ? stepOf(subject) : Math.min(stepOf(subject), stepOf(subject) / 5))

export function number(subject, hooks) {
  const step = stepOf(subject)
  const low = subject.minimum ?? subject.kind.lowest ?? -Infinity
  const high = subject.maximum ?? Infinity
  const move = (by) => {
    const now = field.input.value === '' ? (Number.isFinite(low) ? low : 0) : Number(field.input.value)
    if (Number.isNaN(now)) return
    // On the grid of the steps, from wherever it was.
    const next = Math.min(high, Math.max(low, by > 0 ? Math.floor(now / step + 1e-9) * step + by : Math.ceil(now / step - 1e-9) * step + by))
    field.put(decimal(next), true)
  }
  const unit = unitSymbol(subject.unit) || (subject.kind.name === 'pixels' ? 'px' : '')
  const field = textField(subject, hooks, {
    inputMode: isWhole(subject) ? 'numeric' : 'decimal', className: 'short number',
    attributes: { type: 'text', role: 'spinbutton' },
    toText: (json, text) => (json === null ? '' : typeof json === 'number' ? decimal(json) : text ?? String(json)),
    onKey: (event) => {
      const by = { ArrowUp: step, ArrowDown: -step, PageUp: step * 10, PageDown: -step * 10 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      move(by)
    },
    after: unit ? h('span', { class: 'unit', text: unit }) : null,
  })
  if (Number.isFinite(low)) field.input.setAttribute('aria-valuemin', low)
  if (Number.isFinite(high)) field.input.setAttribute('aria-valuemax', high)
  if (!hasSlider(subject)) return withValue(field)

  const grid = gridOf(subject)
  const slider = h('input', {
    type: 'range', class: 'slider', min: low, max: high, step: grid, 'aria-labelledby': hooks.labelledBy,
    'aria-describedby': hooks.describedBy, tabindex: '0',
    on: {
      input: () => {
        field.put(decimal(Number(slider.value)), false)
        paint()
      },
      // Letting go commits, also by the keyboard; where it began, it is no change, and the draft ends.
      change: () => field.commit(),
      pointerup: () => field.commit(),
      blur: () => field.commit(),
      // A key moves by a step; the mouse may stand between.
      keydown: (event) => {
        const by = { ArrowRight: step, ArrowUp: step, ArrowLeft: -step, ArrowDown: -step }[event.key]
        if (by === undefined) return
        event.preventDefault()
        move(by)
      },
    },
  })
  const paint = () => slider.style.setProperty('--part', `${(100 * (slider.value - low)) / (high - low)}%`)
  const follow = () => {
    const value = Number(field.input.value)
    slider.value = field.input.value !== '' && Number.isFinite(value) ? value : low
    slider.classList.toggle('unset', field.input.value === '')
    paint()
  }
  field.input.addEventListener('input', follow)
  const control = withValue(field)
  return {
    ...control, element: h('div', { class: 'slider-control' }, slider, field.element), focus: slider,
    show(json, text) {
      control.show(json, text)
      if (document.activeElement !== slider || !slider.matches(':active')) follow()
    },
    enable(isEnabled) {
      control.enable(isEnabled)
      slider.disabled = !isEnabled
    },
  }
}

function withValue(field) {
  return {
    ...field,
    show(json, text) {
      field.show(json, text)
      if (typeof json === 'number') field.input.setAttribute('aria-valuenow', json)
      else field.input.removeAttribute('aria-valuenow')
    },
  }
}

for (const kind of ['integer', 'decimal', 'pixels']) registerKind(kind, number)
registerControl('slider', number)
registerControl('stepper', number)
