// The pictures before and after, one over the other: a divider between them, zoom and pan for both at once.

import { button, h, svg, uniqueId } from '/dom.js'

const views = [
  ['split', 'Split'], ['before', 'Before'], ['after', 'After'], ['difference', 'Difference'], ['heat', 'Heat map'],
]

export class Viewer {
  /// Asked for the heat map when it is to be seen: gives `{ tileSide, columns, rows, damage }`.
  onHeat = async () => null

  #size = { width: 1, height: 1 }
  #sizes = new Map()
  #zoom = 'fit'
  #scale = 1
  #offset = { x: 0, y: 0 }
  #divider = 0.5
  #view = 'split'
  #amplify = 8
  #urls = new Map()
  #heatFor = null
  #heatSize = { width: 1, height: 1 }

  constructor() {
    this.before = h('div', { class: 'pane pane-before' })
    this.after = h('div', { class: 'pane pane-after' })
    this.heat = h('canvas', { class: 'heat', 'aria-hidden': 'true' })
    this.heatPane = h('div', { class: 'pane pane-heat' }, this.heat)
    this.beforeTag = h('span', { class: 'tag tag-before', text: 'Before' })
    this.afterTag = h('span', { class: 'tag tag-after', text: 'After' })
    this.handle = h('div', {
      class: 'divider', role: 'slider', tabindex: '0', 'aria-label': 'Divider between before and after',
      'aria-valuemin': '0', 'aria-valuemax': '100', 'aria-orientation': 'horizontal',
    }, h('span', { class: 'divider-grip', 'aria-hidden': 'true' }, svg('svg', { viewBox: '0 0 16 16', class: 'icon' },
      svg('path', { d: 'M6 4 2.5 8 6 12M10 4l3.5 4L10 12', fill: 'none', stroke: 'currentColor', 'stroke-width': '1.6', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }))))
    const heatKey = h('p', { class: 'heat-key' }, h('span', { text: 'Hardly seen' }), h('span', { text: 'Plain damage' }))
    this.message = h('p', { class: 'stage-message', role: 'alert', hidden: true })
    this.stage = h('div', {
      class: 'stage', tabindex: '0', role: 'group', data: { view: 'split' },
      'aria-label': 'Picture. Plus and minus zoom, 0 fits, 1 shows true pixels, arrow keys move.',
    }, h('div', { class: 'panes' }, this.before, this.after), this.heatPane, this.handle, this.beforeTag, this.afterTag, heatKey, this.message)
    this.element = h('div', { class: 'viewer' }, this.#makeTools(), this.stage)
    this.#listen()
    new ResizeObserver(() => this.#place()).observe(this.stage)
  }

  #makeTools() {
    const name = uniqueId('view')
    this.viewInputs = views.map(([value, title]) => h('input', {
      type: 'radio', name, value, id: uniqueId('view'), on: { change: () => this.setView(value) },
    }))
    this.viewInputs[0].checked = true
    const group = h('div', { class: 'segments views', role: 'radiogroup', 'aria-label': 'View' },
      this.viewInputs.map((input, index) => [input, h('label', { for: input.id, text: views[index][1] })]))
    this.amplifyMenu = h('select', {
      class: 'field amplify', 'aria-label': 'How much differences are amplified', hidden: true,
      on: { change: () => { this.#amplify = Number(this.amplifyMenu.value); this.#place() } },
    }, [1, 2, 4, 8, 16, 32].map((factor) => h('option', { value: factor, text: `× ${factor}` })))
    this.amplifyMenu.value = 8
    this.zoomText = h('output', { class: 'zoom-text number', 'aria-label': 'Zoom' })
    this.fitButton = button('Fit', 'fit', () => this.zoomTo('fit'), { shown: true, className: 'small' })
    this.pixelButton = button('1:1', null, () => this.zoomTo(1), { shown: true, className: 'small', title: 'True pixels' })
    return h('div', { class: 'viewer-tools' }, group, this.amplifyMenu, h('span', { class: 'space' }),
      h('div', { class: 'zoom' },
        button('Zoom out', 'minus', () => this.#zoomBy(1 / 1.5), { className: 'small quiet' }), this.zoomText,
        button('Zoom in', 'plus', () => this.#zoomBy(1.5), { className: 'small quiet' }), this.fitButton, this.pixelButton))
  }

  setView(view) {
    this.#view = view
    this.stage.dataset.view = view
    this.amplifyMenu.hidden = view !== 'difference'
    for (const input of this.viewInputs) input.checked = input.value === view
    this.#place()
    if (view === 'heat') this.refreshHeat()
  }

  get view() { return this.#view }

  /// Shows a picture in a pane, once it is decoded, in place of the one before.
  async show(pane, blob, label, isCurrent = () => true) {
    const url = URL.createObjectURL(blob)
    const image = h('img', { src: url, alt: label, draggable: 'false' })
    try {
      await image.decode()
    } catch {
      URL.revokeObjectURL(url)
      throw new Error('the browser cannot show the picture')
    }
    if (!isCurrent()) return URL.revokeObjectURL(url)
    const place = this[pane]
    place.replaceChildren(image)
    if (this.#urls.has(pane)) URL.revokeObjectURL(this.#urls.get(pane))
    this.#urls.set(pane, url)
    this.say(null)
    this.#sizes.set(pane, { width: image.naturalWidth, height: image.naturalHeight })
    this.#resize()
    this.#place()
  }

  clear(pane) {
    this[pane].replaceChildren()
    this.#sizes.delete(pane)
  }

  /// Pictures of different sizes lie one over the other, the smaller one enlarged.
  #resize() {
    const sizes = [...this.#sizes.values()]
    this.#size = sizes.reduce((largest, size) => (size.width > largest.width ? size : largest), sizes[0])
    for (const image of this.stage.querySelectorAll('.pane img')) {
      image.style.width = `${this.#size.width}px`
      image.style.height = `${this.#size.height}px`
    }
  }

  say(sentence) {
    this.message.hidden = !sentence
    this.message.textContent = sentence ?? ''
    this.stage.classList.toggle('empty', Boolean(sentence))
  }

  label(before, after) {
    this.beforeTag.textContent = before
    this.afterTag.textContent = after
  }

  async refreshHeat() {
    if (this.#view !== 'heat') return
    const asked = (this.#heatFor = {})
    this.heat.classList.add('waiting')
    const map = await this.onHeat().catch(() => null)
    if (this.#heatFor !== asked) return
    this.heat.classList.remove('waiting')
    // The map that is there is of another picture.
    if (!map) return this.heat.getContext('2d').clearRect(0, 0, this.heat.width, this.heat.height)
    this.heat.width = map.columns
    this.heat.height = map.rows
    this.#heatSize = { width: map.columns * map.tileSide, height: map.rows * map.tileSide }
    const context = this.heat.getContext('2d')
    const pixels = context.createImageData(map.columns, map.rows)
    map.damage.forEach((damage, index) => pixels.data.set(heatColor(damage), index * 4))
    context.putImageData(pixels, 0, 0)
    this.#place()
  }

  // Zoom is in pixels of the picture for one of the screen.

  get #pixel() { return 1 / devicePixelRatio }

  #fitScale() {
    const { clientWidth, clientHeight } = this.stage
    return Math.min(clientWidth / this.#size.width, clientHeight / this.#size.height, this.#pixel) || this.#pixel
  }

  zoomTo(zoom, at) {
    const { clientWidth, clientHeight } = this.stage
    const point = at ?? { x: clientWidth / 2, y: clientHeight / 2 }
    const scale = zoom === 'fit' ? this.#fitScale() : zoom * this.#pixel
    // What is under the pointer stays there.
    this.#offset = {
      x: point.x - ((point.x - this.#offset.x) / this.#scale) * scale,
      y: point.y - ((point.y - this.#offset.y) / this.#scale) * scale,
    }
    this.#zoom = zoom
    this.#scale = scale
    this.#place()
  }

  #zoomBy(factor, at) {
    const now = this.#scale / this.#pixel
    this.zoomTo(Math.min(32, Math.max(this.#fitScale() / this.#pixel / 2, now * factor)), at)
  }

  #place() {
    const { clientWidth, clientHeight } = this.stage
    if (clientWidth === 0) return
    if (this.#zoom === 'fit') this.#scale = this.#fitScale()
    const width = this.#size.width * this.#scale
    const height = this.#size.height * this.#scale
    const keep = (offset, inner, outer) => (inner <= outer ? (outer - inner) / 2 : Math.min(0, Math.max(outer - inner, offset)))
    this.#offset = { x: keep(this.#offset.x, width, clientWidth), y: keep(this.#offset.y, height, clientHeight) }
    const enlarged = this.#size.width / (this.#sizes.get('after') ?? this.#size).width
    this.heat.style.width = `${this.#heatSize.width * enlarged}px`
    this.heat.style.height = `${this.#heatSize.height * enlarged}px`
    // The last tiles reach past the picture.
    this.heat.style.clipPath = `inset(0 ${Math.max(0, this.#heatSize.width * enlarged - this.#size.width)}px ${Math.max(0, this.#heatSize.height * enlarged - this.#size.height)}px 0)`
    // On whole pixels of the screen, so that true pixels are true.
    const snap = (value) => Math.round(value * devicePixelRatio) / devicePixelRatio
    const style = this.stage.style
    style.setProperty('--x', `${snap(this.#offset.x)}px`)
    style.setProperty('--y', `${snap(this.#offset.y)}px`)
    style.setProperty('--scale', this.#scale)
    style.setProperty('--amplify', this.#amplify)
    const line = Math.min(clientWidth, Math.max(0, this.#divider * clientWidth))
    style.setProperty('--divider', `${line}px`)
    this.handle.setAttribute('aria-valuenow', Math.round(this.#divider * 100))
    const zoom = this.#scale / this.#pixel
    this.stage.classList.toggle('pixels', zoom >= 2)
    this.zoomText.textContent = `${zoom < 0.1 ? (zoom * 100).toFixed(1) : Math.round(zoom * 100)} %`
    this.fitButton.setAttribute('aria-pressed', String(this.#zoom === 'fit'))
    this.pixelButton.setAttribute('aria-pressed', String(this.#zoom === 1))
  }

  #listen() {
    let drag = null
    const pointers = new Map()
    const spread = () => {
      const [a, b] = [...pointers.values()]
      return { distance: Math.hypot(a.x - b.x, a.y - b.y), x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    }
    const point = (event) => {
      const box = this.stage.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    this.stage.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return
      this.stage.setPointerCapture(event.pointerId)
      pointers.set(event.pointerId, point(event))
      drag = { isDivider: this.handle.contains(event.target), last: point(event), spread: pointers.size === 2 ? spread() : null }
      this.stage.classList.add('dragging')
    })
    this.stage.addEventListener('pointermove', (event) => {
      if (!drag || !pointers.has(event.pointerId)) return
      const now = point(event)
      pointers.set(event.pointerId, now)
      if (pointers.size === 2) {
        const next = spread()
        if (drag.spread) this.#zoomBy(next.distance / drag.spread.distance, next)
        drag.spread = next
      } else if (drag.isDivider) {
        this.#moveDivider(now.x / this.stage.clientWidth)
      } else {
        if (this.#zoom === 'fit' && this.#scale === this.#fitScale() && Math.hypot(now.x - drag.last.x, now.y - drag.last.y) < 3) return
        this.#offset = { x: this.#offset.x + now.x - drag.last.x, y: this.#offset.y + now.y - drag.last.y }
        drag.last = now
        this.#place()
      }
    })
    for (const name of ['pointerup', 'pointercancel']) {
      this.stage.addEventListener(name, (event) => {
        pointers.delete(event.pointerId)
        drag = null
        this.stage.classList.remove('dragging')
      })
    }
    this.stage.addEventListener('wheel', (event) => {
      event.preventDefault()
      this.#zoomBy(Math.exp(-event.deltaY / 400), point(event))
    }, { passive: false })
    this.stage.addEventListener('dblclick', (event) => {
      if (!this.handle.contains(event.target)) this.zoomTo(this.#zoom === 'fit' ? 1 : 'fit', point(event))
    })
    this.stage.addEventListener('keydown', (event) => {
      if (event.target === this.handle) return this.#dividerKey(event)
      const step = 60
      const moves = { ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }
      const actions = {
        '+': () => this.#zoomBy(1.5), '=': () => this.#zoomBy(1.5), '-': () => this.#zoomBy(1 / 1.5),
        0: () => this.zoomTo('fit'), 1: () => this.zoomTo(1),
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (moves[event.key]) {
        this.#offset = { x: this.#offset.x + moves[event.key][0], y: this.#offset.y + moves[event.key][1] }
        this.#place()
      } else if (actions[event.key]) actions[event.key]()
      else return
      event.preventDefault()
    })
  }

  #moveDivider(part) {
    this.#divider = Math.min(1, Math.max(0, part))
    this.#place()
  }

  #dividerKey(event) {
    const by = { ArrowLeft: -0.02, ArrowRight: 0.02, PageDown: -0.1, PageUp: 0.1 }[event.key]
    if (by !== undefined) this.#moveDivider(this.#divider + by)
    else if (event.key === 'Home') this.#moveDivider(0)
    else if (event.key === 'End') this.#moveDivider(1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
}

/// From nothing over yellow to red.
function heatColor(damage) {
  const part = Math.min(1, Math.max(0, damage))
  const stops = [[0, [30, 60, 160, 0]], [0.15, [60, 130, 220, 90]], [0.4, [250, 220, 60, 170]], [0.7, [245, 120, 30, 205]], [1, [200, 10, 30, 230]]]
  const index = Math.max(0, stops.findLastIndex(([at]) => part >= at))
  const [from, a] = stops[index]
  const [to, b] = stops[Math.min(index + 1, stops.length - 1)]
  const share = to > from ? (part - from) / (to - from) : 0
  return a.map((value, channel) => Math.round(value + (b[channel] - value) * share))
}
