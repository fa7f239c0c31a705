import { setInterval } from 'node:timers'
import type { Database } from '@frostline/db'
import type { Logger } from '../deps.ts'

const BEAT_EVERY_MS = 1000
/** A worker silent for this long counts as dead. Short enough that a run is taken over within ten seconds. */
export const DEAD_AFTER_MS = 6000

export interface Heartbeat {
  /** Whether this worker itself has been sending heartbeats for long enough to judge the silence of others. */
  maySpeakOfOthers(): boolean
  stop(): Promise<void>
}

/**
 * Writes a heartbeat once a second, by the database's clock. After a database outage every worker looks silent, so none
 * may be declared dead before the judging worker itself has sent heartbeats for a whole term again.
 */
export async function startHeartbeat(
  db: Database,
  identity: { workerId: string; pid: number; hostname: string; version: string },
  log: Logger,
): Promise<Heartbeat> {
  const { workerId, pid, hostname, version } = identity
  await db.$executeRaw`
    INSERT INTO worker_heartbeat ("workerId", "startedAt", "lastSeenAt", pid, hostname, version)
    VALUES (${workerId}, now(), now(), ${pid}, ${hostname}, ${version})`
  let beatingSince = performance.now()
  let lastBeat = performance.now()
  let beating = false

  async function beat(): Promise<void> {
    if (beating) return
    beating = true
    try {
      await db.$executeRaw`UPDATE worker_heartbeat SET "lastSeenAt" = now() WHERE "workerId" = ${workerId}`
      const now = performance.now()
      if (now - lastBeat > DEAD_AFTER_MS / 2) beatingSince = now
      lastBeat = now
    } catch (error) {
      log.warn({ error }, 'Could not write the heartbeat. The database is unreachable')
    } finally {
      beating = false
    }
  }

  const timer = setInterval(beat, BEAT_EVERY_MS)
  return {
    maySpeakOfOthers() {
      const now = performance.now()
      return now - lastBeat < DEAD_AFTER_MS / 2 && now - beatingSince >= DEAD_AFTER_MS
    },
    async stop() {
      clearInterval(timer)
      await db.$executeRaw`UPDATE worker_heartbeat SET "stoppedAt" = now() WHERE "workerId" = ${workerId}`
    },
  }
}
