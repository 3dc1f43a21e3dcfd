// Two candidates, pinned, to be compared with each other.

import { button, h } from '/dom.js'
import { bytes, formatName } from '/format.js'

export class Candidates {
  /// Called with both attempts, or with null when the comparison is over.
  onCompare = () => {}
  onChange = () => {}
  onReturn = () => {}

  pins = { A: null, B: null }
  isComparing = false

  constructor(metric, describe) {
    this.metric = metric
    this.describe = describe
    this.cards = new Map(['A', 'B'].map((letter) => [letter, { element: h('div'), shows: null }]))
    this.compare = button('Compare A with B', 'check', () => this.setComparing(!this.isComparing), { shown: true, className: 'small', 'aria-pressed': 'false' })
    this.element = h('div', { class: 'candidates' }, h('div', { class: 'panel-head' }, h('h3', { text: 'Candidates' }), this.compare),
      h('div', { class: 'cards' }, [...this.cards.values()].map(({ element }) => element)))
    this.update()
  }

  get letters() {
    return new Map(Object.entries(this.pins).filter(([, attempt]) => attempt).map(([letter, attempt]) => [attempt.id, letter]))
  }

  setComparing(isOn) {
    this.isComparing = isOn && Boolean(this.pins.A && this.pins.B)
    this.compare.setAttribute('aria-pressed', String(this.isComparing))
    this.onCompare(this.isComparing ? this.pins : null)
  }

  pin(letter, attempt) {
    this.pins[letter] = attempt
    this.update()
    this.onChange()
    if (this.isComparing) this.setComparing(true)
  }

  clear() {
    this.pins = { A: null, B: null }
    this.current = null
    if (this.isComparing) this.setComparing(false)
    this.update()
  }

  update(current, attempts = []) {
    this.current = current ?? this.current
    for (const letter of ['A', 'B']) {
      const pinned = this.pins[letter]
      if (pinned) this.pins[letter] = attempts.find(({ id }) => id === pinned.id) ?? pinned
    }
    this.compare.disabled = !this.pins.A || !this.pins.B
    for (const letter of this.cards.keys()) this.#show(letter)
  }

  /// A card stays where it shows the same again, so that a click on it is not lost.
  #show(letter) {
    const card = this.cards.get(letter)
    const shows = JSON.stringify([this.pins[letter], Boolean(this.current)])
    if (shows === card.shows) return
    const does = card.element.contains(document.activeElement) ? document.activeElement.dataset.does : null
    const made = this.#card(letter)
    card.element.replaceWith(made)
    // The focus stays with what it was on; a card that is empty now has nothing but its pin.
    if (does) (made.querySelector(`[data-does="${does}"]`) ?? made.querySelector('[data-does="pin"]')).focus()
    Object.assign(card, { element: made, shows })
  }

  #card(letter) {
    const attempt = this.pins[letter]
    const pin = button(attempt ? `Pin the current one as ${letter} instead` : `Pin as ${letter}`, 'pin',
      () => this.pin(letter, this.current), { shown: !attempt, className: 'small', disabled: !this.current, 'data-does': 'pin' })
    if (!attempt) return h('div', { class: 'card empty' }, h('span', { class: 'letter', text: letter }), pin)
    const score = attempt.scores[this.metric.id]
    return h('div', { class: 'card' }, h('span', { class: 'letter', text: letter }),
      h('button', { type: 'button', class: 'card-body', title: 'Return to it', 'data-does': 'return', on: { click: () => this.onReturn(attempt) } },
        h('span', { text: this.describe(attempt) }),
        h('span', { class: 'soft number', text: `${formatName(attempt.format)}, ${bytes(attempt.outputBytes)}${typeof score === 'number' ? `, ${score.toFixed(this.metric.digits)}` : ''}` })),
      pin, button(`Let go of ${letter}`, 'close', () => this.pin(letter, null), { className: 'small quiet', 'data-does': 'drop' }))
  }
}
