// Numbers as people read them.

const significant = (value) => value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)

export function bytes(count) {
  if (count < 1000) return `${count} B`
  if (count < 999500) return `${significant(count / 1e3)} kB`
  if (count < 999500000) return `${significant(count / 1e6)} MB`
  return `${significant(count / 1e9)} GB`
}

export function saved(from, to) {
  const share = 100 * (1 - to / from)
  return share >= 0 ? `saved ${share.toFixed(1)} %` : `grew ${(-share).toFixed(1)} %`
}

export function milliseconds(value) {
  if (value < 9.95) return `${value.toFixed(1)} ms`
  return value < 9995 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`
}

const symbols = { pixels: 'px', bytes: 'B', seconds: 's', percent: '%', megapixels: 'MP' }
export const unitSymbol = (unit) => (unit ? symbols[unit] ?? unit : '')

/// A number without a tail of binary noise.
export const decimal = (value) => String(Number(value.toPrecision(12)))

export const formatName = (format) => ({ jpeg: 'JPEG', png: 'PNG', webp: 'WebP' })[format] ?? format
