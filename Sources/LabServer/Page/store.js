// The settings as the page knows them: the schema, what is in force, and edits that are not committed yet.

import { Offline, Refusal } from '/api.js'
import { debounced } from '/dom.js'

/// Tells `state` when what is in force may be another, `draft` when an edit is under way, `check` with what is wrong
/// with a draft, `conflict` with what somebody else changed meanwhile, and `trouble` with what failed.
export class Store extends EventTarget {
  schema = null
  revision = 0
  canUndo = false
  canRedo = false
  /// The picture that conditions are judged by.
  picture = null
  states = new Map()
  /// Values that are being tried, by key: `{ text }` or `{ json }`.
  drafts = new Map()

  #api
  #bases = new Map()
  /// Commits that the server could not be reached for.
  #unsent = new Map()
  #queue = Promise.resolve()
  #validate = debounced(120, () => this.#check())

  constructor(api) {
    super()
    this.#api = api
  }

  get query() { return this.picture ? `?picture=${encodeURIComponent(this.picture)}` : '' }
  setting(key) { return this.schema.settings.find((setting) => setting.key === key) }
  titleOf(key) { return this.setting(key)?.title ?? key }
  get modifiedKeys() { return [...this.states.values()].filter((state) => state.modified).map((state) => state.key) }

  async load() {
    this.schema = await this.#api.get('/api/schema')
    await this.refresh()
  }

  /// Reads what is in force.
  async refresh() { this.#take(await this.#api.get(`/api/state${this.query}`)) }

  #take(document) {
    const before = this.states
    this.revision = document.revision
    this.canUndo = document.canUndo
    this.canRedo = document.canRedo
    this.states = new Map(document.settings.map((state) => [state.key, state]))
    for (const [key, state] of this.states) {
      const old = before.get(key)
      // A preset that the session itself chose is no change by somebody else.
      const isOutside = [old?.below, state.below].every((below) => below && below.origin.layer !== 'live')
      if (isOutside && old.below.text !== state.below.text) {
        this.#tell('conflict', { kind: 'file', key, mine: state.text, theirs: state.below.text, place: state.below.place })
      }
    }
    this.#tell('state')
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { detail })) }

  /// Tries a value without committing it.
  preview(key, value) {
    if (!this.#bases.has(key)) this.#bases.set(key, this.revision)
    this.drafts.set(key, value)
    this.#tell('draft', { key })
    this.#validate()
  }

  /// Gives up what was tried.
  abandon(key) {
    if (!this.drafts.delete(key)) return
    this.#bases.delete(key)
    this.#tell('check', { key, problems: [] })
    this.#tell('draft', { key })
    this.#tell('state')
  }

  /// Commits the value of one setting. Somebody else's change since the edit began is a conflict.
  commit(key, value) {
    if (!this.#bases.has(key)) this.#bases.set(key, this.revision)
    this.drafts.set(key, value)
    this.#validate.cancel()
    return this.#inTurn(async () => {
      try {
        const document = await this.#patch([{ key, ...value }], this.#bases.get(key) ?? this.revision)
        // What this page committed itself is no change by somebody else.
        if (this.drafts.get(key) === value) this.#settle(key)
        else this.#bases.set(key, document.revision)
        this.#take(document)
      } catch (error) {
        await this.#refused(error, key, value)
      }
    })
  }

  #settle(key) {
    this.drafts.delete(key)
    this.#bases.delete(key)
    this.#tell('check', { key, problems: [] })
  }

  async #refused(error, key, value) {
    if (error instanceof Offline) this.#unsent.set(key, value)
    if (!(error instanceof Refusal)) return this.#tell('trouble', { error })
    if (error.status === 422) {
      this.#tell('check', { key, problems: error.body.problems ?? [{ key, problem: error.message }] })
    } else if (error.status === 409) {
      if (error.body.state) this.#take(error.body.state)
      if (error.body.keys?.length) {
        const theirs = this.states.get(key)
        const mine = value.text ?? JSON.stringify(value.json)
        this.#tell('conflict', { kind: 'edit', key, value, mine, theirs: theirs.text, place: theirs.origin.place ?? '' })
      } else {
        // The server was restarted and counts anew.
        this.#bases.set(key, this.revision)
        this.#queue.then(() => this.commit(key, value))
      }
    } else {
      this.#tell('trouble', { error })
    }
  }

  /// What the session changed, as edits.
  get sessionEdits() { return this.modifiedKeys.map((key) => ({ key, json: this.states.get(key).value })) }

  /// Commits again what could not be sent, now that the server is there.
  resume() {
    const unsent = [...this.#unsent]
    this.#unsent.clear()
    return Promise.all(unsent.filter(([key, value]) => this.drafts.get(key) === value).map(([key, value]) => this.commit(key, value)))
  }

  /// Commits several edits at once, whatever was in force before.
  apply(edits) {
    return this.#inTurn(async () => {
      try {
        const document = await this.#patch(edits, null)
        for (const edit of edits) this.#settle(edit.key)
        this.#take(document)
        return true
      } catch (error) {
        this.#tell('trouble', { error })
        return false
      }
    })
  }

  reset(keys) { return this.apply(keys.map((key) => ({ key, reset: true }))) }

  step(direction) {
    return this.#inTurn(async () => {
      try {
        this.#take(await this.#api.send('POST', `/api/${direction}${this.query}`))
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 404) this.#tell('trouble', { error })
      }
    })
  }

  #patch(edits, revision) {
    return this.#api.send('PATCH', `/api/state${this.query}`, { edits, revision })
  }

  /// Edits follow one another, in the order in which they were made.
  #inTurn(body) {
    const turn = this.#queue.then(body)
    this.#queue = turn.catch(() => {})
    return turn
  }

  /// The drafts as edits.
  get edits() { return [...this.drafts].map(([key, value]) => ({ key, ...value })) }

  async #check() {
    const edits = this.edits
    if (edits.length === 0) return
    try {
      const answer = await this.#api.send('POST', '/api/validate', { edits })
      for (const { key } of edits) {
        this.#tell('check', { key, problems: answer.problems.filter((problem) => problem.key === key) })
      }
    } catch (error) {
      if (!(error instanceof Refusal)) this.#tell('trouble', { error })
    }
  }
}
