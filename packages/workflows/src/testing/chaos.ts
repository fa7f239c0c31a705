import { setTimeout as sleep } from 'node:timers/promises'
import { createObjectStore } from '@frostline/object-store'
import { retryTierMigration, type TierMigrationDetail } from '@frostline/services'
import { findSecondArrivals, type NodeKill } from './arrivals.ts'
import { killAndRestart, type Programs, type Victim, victims } from './killing.ts'
import type { MigrationLab } from './migration-lab.ts'
import type { RestClient } from './rest-client.ts'
import { seededRandom } from './seeded-random.ts'

export interface ChaosReport {
  seed: number
  kills: Record<Victim, number>
  migrations: number
  steps: number
  /** Runs that failed with a stated reason, and were then completed by a retry. */
  retried: number
  /**
   * Objects that a killed node or store left behind: the node died between storing an object and recording it (26.7).
   * Nothing of ours can prevent that; an orphan without such a kill is a fault.
   */
  objectsOfKilledServers: number
  /** Parts that had arrived and were hot again when their killed node came back. See findSecondArrivals. */
  movesOfKilledNodes: number
  faults: string[]
}

/** Slow enough that kills fall between, before and inside of statements. */
const SLOW_STORE = { operation: 'PutObject', latencyMs: 60 } as const

/** Maximum kills per migration: with more it would spend its time restarting. */
const MAX_KILLS_PER_MIGRATION = 5

/**
 * Plans, starts and runs tier migrations while processes are killed at random moments, the same ones for the same seed,
 * and checks the result of each: it completes (at once, or by one retry after a stated failure), every part arrived
 * once, the data is the same, no object is left behind except by a killed server, no START MOVES is owed.
 */
export async function runChaos(
  lab: MigrationLab,
  options: { seed: number; kills: number; report?: (line: string) => void },
): Promise<ChaosReport> {
  const random = seededRandom(options.seed)
  const report: ChaosReport = {
    seed: options.seed,
    kills: { worker: 0, web: 0, postgres: 0, node: 0, store: 0 },
    migrations: 0,
    steps: 0,
    retried: 0,
    objectsOfKilledServers: 0,
    movesOfKilledNodes: 0,
    faults: [],
  }
  const knownOrphans = new Set<string>()
  const door = await lab.openDoor()
  const programs: Programs = { door, worker: await lab.startWorker(), web: await lab.startWeb(door) }
  for (let left = options.kills; left > 0; ) {
    const table = `chaos_${report.migrations}`
    await lab.createTable(table, { months: 3, parts: 2, rowsPerPart: 300 })
    const before = await lab.sumPartitions(table)
    await lab.store.inject(SLOW_STORE)
    const starting = planAndStart(lab, door, table, { concurrencyPerReplica: 1 + Math.floor(random() * 2) })
    report.migrations++
    const nodeKills: NodeKill[] = []
    const serversBefore = report.kills.node + report.kills.store
    const most = Math.min(left, MAX_KILLS_PER_MIGRATION)
    for (let kill = 0; kill < most; kill++) {
      await sleep(100 + random() * 1200)
      const victim = victims[Math.floor(random() * victims.length)] ?? 'worker'
      const awayMs = random() * 800
      // A settled migration cannot be disturbed any more: the draw is made anyway, to keep the seed's sequence.
      const nodeDraw = random()
      if (await isSettled(lab, table)) continue
      const node = lab.clickhouse.nodes[Math.floor(nodeDraw * lab.clickhouse.nodes.length)]
      if (victim === 'node' && node) nodeKills.push({ node: node.name, atMs: Date.now() })
      await killAndRestart(lab, programs, victim, { awayMs, node }, SLOW_STORE)
      report.kills[victim]++
      left--
    }
    await lab.store.clearFaults()
    const id = await starting
    const done = await settle(lab, id, report)
    report.steps += done.steps.total
    const faults = await findFaults(lab, table, done, before, nodeKills, report)
    const orphans = (await waitForNoOrphans(lab, knownOrphans)).filter((key) => !knownOrphans.has(key))
    for (const key of orphans) knownOrphans.add(key)
    if (report.kills.node + report.kills.store > serversBefore)
      report.objectsOfKilledServers += orphans.length
    else if (orphans.length > 0)
      faults.push(`${orphans.length} objects belong to no part, such as ${orphans.slice(0, 3).join(', ')}`)
    report.faults.push(...faults.map((fault) => `${table} (seed ${options.seed}): ${fault}`))
    const killed = victims.map((victim) => `${victim} ${report.kills[victim]}`).join(', ')
    options.report?.(
      `${table}: ${done.status}${faults.map((fault) => `; FAULT ${fault}`).join('')}; killed so far: ${killed}`,
    )
    await lab.dropTable(table)
  }
  return report
}

