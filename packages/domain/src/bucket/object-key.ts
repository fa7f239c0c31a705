/**
 * The server's default object names on a disk: three random letters, a slash, 29 more (since 22.x). The same text is a
 * PostgreSQL pattern.
 */
export const engineKeyPattern = '(^|/)[a-z]{3}/[a-z]{29}$'

const engineKey = new RegExp(engineKeyPattern)

/** Whether a key ends in a name that the server generates. */
export function isEngineKey(key: string): boolean {
  return engineKey.test(key)
}

/** The disk's prefix in a key, with its trailing slash. Null: the key has another naming scheme. */
export function prefixOfKey(key: string): string | null {
  return isEngineKey(key) ? key.slice(0, -33) : null
}

/** Prefixes of which none contains another, so that each object is listed once. */
export function dropNestedPrefixes(prefixes: readonly string[]): string[] {
  const sorted = [...new Set(prefixes)].sort()
  return sorted.filter((prefix, at) => !sorted.slice(0, at).some((other) => prefix.startsWith(other)))
}

/** Margin for clock differences between nodes and store, and for statements that have just started. */
const marginMs = 60_000

/**
 * Objects modified after this are never reported as orphans. The server writes objects before its metadata refers to
 * them, for as long as the statement, merge, move or fetch runs. So an object is judged only when it is older than the
 * grace age and older than all work that was running after the bucket was listed. Work that ended before has its
 * objects in the metadata, which is read later, or has left them behind for good.
 * @param listedAt before the first page of the listing was requested. All times by the store's clock.
 * @param oldestWorkAt of each replica, started before it was queried; null: nothing was running.
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

/** Audits kept per cluster. Older ones are deleted, unless orphans that they found are being removed. */
export const keptAudits = 20
