/**
 * Names of databases, tables or sources, as in ClickHouse's GRANT: an exact name, or a prefix that ends with `*`. Only `*`
 * matches everything. Patterns of this form can be intersected: the narrower of two is their intersection, or they share no name.
 */
export type NamePattern = string

export const everyName: NamePattern = '*'

function prefixOf(pattern: NamePattern): string | null {
  return pattern.endsWith('*') ? pattern.slice(0, -1) : null
}

export function matchesName(pattern: NamePattern, name: string): boolean {
  const prefix = prefixOf(pattern)
  return prefix === null ? name === pattern : name.startsWith(prefix)
}

/** Null: they share no name. */
export function intersectPatterns(a: NamePattern, b: NamePattern): NamePattern | null {
  if (covers(a, b)) return b
  return covers(b, a) ? a : null
}

/** Whether `wide` matches all that `narrow` matches. */
function covers(wide: NamePattern, narrow: NamePattern): boolean {
  const inner = prefixOf(narrow)
  const outer = prefixOf(wide)
  if (outer === null) return inner === null && wide === narrow
  return (inner ?? narrow).startsWith(outer)
}

/** A pattern, read for the ledger: an exact name, or what its names begin with. */
export function readPattern(pattern: NamePattern): { exact: string } | { prefix: string } {
  const prefix = prefixOf(pattern)
  return prefix === null ? { exact: pattern } : { prefix }
}

/** Why a person's text is no pattern; null: it is one. */
export function findPatternFault(text: string): string | null {
  if (text === '') return 'A name or a prefix with * is missing.'
  if (text.slice(0, -1).includes('*')) return 'Only the last character may be *, as in a_*.'
  if (text.endsWith('%')) return 'Write a prefix with *, as in a_*, not with %.'
  return null
}
