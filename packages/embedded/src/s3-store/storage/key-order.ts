/*
 * S3 lists keys in the order of their UTF-8 bytes, which is the order of code points. JavaScript compares UTF-16 code
 * units, which differs where a surrogate (D800–DFFF, code points from 10000) meets E000–FFFF. A sort key swaps these two
 * ranges, so that the plain comparison of sort keys, also of prefixes, gives the right order. Most keys are their own.
 */

const FROM_SURROGATES = /[\ud800-\uffff]/
const SWAPPED = /[\ud800-\uffff]/g

export function toSortKey(key: string): string {
  if (!FROM_SURROGATES.test(key)) return key
  return key.replace(SWAPPED, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x0800)
  })
}

export function fromSortKey(sortKey: string): string {
  if (!FROM_SURROGATES.test(sortKey)) return sortKey
  return sortKey.replace(SWAPPED, (unit) => {
    const code = unit.charCodeAt(0)
    return String.fromCharCode(code >= 0xf800 ? code - 0x2000 : code + 0x0800)
  })
}

/** The least sort key above every one that starts with this prefix, or null if there is none. */
export function nextAfterPrefix(prefix: string): string | null {
  for (let length = prefix.length; length > 0; length -= 1) {
    const code = prefix.charCodeAt(length - 1)
    if (code < 0xffff) return prefix.slice(0, length - 1) + String.fromCharCode(code + 1)
  }
  return null
}
