import type { Database } from '@frostline/db'
import { toServiceError } from '../base/to-service-error.ts'

/** A worker beats every 2 s; one silent for longer than this is taken for dead and its runs are taken over. */
const workerSilentAfterMs = 10_000

export interface Readiness {
  /** `fault`: what a person does about it. */
  database: { ok: boolean; elapsedMs: number; fault: string | null }
  /** The worker heard last. `absent`: none has ever started, or all have stopped in order. */
  worker: { state: 'alive' | 'silent' | 'absent' | 'unknown'; ageMs: number | null }
}

const timeoutMs = 2_000

/** Answers within about two seconds and throws for nothing: a probe wants to hear what is wrong. */
export async function readReadiness(db: Database, now: Date): Promise<Readiness> {
  const startedAt = performance.now()
  const look = await limit(
    db.workerHeartbeat.findFirst({ where: { stoppedAt: null }, orderBy: { lastSeenAt: 'desc' } }),
  )
  const elapsedMs = Math.round(performance.now() - startedAt)
  if ('fault' in look)
    return {
      database: { ok: false, elapsedMs, fault: look.fault },
      worker: { state: 'unknown', ageMs: null },
    }
  const database = { ok: true, elapsedMs, fault: null }
  const newest = look.value
  if (!newest) return { database, worker: { state: 'absent', ageMs: null } }
  const ageMs = Math.max(0, now.getTime() - newest.lastSeenAt.getTime())
  return { database, worker: { state: ageMs > workerSilentAfterMs ? 'silent' : 'alive', ageMs } }
}

async function limit<Value>(work: Promise<Value>): Promise<{ value: Value } | { fault: string }> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<{ fault: string }>((resolve) => {
    timer = setTimeout(
      () => resolve({ fault: `PostgreSQL did not answer within ${timeoutMs} ms.` }),
      timeoutMs,
    )
  })
  const outcome = await Promise.race([work.then((value) => ({ value }), explainFault), timeout])
  clearTimeout(timer)
  return outcome
}

/** Probes are open to everybody: nothing of the error itself is told. */
function explainFault(error: unknown): { fault: string } {
  return { fault: toServiceError(error)?.message ?? 'PostgreSQL returned an error. See the log.' }
}
