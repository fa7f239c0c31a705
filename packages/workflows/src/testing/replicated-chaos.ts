import { setTimeout as sleep } from 'node:timers/promises'
import type { EmbeddedPostgres } from '@frostline/embedded'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import {
  applyTableTtl,
  createSource,
  getTierMigration,
  previewTableTtl,
  retryLoad,
  retryTierMigration,
} from '@frostline/services'
import type { ReplicatedLab } from '@frostline/services/testing'
import { findAuditFaults, findEndFaults } from './replicated-end-state.ts'
import { ReplicatedRows } from './replicated-rows.ts'
import { seededRandom } from './seeded-random.ts'

/** `fetches` and `queue` stop a replica's fetches or its whole replication queue for a while: nothing is killed. */
const replicatedVictims = [
  ...(['worker', 'web', 'postgres', 'node', 'store', 'zookeeper', 'fetches', 'queue'] as const),
]
type ReplicatedVictim = (typeof replicatedVictims)[number]

export interface ReplicatedChaosReport {
  seed: number
  disturbances: Record<ReplicatedVictim, number>
  rounds: number
  /** Rows of loads, of others and from before the round, each present once. */
  rows: number
  insertsOfOthers: number
  /** Runs that failed with a stated reason, and were then completed by a retry. */
  retried: number
  /**
   * Objects that belong to no part after a round in which a node, the store or ZooKeeper was killed. See ChaosReport.
   */
  objectsOfKilledServers: number
  faults: string[]
}

export interface ReplicatedPrograms {
  killWorker(): Promise<void>
  killWeb(awayMs: number): Promise<void>
  planAndStart(request: Record<string, unknown>): Promise<string>
  startLoad(draft: { cluster: string; title: string }): Promise<{ id: string }>
}

const maxDisturbancesARound = 6
const patienceMs = 240_000
const loadRows = 4_000
/** Objects to load: no disk has them. */
const sources = 'chaos-replicated/'
const isSource = (key: string) => key.startsWith(sources)

/**
 * Each round moves the partitions of a replicated table to S3, loads objects into it, changes its TTL and lets others
 * insert, while programs, servers and ZooKeeper are killed and replicas fall behind, the same ones for the same seed.
 * At the end of the round every run has ended (at once, or by one retry after a stated failure), each row is present
 * once, replicas are writable and have the same parts, locks match the shared parts, an audit names each object that no
 * replica refers to, and nothing of ours is left.
 */
export async function runReplicatedChaos(
  lab: ReplicatedLab,
  postgres: EmbeddedPostgres,
  programs: ReplicatedPrograms,
  options: { seed: number; kills: number; report?: (line: string) => void },
): Promise<ReplicatedChaosReport> {
  const random = seededRandom(options.seed)
  const report: ReplicatedChaosReport = {
    seed: options.seed,
    disturbances: { worker: 0, web: 0, postgres: 0, node: 0, store: 0, zookeeper: 0, fetches: 0, queue: 0 },
    ...{ rounds: 0, rows: 0, insertsOfOthers: 0, retried: 0, objectsOfKilledServers: 0, faults: [] },
  }
  const bucket = await openBucket(lab)
  const knownOrphans = new Set(await listOrphans(lab, bucket))
  try {
    for (let left = options.kills; left > 0; ) {
      const table = `chaos_${report.rounds++}`
      const policy = report.rounds % 3 === 0 ? 'tiered_shared' : 'tiered'
      const rows = new ReplicatedRows(lab, table)
      await rows.createTable(policy)
      const prefix = `${sources}${table}/`
      const from = rows.take(loadRows)
      for (let object = 0; object < 4; object++)
        await bucket.put(`${prefix}${object}.csv`, rows.csv(from + (object * loadRows) / 4, loadRows / 4))

      const work = [
        programs.planAndStart({
          cluster: lab.clusterId,
          database: lab.database,
          table,
          targetVolume: 'cold',
          goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
          limits: { replicas: { behind: 'wait', away: 'refuse' } },
        }),
        programs.startLoad(draftOf(lab, bucket, table, prefix)).then(({ id }) => id),
      ] as const
      const ttl = changeTtl(lab, table, 40 + Math.floor(random() * 50))
      const others = rows.insertRepeatedly(random)
      // Early failures are reported at the end of the round.
      for (const each of [...work, ttl]) each.catch(() => undefined)
      let killedServers = false
      for (let count = Math.min(left, maxDisturbancesARound); count > 0; count--, left--) {
        await sleep(200 + random() * 1500)
        const victim = replicatedVictims[Math.floor(random() * replicatedVictims.length)] ?? 'worker'
        const node = lab.names[Math.floor(random() * lab.names.length)] ?? ''
        const awayMs = 200 + random() * 2500
        await disturb({ lab, postgres, programs, table }, victim, node, awayMs)
        killedServers ||= victim === 'node' || victim === 'store' || victim === 'zookeeper'
        report.disturbances[victim]++
      }
      report.insertsOfOthers += await others.stop()

      const faults: string[] = []
      const failed = (what: string) => (thrown: unknown) => void faults.push(`${what}: ${thrown}`)
      const [migration, load] = work
      await migration.then((id) => settleMigration(lab, id, report)).catch(failed('the migration'))
      await load.then((id) => settleLoad(lab, id, report)).catch(failed('the load'))
      await ttl.then((wanted) => verifyTtl(lab, table, wanted)).catch(failed('the TTL'))
      faults.push(...(await rows.findFaults()), ...(await findEndFaults(lab, table, policy)))
      faults.push(...(await findAuditFaults(lab, bucket, isSource)))
      faults.push(...(await findLeftovers(lab, table)))
      await lab.askAll(`DROP TABLE ${lab.database}.${table} SYNC`)
      const orphans = await waitForNoOrphans(lab, bucket, knownOrphans)
      for (const key of orphans) knownOrphans.add(key)
      if (killedServers) report.objectsOfKilledServers += orphans.length
      else if (orphans.length > 0)
        faults.push(`${orphans.length} objects belong to no part, such as ${orphans[0]}`)
      report.rows += rows.taken
      report.faults.push(...faults.map((fault) => `${table} ${policy} (seed ${options.seed}): ${fault}`))
      const done = replicatedVictims.map((victim) => `${victim} ${report.disturbances[victim]}`).join(', ')
      options.report?.(
        `${table} ${policy}: ${rows.taken} rows${faults.map((fault) => `; FAULT ${fault}`).join('')}; so far: ${done}`,
      )
    }
    // Including what was left when the last table was dropped.
    for (const fault of await findAuditFaults(lab, bucket, isSource)) report.faults.push(fault)
  } finally {
    await bucket.close()
  }
  return report
}

