// Everything that was tried, bytes against score: it fills in while settings move, and a click returns to a point.

import { h, svg } from '/dom.js'
import { bytes, formatName } from '/format.js'

const margins = { left: 38, right: 12, top: 12, bottom: 24 }

export class Plot {
  /// Called with the attempt that was chosen.
  onChoose = () => {}

  #isHeld = false
  #release = null

  constructor(metric, describe) {
    this.metric = metric
    this.describe = describe
    this.chart = svg('svg', { class: 'plot', role: 'group', 'aria-label': `What was tried: bytes against ${metric.title}` })
    this.chart.addEventListener('keydown', (event) => this.#key(event))
    this.empty = h('p', { class: 'soft plot-empty', text: 'Move a setting: every attempt becomes a point here.' })
    this.legend = h('div', { class: 'legend' })
    this.element = h('div', { class: 'plot-box' }, h('div', { class: 'panel-head' },
      h('h3', { text: 'Bytes against score' }), this.legend), this.chart, this.empty)
    // A point that is pressed stays until it is let go: a click needs both on one element.
    this.chart.addEventListener('pointerdown', () => {
      clearTimeout(this.#release)
      this.#isHeld = true
    })
    for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, () => this.#letGo())
    // Drawn in pixels of the screen, so that its letters are as large as others.
    new ResizeObserver(() => { if (this.shown) this.show(...this.shown) }).observe(this.element)
  }

  /// - pins: ids that carry a letter.
  show(attempts, currentId, pins = new Map()) {
    this.shown = [attempts, currentId, pins]
    if (this.#isHeld) return
    const points = attempts.map((attempt) => ({ attempt, x: attempt.outputBytes, y: attempt.scores[this.metric.id] }))
      .filter(({ y }) => typeof y === 'number')
    this.empty.hidden = points.length > 0
    this.chart.toggleAttribute('hidden', points.length === 0)
    if (points.length === 0) return this.chart.replaceChildren()
    const box = { ...margins, width: this.chart.clientWidth || 260, height: this.chart.clientHeight || 180 }
    this.chart.setAttribute('viewBox', `0 0 ${box.width} ${box.height}`)
    const [lowX, highX] = range(points.map(({ x }) => x), 1000)
    const [lowY, highY] = range(points.map(({ y }) => y), 4)
    const x = (value) => box.left + ((value - lowX) / (highX - lowX)) * (box.width - box.left - box.right)
    const y = (value) => box.height - box.bottom - ((value - lowY) / (highY - lowY)) * (box.height - box.top - box.bottom)
    const focused = this.chart.contains(document.activeElement) ? document.activeElement.dataset.attempt : undefined
    const parts = []
    for (const value of ticks(lowX, highX, Math.max(2, Math.floor(box.width / 70)))) {
      parts.push(svg('line', { class: 'grid', x1: x(value), x2: x(value), y1: box.top, y2: box.height - box.bottom }))
      parts.push(text(bytes(value).replace(/\.0+ /, ' '), x(value), box.height - 8, 'middle'))
    }
    for (const value of ticks(lowY, highY, Math.max(2, Math.floor(box.height / 36)))) {
      parts.push(svg('line', { class: 'grid', x1: box.left, x2: box.width - box.right, y1: y(value), y2: y(value) }))
      parts.push(text(String(value), box.left - 6, y(value) + 4, 'end'))
    }
    for (const format of new Set(points.map(({ attempt }) => attempt.format))) {
      const line = points.filter(({ attempt }) => attempt.format === format).sort((a, b) => a.x - b.x)
      parts.push(svg('polyline', { class: `trail ${format}`, points: line.map((point) => `${x(point.x)},${y(point.y)}`).join(' ') }))
    }
    // One of them is reached by the tabulator key, the others from there by arrows.
    this.order = points.map(({ attempt, x }) => ({ id: attempt.id, x })).sort((a, b) => a.x - b.x).map(({ id }) => id)
    const reached = this.order.includes(focused) ? focused : this.order.includes(currentId) ? currentId : this.order[0]
    // The current one last, above all others.
    points.sort((a, b) => (a.attempt.id === currentId) - (b.attempt.id === currentId))
    for (const point of points) parts.push(this.#point(point, x(point.x), y(point.y), point.attempt.id === currentId, pins.get(point.attempt.id), point.attempt.id === reached))
    this.chart.replaceChildren(...parts)
    if (focused) this.chart.querySelector(`[data-attempt="${CSS.escape(focused)}"]`)?.focus()
    this.legend.replaceChildren(...[...new Set(points.map(({ attempt }) => attempt.format))].map((format) =>
      h('span', { class: `key ${format}`, text: formatName(format) })))
  }

  /// Draws what came meanwhile, after the click.
  #letGo() {
    if (!this.#isHeld) return
    clearTimeout(this.#release)
    this.#release = setTimeout(() => {
      this.#isHeld = false
      if (this.shown) this.show(...this.shown)
    })
  }

  #point({ attempt, y: score }, x, y, isCurrent, pin, isReached) {
    const label = `${this.describe(attempt)}: ${bytes(attempt.outputBytes)}, ${this.metric.title} ${score.toFixed(this.metric.digits)}`
    const group = svg('g', {
      class: `point ${attempt.format} ${isCurrent ? 'current' : ''}`, tabindex: isReached ? '0' : '-1', role: 'button', 'aria-label': label,
      'aria-current': String(isCurrent), 'data-attempt': attempt.id,
    }, svg('circle', { class: 'hit', cx: x, cy: y, r: 10 }), svg('circle', { class: 'mark', cx: x, cy: y, r: isCurrent ? 6 : 4 }))
    const title = svg('title')
    title.textContent = label
    group.append(title)
    if (pin) group.append(text(pin, x + (pin === 'A' ? -11 : 11), y - 5, 'middle', 'pin-letter'))
    group.addEventListener('click', () => this.onChoose(attempt))
    group.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault()
        this.onChoose(attempt)
      }
    })
    return group
  }

  #key(event) {
    const at = this.order?.indexOf(event.target.dataset.attempt)
    const to = { ArrowRight: at + 1, ArrowUp: at + 1, ArrowLeft: at - 1, ArrowDown: at - 1, Home: 0, End: this.order.length - 1 }[event.key]
    if (to === undefined || !this.order[to]) return
    event.preventDefault()
    const point = (id) => this.chart.querySelector(`[data-attempt="${CSS.escape(id)}"]`)
    event.target.setAttribute('tabindex', '-1')
    point(this.order[to]).setAttribute('tabindex', '0')
    point(this.order[to]).focus()
  }
}

function text(value, x, y, anchor, className = 'tick') {
  const element = svg('text', { class: className, x, y, 'text-anchor': anchor })
  element.textContent = value
  return element
}

/// The lowest and the highest of some values, with some air around them.
function range(values, least) {
  const low = Math.min(...values)
  const high = Math.max(...values)
  const air = Math.max((high - low) * 0.08, least / 2)
  return [Math.max(low - air, least === 1000 ? 0 : -Infinity), high + air]
}

function ticks(low, high, count) {
  const raw = (high - low) / count
  const power = 10 ** Math.floor(Math.log10(raw))
  const steps = [0.2, 0.5, 1, 2, 5, 10].map((factor) => factor * power)
  const inSteps = (step) => {
    const values = []
    for (let value = Math.ceil(low / step) * step; value <= high; value += step) values.push(Number(value.toPrecision(10)))
    return values
  }
  // One number alone is no scale.
  const widest = steps.findIndex((step) => step >= raw)
  return steps.slice(0, widest + 1).map(inSteps).findLast((values) => values.length > 1) ?? inSteps(steps[widest])
}
