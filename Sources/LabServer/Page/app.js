// Puts the page together: the settings screen from the schema document and, where there are pictures, the picture side.

import { API, Offline } from '/api.js'
import { askToken } from '/dialogs/token.js'
import { watchConflicts } from '/dialogs/conflict.js'
import { takeShared } from '/dialogs/share.js'
import { canSweep, catchUpSweep, showSweep, takeSweep } from '/dialogs/sweep.js'
import { follow } from '/events.js'
import { makeBar } from '/bar.js'
import { button } from '/dom.js'
import { tell } from '/notices.js'
import { makePictureSide } from '/picture/side.js'
import { makePanel } from '/settings/panel.js'
import { Store } from '/store.js'

async function begin() {
  const api = new API()
  api.askToken = askToken
  const store = new Store(api)
  const session = await api.begin()
  document.title = session.pictures ? 'imgtune lab' : session.title
  const bar = makeBar(document.getElementById('bar'), api, store)
  store.addEventListener('trouble', ({ detail }) => {
    // The bar tells that already, for as long as it lasts.
    if (!(detail.error instanceof Offline)) tell(detail.error.message, { isTrouble: true })
  })
  await store.load()
  watchConflicts(store)
  const panel = makePanel(document.getElementById('settings'), api, store)
  document.getElementById('main').classList.toggle('alone', !session.pictures)
  const pictures = session.pictures ? await makePictureSide(document.getElementById('picture'), api, store) : null
  bar.attach(pictures)
  if (session.sweeps) {
    panel.addAction((setting) => (canSweep(setting) ? button('Sweep this setting', 'sweep',
      () => showSweep(api, store, setting, pictures.picture), { shown: true, className: 'small' }) : null))
  }

  let run = session.run
  /// The session's edits when the connection was lost: what is read after a restart has none of them.
  let edits = null
  follow(api, {
    async hello() {
      edits ??= store.sessionEdits
      const isAnew = run !== (await api.begin()).run
      panel.showFileProblems(api.session.fileProblems ?? [])
      if (isAnew) pictures?.forget()
      await store.refresh()
      await store.resume()
      await pictures?.refresh()
      await catchUpSweep(api)
      run = api.session.run
      if (isAnew) offerEdits(store, edits)
      edits = null
    },
    async settings({ revision }) {
      if (revision !== store.revision) await store.refresh()
    },
    async pictures() { await pictures?.refresh() },
    score: (data) => pictures?.scored(data),
    run: (data) => pictures?.ran(data),
    sweep: takeSweep,
    files({ problems }) { panel.showFileProblems(problems) },
    note({ text }) { tell(text) },
  }, (isConnected) => {
    if (!isConnected) edits ??= store.sessionEdits
    bar.connected(isConnected)
  })
  document.body.dataset.ready = 'true'
  await takeShared(store)
}

/// The session of a server that was started anew has none of the edits that were made here.
function offerEdits(store, edits) {
  const lost = edits.filter(({ key, json }) => store.setting(key) && JSON.stringify(store.states.get(key).value) !== JSON.stringify(json))
  if (lost.length === 0) return
  const what = lost.length === 1 ? `your edit of ${store.titleOf(lost[0].key)}` : `your ${lost.length} edits`
  tell(`The server was started anew, without ${what}.`, { isTrouble: true, action: ['Bring back', () => store.apply(lost)] })
}

begin().catch((error) => tell(`The page cannot begin: ${error.message}`, { isTrouble: true }))
