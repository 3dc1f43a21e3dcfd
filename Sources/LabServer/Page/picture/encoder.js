// Asks for pictures as fast as they come, and never for one that nobody wants any more.

import { Refusal } from '/api.js'

/// While something is tried, one request is under way and the newest wish waits behind it; what is committed takes its
/// place at once. Calls `shown(result, blob)` with each picture, `failed(sentence)` where there is none, and
/// `busy(isBusy)` when it begins and when nothing is waited for any more.
export class Encoder {
  #api
  #shown
  #failed
  #busy
  #underWay = null
  #wish = null

  constructor(api, shown, failed, busy) {
    this.#api = api
    this.#shown = shown
    this.#failed = failed
    this.#busy = busy
  }

  /// - wish: { picture, edits, variant }, and whether it is final.
  request(wish, isFinal) {
    this.#wish = { ...wish, isFinal }
    this.#busy(true)
    if (this.#underWay) {
      const isOld = performance.now() - this.#underWay.since > 400
      if (!isFinal && !isOld) return
      // A picture that was to come has to come, also where what is tried in its place is refused.
      this.#wish.isFinal ||= this.#underWay.isFinal
      this.#underWay.controller.abort()
      this.#underWay = null
    }
    this.#next()
  }

  /// Whether something is being waited for.
  get isBusy() { return this.#underWay !== null || this.#wish !== null }

  async #next() {
    if (!this.#wish) return
    const { isFinal, ...wish } = this.#wish
    this.#wish = null
    const mine = (this.#underWay = { controller: new AbortController(), since: performance.now(), isFinal })
    try {
      const { blob, result } = await this.#api.picture('POST', '/api/encode', { body: wish, signal: mine.controller.signal })
      if (this.#underWay === mine) await this.#shown(result, blob)
    } catch (error) {
      if (error.name !== 'AbortError' && this.#underWay === mine) {
        // What is wrong with a value stands beside its field; 410 says that newer work is under way.
        const isTold = error instanceof Refusal && (error.status === 410 || error.body.problems)
        this.#failed(isTold ? null : error.message)
        // A value that stands refused in its field must not keep the picture away that is in force without it.
        if (error.body?.problems && isFinal && wish.edits.length > 0) this.#wish = { ...(this.#wish ?? { ...wish, edits: [] }), isFinal }
      }
    }
    if (this.#underWay === mine) {
      this.#underWay = null
      if (this.#wish) this.#next()
      else this.#busy(false)
    }
  }
}
