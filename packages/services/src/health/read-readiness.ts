import type { Database } from '@frostline/db'

/** A worker beats every 2 s; one silent for longer than this is taken for dead and its runs are taken over. */
export const workerSilentAfterMs = 10_000

export interface Readiness {
  database: { ok: boolean; elapsedMs: number }
  /** The worker heard last. `absent`: none has ever started, or all have stopped in order. */
  worker: { state: 'alive' | 'silent' | 'absent' | 'unknown'; ageMs: number | null }
}

const timeoutMs = 2_000

/** Answers within about two seconds and throws for nothing: a probe wants to hear what is wrong. */
export async function readReadiness(db: Database, now: Date): Promise<Readiness> {
  const startedAt = performance.now()
  const newest = await limit(
    db.workerHeartbeat.findFirst({ where: { stoppedAt: null }, orderBy: { lastSeenAt: 'desc' } }),
  )
  const elapsedMs = Math.round(performance.now() - startedAt)
  if (newest === 'no answer') {
    return { database: { ok: false, elapsedMs }, worker: { state: 'unknown', ageMs: null } }
  }
  const database = { ok: true, elapsedMs }
  if (!newest) return { database, worker: { state: 'absent', ageMs: null } }
  const ageMs = Math.max(0, now.getTime() - newest.lastSeenAt.getTime())
  return { database, worker: { state: ageMs > workerSilentAfterMs ? 'silent' : 'alive', ageMs } }
}

async function limit<Value>(work: Promise<Value>): Promise<Value | 'no answer'> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<'no answer'>((resolve) => {
    timer = setTimeout(() => resolve('no answer'), timeoutMs)
  })
  const outcome = await Promise.race([work.catch(() => 'no answer' as const), timeout])
  clearTimeout(timer)
  return outcome
}
