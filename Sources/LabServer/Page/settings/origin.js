// Every layer's word on a setting, strongest first.

import { h } from '/dom.js'

const layers = {
  default: 'default', suggestion: 'suggestion', user: 'your own', project: 'project file', environment: 'environment',
  commandLine: 'command line', live: 'this session', variant: 'variant',
}

export function originTable(explanation) {
  const row = (candidate) => h('tr', { class: candidate.status },
    h('td', { text: candidate.status === 'won' ? 'in force' : candidate.status }),
    h('td', { text: (layers[candidate.origin.layer] ?? candidate.origin.layer) + (candidate.origin.preset ? `, preset ${candidate.origin.preset}` : '') }),
    h('td', {}, h('code', { text: candidate.raw === '' ? 'empty' : candidate.raw }), candidate.reason || candidate.needs
      ? h('span', { class: 'soft', text: ` ${candidate.reason ?? `needs ${candidate.needs}`}` }) : null),
    h('td', { class: 'soft', text: candidate.origin.layer === 'live' ? '' : candidate.origin.place ?? '' }))
  return h('table', { class: 'table origins' },
    h('thead', {}, h('tr', {}, ['', 'Layer', 'Value', 'Place'].map((text) => h('th', { scope: 'col', text })))),
    h('tbody', {}, explanation.candidates.map(row)))
}
