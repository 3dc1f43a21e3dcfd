// Every picture of the folder, small; one is chosen, others may be brought along.

import { button, h, icon } from '/dom.js'
import { bytes } from '/format.js'
import { tell } from '/notices.js'

/// "−91 %".
const share = ({ inputBytes, outputBytes }) => `${outputBytes > inputBytes ? '+' : '−'}${Math.abs(Math.round(100 * (1 - outputBytes / inputBytes)))} %`

export class Strip {
  onChoose = () => {}

  #api
  #thumbnails = new Map()
  #items = new Map()

  constructor(api) {
    this.#api = api
    this.list = h('div', { class: 'strip-list', role: 'listbox', 'aria-label': 'Pictures', 'aria-orientation': 'horizontal', on: { keydown: (event) => this.#key(event) } })
    const input = h('input', { type: 'file', accept: 'image/jpeg,image/png,image/webp', multiple: true, hidden: true, on: { change: () => this.#taken(input) } })
    this.add = button('Bring a picture along', 'plus', () => input.click(), { className: 'add-picture' })
    this.element = h('div', { class: 'strip' }, this.list, this.add, input)
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.#load(target)
    }, { root: this.list, rootMargin: '300px' })
    for (const name of ['dragover', 'drop']) {
      document.addEventListener(name, (event) => {
        if (![...event.dataTransfer.types].includes('Files')) return
        event.preventDefault()
        if (name === 'drop') this.#bring([...event.dataTransfer.files])
      })
    }
  }

  #taken(input) {
    const files = [...input.files]
    input.value = ''  // so that the same file, mended, can be chosen again
    this.#bring(files)
  }

  async #bring(files) {
    for (const file of files) {
      try {
        this.onChoose((await this.#api.upload(file)).id)
      } catch (error) {
        tell(`${file.name}: ${error.message}`, { isTrouble: true })
      }
    }
  }

  show(pictures, chosen, results = new Map()) {
    const kept = new Map()
    const items = pictures.map((picture) => {
      const key = `${picture.id} ${picture.version}`
      const item = this.#items.get(key) ?? this.#make(picture)
      kept.set(key, item)
      item.setAttribute('aria-selected', String(picture.id === chosen))
      item.tabIndex = picture.id === chosen ? 0 : -1
      const result = results.get(picture.id)
      const note = item.querySelector('.thumb-note')
      note.textContent = picture.error ? 'cannot be read' : result?.failed ? 'failed'
        : result?.outputBytes ? `${bytes(result.outputBytes)}, ${share(result)}` : bytes(picture.bytes)
      note.classList.toggle('failed', Boolean(picture.error || result?.failed))
      item.title = `${picture.name}${picture.error ? `: ${picture.error}` : result?.reason ? `: ${result.reason}` : ''}`
      return item
    })
    for (const [key, item] of this.#items) if (!kept.has(key)) this.watcher.unobserve(item)
    this.#items = kept
    if (items.length !== this.list.children.length || items.some((item, index) => this.list.children[index] !== item)) {
      this.list.replaceChildren(...items)
    }
  }

  reveal() { this.list.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' }) }

  #make(picture) {
    const item = h('div', { class: 'thumb', role: 'option', data: { picture: picture.id }, on: { click: () => this.onChoose(picture.id) } },
      h('div', { class: 'thumb-image' }, picture.error ? icon('warn') : null),
      h('span', { class: 'thumb-name', text: picture.name }), h('span', { class: 'thumb-note soft number' }))
    if (!picture.error) this.watcher.observe(item)
    return item
  }

  async #load(item) {
    this.watcher.unobserve(item)
    try {
      const { blob } = await this.#api.picture('GET', `/api/pictures/${item.dataset.picture}/thumbnail`)
      const url = URL.createObjectURL(blob)
      const image = h('img', { src: url, alt: '', draggable: 'false' })
      image.addEventListener('load', () => URL.revokeObjectURL(url))
      item.querySelector('.thumb-image').replaceChildren(image)
    } catch {
      item.querySelector('.thumb-image').replaceChildren(icon('warn'))
    }
  }

  #key(event) {
    const items = [...this.list.children]
    const at = items.findIndex((item) => item.getAttribute('aria-selected') === 'true')
    const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (next === undefined || !items[next]) return
    event.preventDefault()
    this.onChoose(items[next].dataset.picture)
    items[next].focus()
  }
}
