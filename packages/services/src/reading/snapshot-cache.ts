interface Entry {
  answer: Promise<unknown>
  askedAtMs: number
  /** Null while the question is under way. */
  expiresMs: number | null
}

export interface SnapshotCache {
  /**
   * The answer to `key`, asked at most once at a time and kept for `ttlMs` after it came. A failure is kept as long,
   * so that a node that is away costs one connection attempt, not one per open page.
   * Whoever comes after somebody who asked anew gets this newer answer.
   * @param options.fresh asks anew in any case.
   * @param options.askedSinceMs asks anew unless it was asked since then; one that was asked before and is still under
   * way does not count.
   */
  get<Value>(
    key: string,
    ask: () => Promise<Value>,
    options: { ttlMs: number; fresh: boolean; askedSinceMs?: number | undefined },
  ): Promise<Value>
  /** Whoever asks from now on asks anew, also what is being asked already. */
  forget(): void
}

/** @param nowMs a clock that never goes back. */
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
      // A key stands for one query and its parameters, so the answer under it has the type of that query.
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
