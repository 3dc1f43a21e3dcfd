// Conditions of the schema document in a reader's words.

/// "Format is JPEG or WebP, and Lossless is No".
export function conditionText(condition, schema) {
  const setting = (key) => schema.settings.find((setting) => setting.key === key)
  const title = (key) => setting(key)?.title ?? key
  const value = (key, text) => setting(key)?.kind.choices?.find((choice) => choice.value === text)?.title ?? text
  const join = (parts, word) => parts.join(`${parts.length > 2 ? ',' : ''} ${word} `)
  if (condition.isSet) return `${title(condition.isSet)} is set`
  if (condition.oneOf) return `${title(condition.key)} is ${join(condition.oneOf.map((text) => value(condition.key, text)), 'or')}`
  if (condition.not?.isSet) return `${title(condition.not.isSet)} is not set`
  if (condition.not) return `not: ${conditionText(condition.not, schema)}`
  if (condition.all) return join(condition.all.map((part) => conditionText(part, schema)), 'and')
  if (condition.any?.every((part) => part.isSet)) return `${join(condition.any.map((part) => title(part.isSet)), 'or')} is set`
  if (condition.any) return join(condition.any.map((part) => conditionText(part, schema)), 'or')
  return ''
}
