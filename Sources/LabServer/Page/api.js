// The server, seen from the page: documents in and out, pictures, and the token of its run.

export class Refusal extends Error {
  constructor(status, body) {
    super(body?.error ?? `the server answers ${status}`)
    this.status = status
    this.body = body ?? {}
  }
}

/// The server cannot be reached.
export class Offline extends Error {}

export class API {
  /// What this page calls itself, so that the server can be fair between pages.
  client = Math.random().toString(36).slice(2)
  token = sessionStorage.getItem('token') ?? ''
  session = null
  /// Asks the person for the token where the server has none for the page; told whether the last one was wrong.
  askToken = async () => ''

  /// Reads what a page needs to begin; again after the server was restarted.
  async begin() {
    const fromLink = new URLSearchParams(location.hash.slice(1)).get('token')
    if (fromLink) {
      this.token = fromLink
      history.replaceState(null, '', location.pathname)
    }
    while (true) {
      try {
        this.session = await (await this.#fetch('GET', '/api/session')).json()
        break
      } catch (error) {
        if (!(error instanceof Refusal) || error.status !== 401) throw error
        this.token = await this.askToken(this.token !== '')
      }
    }
    if (this.session.token) this.token = this.session.token
    else sessionStorage.setItem('token', this.token)
    return this.session
  }

  async get(path) { return (await this.#request('GET', path)).json() }
  async send(method, path, body, options = {}) {
    return (await this.#request(method, path, { json: body ?? {}, ...options })).json()
  }

  /// A picture, with what the server says of it.
  async picture(method, path, { body, signal } = {}) {
    const answer = await this.#request(method, path, { json: body, signal })
    const result = answer.headers.get('x-lab-result')
    return { blob: await answer.blob(), result: result ? JSON.parse(decodeURIComponent(result)) : null }
  }

  async upload(file) {
    return (await this.#request('POST', `/api/pictures?name=${encodeURIComponent(file.name)}`, { file })).json()
  }

  /// A stream of events that ends when the connection does.
  async *events(signal) {
    const answer = await this.#request('GET', '/api/events', { signal })
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (true) {
      const { done, value } = await reader.read()
      if (done) return
      text += value
      let end
      while ((end = text.indexOf('\n\n')) >= 0) {
        const lines = text.slice(0, end).split('\n')
        text = text.slice(end + 2)
        const name = lines.find((line) => line.startsWith('event: '))?.slice(7)
        const data = lines.find((line) => line.startsWith('data: '))?.slice(6)
        if (name) yield { name, data: data ? JSON.parse(data) : null }
      }
    }
  }

  async #request(method, path, options = {}) {
    try {
      return await this.#fetch(method, path, options)
    } catch (error) {
      // The server was restarted: its new run has another token.
      if (!(error instanceof Refusal) || error.status !== 401) throw error
      await this.begin()
      return this.#fetch(method, path, options)
    }
  }

  async #fetch(method, path, { json, file, signal } = {}) {
    const headers = { 'X-Lab-Client': this.client }
    if (this.token) headers['X-Lab-Token'] = this.token
    if (json !== undefined) headers['Content-Type'] = 'application/json'
    if (file) headers['Content-Type'] = 'application/octet-stream'
    let answer
    try {
      answer = await fetch(path, {
        method, headers, signal, body: json !== undefined ? JSON.stringify(json) : file, cache: 'no-store',
      })
    } catch (error) {
      if (error.name === 'AbortError') throw error
      throw new Offline('the server cannot be reached')
    }
    if (!answer.ok) throw new Refusal(answer.status, await answer.json().catch(() => null))
    return answer
  }
}
