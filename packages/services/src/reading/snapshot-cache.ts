interface Entry {
  answer: Promise<unknown>
  /** Null while the question is under way. */
  expiresMs: number | null
}

export interface SnapshotCache {
  /**
   * The answer to `key`, asked at most once at a time and kept for `ttlMs` after it came. A failure is kept as long,
   * so that a node that is away costs one connection attempt, not one per open page.
   * @param fresh asks anew, and whoever comes after gets this newer answer.
   */
  get<Value>(
    key: string,
    ask: () => Promise<Value>,
    options: { ttlMs: number; fresh: boolean },
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
    get<Value>(key: string, ask: () => Promise<Value>, options: { ttlMs: number; fresh: boolean }) {
      dropExpired()
      const present = entries.get(key)
      // A key stands for one query and its parameters, so the answer under it has the type of that query.
      if (present && !options.fresh) return present.answer as Promise<Value>
      const answer = ask()
      const entry: Entry = { answer, expiresMs: null }
      entries.set(key, entry)
      const keep = () => {
        entry.expiresMs = nowMs() + options.ttlMs
      }
      answer.then(keep, keep)
      return answer
    },
    forget: () => entries.clear(),
  }
}
