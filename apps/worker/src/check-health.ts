import { hostname } from 'node:os'
import { createDatabase } from '@frostline/db'
import { readWorkerEnv } from './env.ts'

/**
 * For a container's health check: exits with 0 when this host's worker has sent a heartbeat within the last ten
 * seconds.
 */
const silentAfterMs = 10_000

const { db, close } = createDatabase({ connectionString: readWorkerEnv().DATABASE_URL, maxConnections: 1 })
const newest = await db.workerHeartbeat
  .findFirst({ where: { hostname: hostname(), stoppedAt: null }, orderBy: { lastSeenAt: 'desc' } })
  .finally(close)
const ageMs = newest ? Date.now() - newest.lastSeenAt.getTime() : undefined
if (ageMs === undefined || ageMs > silentAfterMs) {
  console.error(
    ageMs === undefined
      ? 'No worker of this host has sent a heartbeat.'
      : `The last heartbeat of the worker was ${ageMs} ms ago.`,
  )
  process.exitCode = 1
}
