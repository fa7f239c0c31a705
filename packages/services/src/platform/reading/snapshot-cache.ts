interface Entry {
  answer: Promise<unknown>
  askedAtMs: number
  /** Null while the query is running. */
  expiresMs: number | null
}

export interface SnapshotCache {
  /**
   * The result for `key`, fetched at most once at a time and kept for `ttlMs` after it arrived. A failure is kept as
   * long, so that an unreachable node costs one connection attempt, not one per open page. Later callers get the newest
   * result.
   * @param options.fresh always queries again.
   * @param options.askedSinceMs queries again unless requested since then; an earlier request that is still running
   * does not count.
   */
  get<Value>(
    key: string,
    ask: () => Promise<Value>,
    options: { ttlMs: number; fresh: boolean; askedSinceMs?: number | undefined },
  ): Promise<Value>
  /** Later callers query again, even what is running now. */
  forget(): void
}

/** @param nowMs a monotonic clock. */
export function createSnapshotCache(nowMs: () => number): SnapshotCache {
  const entries = new Map<string, Entry>()

  function dropExpired(): void {
    const now = nowMs()
    for (const [key, entry] of entries)
      if (entry.expiresMs !== null && entry.expiresMs <= now) entries.delete(key)
  }

  return {
    get<Value>(
      key: string,
      ask: () => Promise<Value>,
      {
        ttlMs,
        fresh,
        askedSinceMs = Number.NEGATIVE_INFINITY,
      }: { ttlMs: number; fresh: boolean; askedSinceMs?: number | undefined },
    ) {
      dropExpired()
      const present = entries.get(key)
      // A key identifies one query and its parameters, so its result has the type of that query.
      if (present && !fresh && present.askedAtMs >= askedSinceMs) return present.answer as Promise<Value>
      const askedAtMs = nowMs()
      const answer = ask()
      const entry: Entry = { answer, askedAtMs, expiresMs: null }
      entries.set(key, entry)
      const keep = () => {
        entry.expiresMs = nowMs() + ttlMs
      }
      answer.then(keep, keep)
      return answer
    },
    forget: () => entries.clear(),
  }
}
