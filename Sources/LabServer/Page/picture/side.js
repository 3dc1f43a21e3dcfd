// The picture side: what the settings make of a picture, live, with everything that was tried.

import { button, debounced, h } from '/dom.js'
import { bytes, formatName, milliseconds, saved } from '/format.js'
import { tell } from '/notices.js'
import { Candidates } from '/picture/candidates.js'
import { Encoder } from '/picture/encoder.js'
import { Plot } from '/picture/plot.js'
import { Strip } from '/picture/strip.js'
import { Viewer } from '/picture/viewer.js'
import { showRun, takeRun } from '/dialogs/run.js'

export async function makePictureSide(place, api, store) {
  const side = new PictureSide(place, api, store)
  place.hidden = false
  await side.refresh()
  return side
}

class PictureSide {
  #api
  #store
  #pictures = []
  #attempts = []
  #current = null
  #reference = null
  #run = null
  #variant = 0
  /// Counts what came to be shown: only the newest is.
  #turn = 0

  constructor(place, api, store) {
    this.#api = api
    this.#store = store
    this.metric = api.session.metric
    const describe = (attempt) => this.describe(attempt)
    this.viewer = new Viewer()
    this.strip = new Strip(api)
    this.plot = new Plot(this.metric, describe)
    this.candidates = new Candidates(this.metric, describe)
    this.encoder = new Encoder(api, (result, blob) => this.#show(result, blob), (sentence) => this.#fail(sentence),
      (isBusy) => this.viewer.stage.classList.toggle('busy', isBusy))
    this.figures = h('dl', { class: 'figures', 'aria-label': 'What came of it' })
    this.said = h('p', { class: 'sr', role: 'status' })
    this.name = h('h2', { class: 'picture-name' })
    this.variants = h('select', { class: 'field variants', 'aria-label': 'Variant', hidden: true, on: { change: () => { this.#variant = Number(this.variants.value); this.encode(true) } } })
    this.download = button('Download', 'download', () => this.#download(), { shown: true, className: 'small' })
    this.warnings = h('p', { class: 'picture-warnings' })
    place.append(
      h('div', { class: 'picture-main' },
        h('div', { class: 'picture-head' }, this.name, this.variants, this.download),
        this.viewer.element, this.warnings),
      h('aside', { class: 'inspector', 'aria-label': 'What came of it' }, this.figures, this.said, this.plot.element, this.candidates.element),
      this.strip.element)

    this.strip.onChoose = (id) => this.choose(id)
    this.plot.onChoose = (attempt) => this.returnTo(attempt)
    this.candidates.onReturn = (attempt) => this.returnTo(attempt)
    this.candidates.onChange = () => this.#draw()
    this.candidates.onCompare = (pins) => this.#compare(pins).catch((error) => {
      if (!this.candidates.isComparing) return
      this.candidates.setComparing(false)
      tell(`They cannot be compared: ${error.message}`, { isTrouble: true })
    })
    this.viewer.onHeat = async () => {
      const seen = this.candidates.isComparing ? this.candidates.pins.B : this.#current
      return seen ? (await this.#api.get(`/api/results/${seen.id}/score?map=1`)).map : null
    }
    this.scoreSoon = debounced(60, () => this.#score())
    store.addEventListener('draft', () => this.encode(false))
    store.addEventListener('state', () => { if (this.#chosen) this.encode(true) })
  }

  #chosen = null
  get picture() { return this.#pictures.find(({ id }) => id === this.#chosen) }

  /// Reads the pictures anew.
  async refresh() {
    this.#run = await this.#api.get('/api/runs').catch(() => this.#run)
    // It may have ended while nobody looked.
    takeRun(this.#run)
    this.#pictures = await this.#api.get('/api/pictures')
    // Asked only now: somebody may have chosen another one meanwhile.
    const wanted = this.#chosen ?? new URLSearchParams(location.hash.slice(1)).get('picture')
    const id = this.#pictures.some((picture) => picture.id === wanted) ? wanted : this.#pictures.find(({ error }) => !error)?.id ?? this.#pictures[0]?.id
    this.#chosen = null
    if (id) await this.choose(id)
    this.#drawStrip()
  }

  /// Forgets what was tried: a server that was started anew gives the same names to other attempts.
  forget() {
    this.#turn += 1
    this.#attempts = []
    this.#current = null
    this.#reference = null
    this.candidates.clear()
    delete this.viewer.stage.dataset.attempt
    this.#drawFigures()
    this.#draw()
  }

  async choose(id) {
    if (!this.#pictures.some((picture) => picture.id === id)) {
      this.#pictures = await this.#api.get('/api/pictures')
    }
    const isOther = id !== this.#chosen
    this.#chosen = id
    this.#reference = null
    if (isOther && this.#current?.picture !== id) {
      this.candidates.clear()
      this.#current = null
    }
    const words = new URLSearchParams(location.hash.slice(1))
    words.set('picture', id)
    history.replaceState(null, '', `#${words}`)
    this.name.textContent = this.picture?.name ?? ''
    this.name.title = this.name.textContent
    this.#drawStrip()
    this.strip.reveal()
    this.#store.picture = id
    await this.#store.refresh()
    await this.#readAttempts()
  }

  /// Asks for the picture that the settings in force make, or for the one that is being tried.
  encode(isFinal) {
    if (!this.#chosen) return
    this.encoder.request({ picture: this.#chosen, edits: this.#store.edits, variant: this.#variant }, isFinal)
  }

  async #show(result, blob) {
    if (result.picture !== this.#chosen) return
    if (this.candidates.isComparing) {
      // The same again, asked for because something was read anew, ends no comparison; another one does, and is asked for.
      if (result.id !== this.#current?.id) this.candidates.setComparing(false)
      return
    }
    const known = this.#attempts.findIndex(({ id }) => id === result.id)
    if (known < 0) this.#attempts.push(result)
    else this.#attempts[known] = result
    const turn = (this.#turn += 1)
    const isCurrent = () => turn === this.#turn && result.picture === this.#chosen && !this.candidates.isComparing
    await this.viewer.show('after', blob, `After: ${this.picture?.name}`, isCurrent)
    // Another one took its place while it was decoded; it stays an attempt all the same.
    if (!isCurrent()) return
    this.#current = result
    this.viewer.label('Before', 'After')
    this.#drawFigures()
    this.#draw()
    this.warnings.textContent = result.warnings.join('; ')
    // For whoever measures: the picture of this attempt is on the page.
    this.viewer.stage.dataset.attempt = result.id
    this.#drawVariants()
    if (result.reference !== this.#reference) this.#showReference(result)
    this.scoreSoon()
    this.viewer.refreshHeat()
  }

  async #showReference(result) {
    this.#reference = result.reference
    try {
      const { blob } = await this.#api.picture('GET', `/api/results/${result.id}/reference`)
      const isCurrent = () => this.#reference === result.reference && !this.candidates.isComparing
      if (isCurrent()) await this.viewer.show('before', blob, `Before: ${this.picture?.name}`, isCurrent)
    } catch (error) {
      // Newer work took its place; the next picture asks again.
      if (this.#reference === result.reference) this.#reference = null
    }
  }

  #fail(sentence) {
    if (!sentence) return
    this.#turn += 1
    this.viewer.clear('after')
    this.viewer.clear('before')
    this.#reference = null
    this.#current = null
    this.viewer.say(sentence)
    this.#drawFigures()
  }

  // Scores follow: the current one first, then those that were passed over while something moved.

  #scoring = null

  async #score() {
    const isOpen = (attempt) => typeof attempt.scores[this.metric.id] !== 'number' && !attempt.isUnscorable
    const next = this.#current && isOpen(this.#current) ? this.#current : this.#attempts.findLast(isOpen)
    if (!next || this.#scoring === next.id) return
    if (this.encoder.isBusy) return this.scoreSoon()
    this.#scoring = next.id
    try {
      const score = await this.#api.get(`/api/results/${next.id}/score`)
      for (const attempt of [next, ...this.#attempts.filter(({ id }) => id === next.id)]) {
        if (typeof score.value === 'number') attempt.scores[this.metric.id] = score.value
        else attempt.isUnscorable = true
        attempt.meaning = score.meaning
      }
      if (this.#current?.id === next.id) Object.assign(this.#current, { scores: next.scores, meaning: next.meaning })
      this.#drawFigures()
      this.#draw()
    } catch (error) {
      if (error.status === 422) next.isUnscorable = true
    }
    if (this.#scoring === next.id) this.#scoring = null
    this.scoreSoon()
  }

  /// Another page scored something.
  async scored({ picture }) {
    if (picture === this.#chosen) this.#readSoon()
  }

  #readSoon = debounced(400, () => this.#readAttempts())

  async #readAttempts() {
    const id = this.#chosen
    const before = new Set(this.#attempts.map((attempt) => attempt.id))
    const attempts = await this.#api.get(`/api/pictures/${id}/results`).catch(() => null)
    if (!attempts || id !== this.#chosen) return
    // What was shown while the answer was on its way may be too new for it.
    const isNew = (attempt) => attempt.picture === id && !before.has(attempt.id) && !attempts.some((other) => other.id === attempt.id)
    attempts.push(...this.#attempts.filter(isNew))
    for (const attempt of attempts) {
      const known = this.#attempts.find((other) => other.id === attempt.id)
      if (known?.isUnscorable) attempt.isUnscorable = true
      if (known?.meaning) attempt.meaning = known.meaning
    }
    this.#attempts = attempts
    const current = attempts.find((attempt) => attempt.id === this.#current?.id)
    if (current) this.#current = current
    this.#drawFigures()
    this.#draw()
  }

  /// Makes the session's edits what they were at an attempt.
  returnTo(attempt) {
    const edits = Object.entries(attempt.edits).map(([key, json]) => ({ key, json }))
    for (const key of this.#store.modifiedKeys) if (!(key in attempt.edits)) edits.push({ key, reset: true })
    if (edits.length > 0) this.#store.apply(edits)
  }

  async #compare(pins) {
    if (!pins) {
      this.#reference = null
      if (this.#current) this.encode(true)
      return
    }
    const isOn = () => this.candidates.isComparing
    for (const [letter, pane] of [['A', 'before'], ['B', 'after']]) {
      const { blob } = await this.#api.picture('GET', `/api/results/${pins[letter].id}`)
      if (!isOn()) return
      await this.viewer.show(pane, blob, `${letter}: ${this.describe(pins[letter])}`, isOn)
    }
    this.#reference = null
    this.viewer.label(`A  ${this.describe(pins.A)}`, `B  ${this.describe(pins.B)}`)
    this.viewer.refreshHeat()
  }

  async #download() {
    if (!this.#current) return
    const { blob } = await this.#api.picture('GET', `/api/results/${this.#current.id}/file`)
    const url = URL.createObjectURL(blob)
    const stem = (this.picture?.name ?? 'picture').split('/').at(-1).replace(/\.[^.]*$/, '')
    h('a', { href: url, download: `${stem}.${{ jpeg: 'jpg' }[this.#current.format] ?? this.#current.format}` }).click()
    setTimeout(() => URL.revokeObjectURL(url), 10000)
  }

  describe(attempt) {
    const parts = Object.entries(attempt.edits).map(([key, value]) => {
      const text = value === null ? 'not set' : typeof value === 'object' ? `${value.length ?? 1} entries` : String(value)
      return `${this.#store.titleOf(key)} ${text}`
    })
    return parts.length > 0 ? parts.join(', ') : 'No edits'
  }

  #drawFigures() {
    const result = this.#current
    const score = result?.scores[this.metric.id]
    const figure = (name, value, note, className = '') => h('div', { class: `figure ${className}` },
      h('dt', { text: name }), h('dd', { class: 'number', text: value }), h('dd', { class: 'soft note', text: note }))
    this.figures.replaceChildren(...(result ? [
      figure('Size', bytes(result.outputBytes), `of ${bytes(result.inputBytes)}`),
      figure('Saved', saved(result.inputBytes, result.outputBytes).replace('saved ', ''), `${result.width} × ${result.height}`, result.outputBytes > result.inputBytes ? 'bad' : 'good'),
      figure('Encoded in', milliseconds(result.encodeMilliseconds), `${formatName(result.format)}${result.nativeQuality ? ` ${result.nativeQuality}` : ''}`),
      figure(this.metric.title + (this.metric.unit ? `, ${this.metric.unit}` : ''), typeof score === 'number' ? score.toFixed(this.metric.digits) : result.isUnscorable ? '–' : '…', typeof score === 'number' ? this.#meaning(result, score) : ''),
    ] : []))
    this.download.disabled = !result
    // Read out once a picture stands, not while something moves.
    if (typeof score !== 'number') return
    const words = `${bytes(result.outputBytes)}, ${saved(result.inputBytes, result.outputBytes)}, ${this.metric.title} ${score.toFixed(this.metric.digits)}`
    if (this.said.textContent !== words) this.said.textContent = words
  }

  #meaning(result, score) {
    const band = this.metric.bands.find(({ from }) => (this.metric.higherIsBetter ? score >= from : score <= from))
    return result.meaning ?? band?.meaning ?? ''
  }

  #draw() {
    this.plot.show(this.#attempts, this.#current?.id, this.candidates.letters)
    this.candidates.update(this.#current, this.#attempts)
  }

  #drawVariants() {
    const variants = this.#store.states.get('variants')?.value ?? []
    this.variants.hidden = variants.length === 0
    if (this.#variant >= variants.length) this.#variant = 0
    this.variants.replaceChildren(...variants.map((variant, index) => h('option', { value: index, text: variant.name ?? 'variant' })))
    this.variants.value = this.#variant
  }

  #drawStrip() {
    const results = new Map((this.#run?.results ?? []).filter(({ picture }) => picture).map((result) => [result.picture, result]))
    this.strip.show(this.#pictures, this.#chosen, results)
  }

  // Run on all

  ran(run) {
    this.#run = run
    takeRun(run)
    this.#drawStrip()
  }

  async runOnAll() {
    showRun(this.#api, this.#run, (run) => {
      // Events may have come before the answer, and they tell more.
      if (this.#run?.id !== run.id) this.ran(run)
    })
  }
}
