// Health check of the worker image: the worker of this container has written "alive" in the last ten seconds. It does
// so once a second; by the database's clock, so the clocks need not agree.
import { hostname } from 'node:os'
// biome-ignore lint/correctness/noUndeclaredDependencies: it runs in the image, beside the worker's own packages.
import pg from 'pg'

const client = new pg.Client({
  connectionString: process.env.DATABASE_URL,
  connectionTimeoutMillis: 4000,
  query_timeout: 4000,
  application_name: 'frostline-health',
})
try {
  await client.connect()
  const { rows } = await client.query(
    `SELECT 1 FROM worker_heartbeat
     WHERE hostname = $1 AND "stoppedAt" IS NULL AND "lastSeenAt" > now() - INTERVAL '10 seconds' LIMIT 1`,
    [hostname()],
  )
  if (rows.length === 0) throw new Error(`no worker on ${hostname()} was heard in the last 10 s`)
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await client.end().catch(() => {})
}
