// The server's events, for as long as the page is looked at; taken up again whenever the connection is lost.

/// Calls `handlers[name](data)` for each event, and `onStatus(isConnected)`. A hidden page holds no connection, since
/// browsers have few for one server; it reads everything anew when it is shown again.
export function follow(api, handlers, onStatus) {
  let controller = null

  async function listen() {
    const mine = (controller = new AbortController())
    let pause = 250
    while (!mine.signal.aborted) {
      try {
        for await (const event of api.events(mine.signal)) {
          pause = 250
          onStatus(true)
          await handlers[event.name]?.(event.data)
        }
      } catch (error) {
        if (error.name === 'AbortError') return
      }
      if (mine.signal.aborted) return
      onStatus(false)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, 2000)
      await api.begin().catch(() => {})
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) controller?.abort()
    else if (controller?.signal.aborted) listen()
  })
  listen()
}