async function planAndStart(
  lab: MigrationLab,
  door: RestClient,
  table: string,
  limits: { concurrencyPerReplica: number },
): Promise<string> {
  const goal = { kind: 'older-than', before: '2030-01-01T00:00:00Z' }
  const id = await door.plan({
    cluster: lab.clusterId,
    database: 'lab',
    table,
    targetVolume: 'cold',
    goal,
    limits,
  })
  await door.start(id)
  return id
}

async function isSettled(lab: MigrationLab, table: string): Promise<boolean> {
  const settled = await lab.db.tierMigration.count({
    where: { table, run: { status: { in: ['completed', 'failed'] } } },
  })
  return settled > 0
}

/** A run may fail with a reason (a store that was down for long); then one retry has to complete it. */
async function settle(lab: MigrationLab, id: string, report: ChaosReport): Promise<TierMigrationDetail> {
  const first = await lab.waitUntilSettled(id, 120_000)
  if (first.status === 'completed') return first
  const silent = first.stepList.filter((step) => step.status === 'failed' && !step.error)
  if (silent.length > 0) report.faults.push(`${id}: ${silent.length} steps failed without a reason`)
  report.retried++
  await retryTierMigration(lab.ctx, { id })
  return lab.waitUntilSettled(id, 120_000)
}

async function findFaults(
  lab: MigrationLab,
  table: string,
  migration: TierMigrationDetail,
  before: unknown,
  nodeKills: readonly NodeKill[],
  report: ChaosReport,
): Promise<string[]> {
  const faults: string[] = []
  if (migration.status !== 'completed')
    faults.push(`it ended ${migration.status}: ${migration.error ?? 'no reason'}`)
  const unproved = migration.stepList.filter((step) => step.proof !== 'identical')
  if (unproved.length > 0) faults.push(`${unproved.length} steps are not proved identical`)
  if (JSON.stringify(await lab.sumPartitions(table)) !== JSON.stringify(before))
    faults.push('rows or checksums differ')
  const hot = Object.keys(await lab.placeParts(table)).filter((place) => !place.endsWith('cold_cache'))
  if (hot.length > 0) faults.push(`parts are not on the target: ${hot.join(', ')}`)
  for (const second of findSecondArrivals(await lab.listArrivals(table), nodeKills)) {
    if (second.undoneByKill) report.movesOfKilledNodes++
    else
      faults.push(
        `${second.part} on ${second.node} arrived at ${second.firstAtMs} and again at ${second.againAtMs}`,
      )
  }
  if ((await lab.db.stoppedMoves.count()) > 0) faults.push('START MOVES is owing')
  return faults
}

/** Objects of removed parts are deleted a moment later. */
async function waitForNoOrphans(lab: MigrationLab, known: ReadonlySet<string>): Promise<string[]> {
  let orphans: string[] = []
  for (let attempt = 0; attempt < 20; attempt++) {
    orphans = await listOrphans(lab)
    if (orphans.every((key) => known.has(key))) break
    await sleep(500)
  }
  return orphans
}

async function listOrphans(lab: MigrationLab): Promise<string[]> {
  const known = new Set<string>()
  for (const [, client] of lab.admins)
    for (const { path } of await lab.rows<{ path: string }>(
      client,
      'SELECT DISTINCT remote_path AS path FROM system.remote_data_paths',
    ))
      known.add(path)
  const store = createObjectStore({
    endpoint: lab.store.endpoint,
    region: lab.store.region,
    accessKeyId: lab.store.accessKeyId,
    secretAccessKey: lab.store.secretAccessKey,
  })
  const orphans: string[] = []
  for await (const page of store.list(lab.bucket))
    orphans.push(...page.objects.flatMap(({ key }) => (known.has(key) ? [] : [key])))
  store.close()
  return orphans
}