interface Scene {
  lab: ReplicatedLab
  postgres: EmbeddedPostgres
  programs: ReplicatedPrograms
  table: string
}

async function disturb(
  { lab, postgres, programs, table }: Scene,
  victim: ReplicatedVictim,
  node: string,
  awayMs: number,
): Promise<void> {
  const away = async (kill: () => Promise<unknown>, start: () => Promise<unknown>) => {
    await kill()
    await sleep(awayMs)
    await start()
  }
  const at = `${lab.database}.${table}`
  switch (victim) {
    case 'worker':
      return programs.killWorker()
    case 'web':
      return programs.killWeb(awayMs)
    case 'postgres':
      return away(
        () => postgres.kill(),
        () => postgres.restart(),
      )
    case 'node':
      return away(
        () => lab.kill(node),
        () => lab.start(node),
      )
    case 'store':
    case 'zookeeper':
      return away(
        () => lab.kill(victim),
        () => lab.start(victim),
      )
    case 'fetches':
      return away(
        () => lab.stopFetches(node, table),
        () => lab.startFetches(node, table),
      )
    case 'queue':
      return away(
        () => lab.ask(node, `SYSTEM STOP REPLICATION QUEUES ${at}`),
        () => lab.ask(node, `SYSTEM START REPLICATION QUEUES ${at}`),
      )
  }
}

interface Bucket {
  name: string
  sourceId: string
  put(key: string, text: string): Promise<void>
  keys(): AsyncGenerator<string>
  close(): Promise<void>
}

async function openBucket(lab: ReplicatedLab): Promise<Bucket> {
  const access = lab.replicas.store
  if (!access) throw new Error('Chaos on replicas needs their store.')
  const { bucket, ...auth } = access
  const store: ObjectStore = createObjectStore(access)
  const { endpoint, region, accessKeyId, secretAccessKey } = auth
  const source = await createSource(lab.as('admin'), {
    name: 'chaos',
    auth: 'keys',
    buckets: [bucket],
    ...{ endpoint, region, accessKeyId, secretAccessKey },
  })
  return {
    name: bucket,
    sourceId: source.id,
    async put(key, text) {
      const outcome = await store.put(bucket, key, text)
      if (outcome.kind !== 'ok') throw new Error(`${key} was not stored: ${outcome.message}`)
    },
    async *keys() {
      for await (const page of store.list(bucket)) for (const { key } of page.objects) yield key
    },
    async close() {
      store.close()
    },
  }
}

function draftOf(lab: ReplicatedLab, bucket: Bucket, table: string, prefix: string) {
  const columns = ['day', 'id', 'text']
  return {
    cluster: lab.clusterId,
    title: table,
    source: {
      id: bucket.sourceId,
      bucket: bucket.name,
      selection: { kind: 'glob', glob: `${prefix}*.csv` },
    },
    read: {
      format: 'CSVWithNames',
      compression: 'none',
      columns: [
        { name: 'day', type: 'Date' },
        { name: 'id', type: 'UInt64' },
        { name: 'text', type: 'String' },
      ],
    },
    target: { database: lab.database, table },
    mapping: columns.map((column) => ({ column, expression: column })),
    strategy: 'single-node',
    batch: { maxBytes: '1000000000', maxObjects: 2 },
  }
}

