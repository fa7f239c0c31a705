/**
 * As the server names objects of a disk unless it is told otherwise: three random letters, a slash, 29 more (since 22.x).
 * The same text is a pattern of PostgreSQL.
 */
export const engineKeyPattern = '(^|/)[a-z]{3}/[a-z]{29}$'

const engineKey = new RegExp(engineKeyPattern)

/** Whether a key ends in a name that the server gives. */
export function isEngineKey(key: string): boolean {
  return engineKey.test(key)
}

/** What stands before the names of a disk's objects, with the slash at its end. Null: the key is named otherwise. */
export function prefixOfKey(key: string): string | null {
  return isEngineKey(key) ? key.slice(0, -33) : null
}

/** Prefixes none of which begins with another: each object is listed once. */
export function dropNestedPrefixes(prefixes: readonly string[]): string[] {
  const sorted = [...new Set(prefixes)].sort()
  return sorted.filter((prefix, at) => !sorted.slice(0, at).some((other) => prefix.startsWith(other)))
}
