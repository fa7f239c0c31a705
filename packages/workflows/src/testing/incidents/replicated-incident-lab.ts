import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '@frostline/embedded'
import { guardFolder } from '@frostline/embedded/testing'
import { getIncident, type Incident, watchStarts } from '@frostline/services'
import { openReplicatedLab, type ReplicatedLab } from '@frostline/services/testing'
import { repeatStatement } from './repeat-statement.ts'

export interface ReplicatedIncidentLab extends ReplicatedLab {
  /** The replica whose fetches may be stopped. */
  readonly laggard: string
  look(from: Date): Promise<Incident>
}

/** Two shards of two replicas with a replicated table, and a steady load of inserts with a quorum and of queries. */
export async function openReplicatedIncidentLab(random: () => number): Promise<ReplicatedIncidentLab> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-incidents-'))
  const unguard = guardFolder(dataDir)
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'frostline' })
  process.env.DATABASE_URL = postgres.superuserUrl
  const lab = await openReplicatedLab()
  const [[first, laggard = ''] = [''], [third] = ['']] = lab.shards
  await lab.createTable('events', { columns: 'id UInt64, text String', orderBy: 'id' })
  const table = `${lab.database}.events`
  /** The clock of the lab stands still. */
  const ctx = { ...lab.ctx, now: () => new Date() }
  // The log of errors begins with the first error. Servers that run for long have it.
  await Promise.all(lab.names.map((node) => lab.ask(node, 'SELECT throwIf(1)').catch(() => undefined)))
  await lab.askAll('SYSTEM FLUSH LOGS')
  const draw = (below: number) => Math.floor(random() * below)
  const quorum = 'SETTINGS insert_quorum = 2, insert_quorum_timeout = 1500'
  const forms: { everyMs: number; on: readonly string[]; sql: () => string }[] = [
    ...Array.from({ length: 3 }, () => ({
      ...{ everyMs: 700, on: [first, third] },
      sql: () => `INSERT INTO ${table} ${quorum} SELECT number + ${draw(1e9)}, 'x' FROM numbers(50)`,
    })),
    { everyMs: 300, on: lab.names, sql: () => `SELECT count() FROM ${table} WHERE id % 7 = ${draw(7)}` },
  ]
  const stops = forms.flatMap(({ everyMs, on, sql }) =>
    on.map((node) => repeatStatement((statement) => lab.ask(node, statement), sql, everyMs)),
  )
  let ended = false
  const watch = (async () => {
    while (!ended) await Promise.all([watchStarts(ctx, lab.clusterId).catch(() => undefined), sleep(1_000)])
  })()
  return {
    ...lab,
    laggard,
    async look(from) {
      await lab.askAll('SYSTEM FLUSH LOGS').catch(() => undefined)
      return getIncident(ctx, { cluster: lab.clusterId, from, to: new Date(), fresh: true })
    },
    async close() {
      ended = true
      await Promise.all([watch, ...stops.map((stop) => stop())])
      await lab.close()
      await postgres.stop()
      unguard()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
