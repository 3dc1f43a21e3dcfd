// The benches that were run on this machine.

import { h } from '/dom.js'
import { openDialog } from '/dialogs/dialog.js'
import { tell } from '/notices.js'

export async function showHistory(api) {
  try {
    const runs = await api.get('/api/history')
    openDialog('History of benches', runs.length === 0 ? [h('p', { class: 'soft', text: 'No bench was run yet.' })] : [
      h('div', { class: 'scroll', tabindex: '0' }, h('table', { class: 'table' },
        h('thead', {}, h('tr', {}, [['Run', 'number'], ['When'], ['Command'], ['Points', 'number'], ['Pictures', 'number'], ['']].map(([text, className]) => h('th', { scope: 'col', class: className, text })))),
        h('tbody', {}, runs.map((run) => h('tr', {},
          h('td', { class: 'number', text: run.id }), h('td', { text: new Date(run.started).toLocaleString() }),
          h('td', {}, h('code', { text: run.command })), h('td', { class: 'number', text: run.points }),
          h('td', { class: 'number', text: run.failures ? `${run.pictures}, ${run.failures} failed` : run.pictures }),
          h('td', { class: 'link' }, run.report ? h('a', { href: run.report, target: '_blank', rel: 'noopener', text: 'Report' }) : null)))))),
      h('p', { class: 'soft', text: 'Reports of this server\'s own sweeps are kept while it runs; imgtune history show, diff and export tell more of a run.' }),
    ], [['Close', null, 'main']])
  } catch (error) {
    tell(error.message, { isTrouble: true })
  }
}