/** Until it is applied on every node: nodes that are down now are retried. @returns the TTL. */
async function changeTtl(lab: ReplicatedLab, table: string, years: number): Promise<string> {
  const ttl = `day + toIntervalYear(${years}) TO VOLUME 'cold'`
  const at = { cluster: lab.cluster, database: lab.database, table }
  const deadline = Date.now() + patienceMs
  for (let last: unknown = ''; Date.now() < deadline; await sleep(500)) {
    try {
      const { data } = await previewTableTtl(lab.ctx, { ...at, ttl })
      const accepts = data.accept.gentle
      const applied = await applyTableTtl(lab.ctx, {
        ...{ ...at, ttl, mode: 'gentle' as const },
        ...(accepts ? { accepts } : {}),
      })
      if (applied.outcome === 'applied') return ttl
      last = applied.nodes.map(({ node, state, error }) => `${node} ${state} ${error ?? ''}`).join(', ')
    } catch (thrown) {
      last = thrown
    }
    if (Date.now() + 1000 > deadline) throw new Error(`not applied: ${last}`)
  }
  throw new Error('not applied')
}

async function verifyTtl(lab: ReplicatedLab, table: string, wanted: string): Promise<void> {
  const sql = `SELECT engine_full AS full FROM system.tables WHERE database = '${lab.database}' AND name = '${table}'`
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = (await lab.askAll<{ full: string }>(sql)).map(([row]) => row?.full ?? '')
    if (found.every((full) => full.includes(wanted))) return
    if (Date.now() > deadline) throw new Error(`nodes have ${found.join(' | ')}`)
    await sleep(500)
  }
}

type Settled = { status: string; why: string }

/** A run may fail with a reason; then one retry has to complete it. */
async function settle(
  report: ReplicatedChaosReport,
  read: () => Promise<Settled>,
  retry: () => Promise<unknown>,
): Promise<void> {
  let last: Settled = { status: 'unknown', why: '' }
  let retries = 1
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    last = await read().catch(() => last)
    if (last.status === 'completed') return
    if (last.status === 'failed' || last.status === 'cancelled') {
      if (last.why === '') throw new Error(`it ${last.status} without a reason`)
      if (retries-- === 0) throw new Error(`it ${last.status} again: ${last.why}`)
      report.retried++
      await retry()
    }
    await sleep(200)
  }
  throw new Error(`it is ${last.status} after ${patienceMs} ms: ${last.why}`)
}

function settleMigration(lab: ReplicatedLab, id: string, report: ReplicatedChaosReport): Promise<void> {
  return settle(
    report,
    async () => {
      const { status, error, stepList } = await getTierMigration(lab.as('viewer'), { id })
      const why = stepList.flatMap((step) => step.error ?? step.waitReason ?? [])
      return { status, why: [error ?? '', ...why].filter(Boolean).join('; ') }
    },
    () => retryTierMigration(lab.as('operator'), { id }),
  )
}

function settleLoad(lab: ReplicatedLab, id: string, report: ReplicatedChaosReport): Promise<void> {
  return settle(
    report,
    async () => {
      const { status, error, waitReason } = await lab.db.run.findUniqueOrThrow({ where: { id } })
      return { status, why: error ?? waitReason ?? '' }
    },
    () => retryLoad(lab.as('operator'), { id }),
  )
}

async function findLeftovers(lab: ReplicatedLab, table: string): Promise<string[]> {
  const faults: string[] = []
  const others = await lab.askAll<{ name: string }>(
    `SELECT name FROM system.tables WHERE database = '${lab.database}' AND name != '${table}'`,
  )
  const tables = [...new Set(others.flat().map(({ name }) => name))]
  if (tables.length > 0) faults.push(`staging tables are left: ${tables.join(', ')}`)
  if ((await lab.db.stoppedMoves.count()) > 0) faults.push('START MOVES is owing')
  const loads = await lab.db.loadJob.count({ where: { title: table } })
  if (loads !== 1) faults.push(`${loads} loads were started instead of one`)
  return faults
}

/** Objects of removed parts are deleted a moment later. */
async function waitForNoOrphans(
  lab: ReplicatedLab,
  bucket: Bucket,
  known: ReadonlySet<string>,
): Promise<string[]> {
  for (let attempt = 0; ; attempt++) {
    const orphans = (await listOrphans(lab, bucket)).filter((key) => !known.has(key))
    if (orphans.length === 0 || attempt === 20) return orphans
    await sleep(500)
  }
}

async function listOrphans(lab: ReplicatedLab, bucket: Bucket): Promise<string[]> {
  const owned = await lab.askAll<{ path: string }>(
    'SELECT DISTINCT remote_path AS path FROM system.remote_data_paths',
  )
  const known = new Set(owned.flat().map(({ path }) => path))
  const orphans: string[] = []
  for await (const key of bucket.keys()) if (!known.has(key) && !isSource(key)) orphans.push(key)
  return orphans
}
