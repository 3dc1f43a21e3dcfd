// Elements, made without ever reading markup: whatever text comes in stays text.

/// An element. `on` holds listeners, `text` its text; `true` and `false` are attributes that are there or not.
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener)
    } else if (name === 'text') {
      element.textContent = value
    } else if (name === 'class') {
      element.className = value
    } else if (name === 'data') {
      Object.assign(element.dataset, value)
    } else if (name === 'value') {
      element.value = value
    } else if (typeof value === 'boolean') {
      element.toggleAttribute(name, value)
    } else {
      element.setAttribute(name, value)
    }
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined))
  return element
}

const svgNamespace = 'http://www.w3.org/2000/svg'

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(svgNamespace, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

const known = fetch('/icons.svg').then((answer) => answer.text()).then((text) =>
  new Set([...text.matchAll(/symbol id="([a-z0-9-]+)"/g)].map((match) => match[1]))).catch(() => new Set())

/// A picture of the page's own; nothing is shown for a name that it has none for.
export function icon(name, className = '') {
  const element = svg('svg', { class: `icon ${className}`, 'aria-hidden': 'true', viewBox: '0 0 16 16' })
  if (name) known.then((names) => {
    if (names.has(name)) element.append(svg('use', { href: `/icons.svg#${name}` }))
    else element.remove()
  })
  return element
}

/// A button with a picture; its label is read out, and shown where `shown` says so.
export function button(label, iconName, listener, { shown = false, className = '', ...props } = {}) {
  return h('button', {
    type: 'button', class: `button ${shown ? '' : 'square'} ${className}`, 'aria-label': shown ? undefined : label,
    title: shown ? undefined : label, on: { click: listener }, ...props,
  }, iconName ? icon(iconName) : null, shown ? h('span', { text: label }) : null)
}

let counter = 0
export const uniqueId = (prefix) => `${prefix}-${++counter}`

/// Calls a function once, when nothing more came for a while; `now` calls it at once where it waits.
export function debounced(milliseconds, body) {
  let timer = null
  const call = (...values) => {
    clearTimeout(timer)
    timer = setTimeout(() => { timer = null; body(...values) }, milliseconds)
  }
  call.cancel = () => { clearTimeout(timer); timer = null }
  return call
}
