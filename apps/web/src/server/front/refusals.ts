/** Why a request was rejected, for metrics and the log. */
export type RefusalReason =
  | 'body-too-large'
  | 'unreadable-address'
  | 'method'
  | 'body-of-page'
  | 'malformed'
  | 'too-slow'
  | 'foreign-origin'

export interface Refusal {
  reason: RefusalReason
  status: number
  method: string | undefined
  /** Without its query, which may contain user input. */
  path: string | undefined
  /** By the rule for trusted proxies. */
  address: string | null
}

export interface Refusals {
  note: (refusal: Refusal) => void
  count: () => { reason: RefusalReason; status: number; count: number }[]
}

export interface RefusalOptions {
  log: (refusal: Refusal & { unlogged: number }) => void
  now: () => number
  /** Maximum lines per `windowMs`: a million rejections must not fill the disk. */
  maxLines: number
  windowMs: number
}

const longestPath = 200

/** Counts every rejection and logs some. A line includes the number of unlogged ones before it. */
export function createRefusals({ log, now, maxLines, windowMs }: RefusalOptions): Refusals {
  const counts = new Map<string, ReturnType<Refusals['count']>[number]>()
  let windowSince = Number.NEGATIVE_INFINITY
  let lines = 0
  let unlogged = 0
  return {
    note(refusal) {
      const key = `${refusal.reason} ${refusal.status}`
      const known = counts.get(key)
      if (known) known.count += 1
      else counts.set(key, { reason: refusal.reason, status: refusal.status, count: 1 })
      if (now() - windowSince >= windowMs) {
        windowSince = now()
        lines = 0
      }
      if (lines >= maxLines) {
        unlogged += 1
        return
      }
      lines += 1
      log({ ...refusal, path: refusal.path?.split('?', 1)[0]?.slice(0, longestPath), unlogged })
      unlogged = 0
    },
    count: () => [...counts.values()].map((each) => ({ ...each })),
  }
}
