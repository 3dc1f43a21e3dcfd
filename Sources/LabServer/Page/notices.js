// Short words about what happened, read out by screen readers.

import { button, h, icon } from '/dom.js'

const place = () => document.getElementById('notices')

/// Says something for a few seconds, longer where something went wrong; with `[label, what it does]` until it is put away.
export function tell(text, { isTrouble = false, action = null } = {}) {
  const notice = h('div', { class: `notice ${isTrouble ? 'trouble' : ''}` },
    icon(isTrouble ? 'warn' : 'check'), h('span', { text }),
    action ? button(action[0], null, () => { notice.remove(); action[1]() }, { shown: true, className: 'small' }) : null,
    button('Put away', 'close', () => notice.remove(), { className: 'quiet' }))
  place().append(notice)
  while (place().children.length > 4) place().firstChild.remove()
  if (!action) setTimeout(() => notice.remove(), isTrouble ? 12000 : 4000)
}
