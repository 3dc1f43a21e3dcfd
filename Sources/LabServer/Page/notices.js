// Short words about what happened, read out by screen readers.

import { button, h, icon } from '/dom.js'

const place = () => document.getElementById('notices')

/// Says something for a few seconds; what went wrong stays until it is put away.
export function tell(text, { isTrouble = false } = {}) {
  const notice = h('div', { class: `notice ${isTrouble ? 'trouble' : ''}` },
    icon(isTrouble ? 'warn' : 'check'), h('span', { text }),
    button('Put away', 'close', () => notice.remove(), { className: 'quiet' }))
  place().append(notice)
  while (place().children.length > 4) place().firstChild.remove()
  setTimeout(() => notice.remove(), isTrouble ? 12000 : 4000)
}
