const deepest = 64
const maxValues = 200_000
const longestText = 1_000_000
const prototypeKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * What no input may contain, in any field: text that cannot be stored or sent (NUL, lone surrogates), prototype keys,
 * and excessive size. Null: none of it.
 * @returns a sentence that names the field but never repeats its value.
 */
export function findInputFault(input: unknown): string | null {
  const open: { value: unknown; path: string; depth: number }[] = [{ value: input, path: '', depth: 0 }]
  let seen = 0
  for (let each = open.pop(); each; each = open.pop()) {
    const { value, path, depth } = each
    seen += 1
    if (seen > maxValues) return `The input has more than ${maxValues} values.`
    const at = path === '' ? 'The input' : path
    const fault = typeof value === 'string' ? findTextFault(value) : null
    if (fault) return `${at} ${fault}.`
    if (value instanceof Date && Number.isNaN(value.getTime())) return `${at} is not a date.`
    if (typeof value !== 'object' || value === null) continue
    if (depth >= deepest) return `${at} is nested deeper than ${deepest} levels.`
    for (const [key, part] of Object.entries(value)) {
      const inKey = prototypeKeys.has(key) ? 'is not allowed' : findTextFault(key)
      if (inKey) return `${at} has a field whose name ${inKey}.`
      const shown = key.length > 100 ? `${key.slice(0, 100)}…` : key
      open.push({
        value: part,
        path: path === '' ? shown : `${path}.${shown}`.slice(0, 400),
        depth: depth + 1,
      })
    }
  }
  return null
}

const loneSurrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/** The end of the sentence after the field name. */
function findTextFault(text: string): string | null {
  if (text.length > longestText) return `is longer than ${longestText} characters`
  if (text.includes('\0')) return 'contains the character NUL (U+0000). Remove it'
  return loneSurrogate.test(text)
    ? 'contains half of a surrogate pair, which is not a valid character. Remove it'
    : null
}
