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

/** What may have been written before it is known of: the clocks of nodes and store, seconds of a statement's start. */
const marginMs = 60_000

/**
 * Objects that were changed after this are never told of as orphans. The server writes objects before its metadata names
 * them, for as long as the statement, merge, move or fetch takes that writes them. So an object is only judged when it is
 * older than the grace age, and older than all work that was still under way after the bucket was listed: work that has
 * ended by then has its objects in the metadata, which is read later still, or leaves them for good.
 * @param listedAt before the first page of the listing was asked for. All times by the store's clock.
 * @param oldestWorkAt of each replica, begun before it was asked; null: nothing was under way.
 */
export function findCutoff(
  listedAt: Date,
  graceMinutes: number,
  oldestWorkAt: readonly (Date | null)[],
): Date {
  const byGrace = listedAt.getTime() - graceMinutes * 60_000
  const byWork = oldestWorkAt.flatMap((at) => (at === null ? [] : [at.getTime() - marginMs]))
  return new Date(Math.min(byGrace, ...byWork))
}

/** Ended audits of a cluster that are kept; older ones go, unless orphans that they have found are being removed. */
export const keptAudits = 20
