import { setTimeout as sleep } from 'node:timers/promises'
import { getNodeStartUp, listStartUp, type NodeStartView } from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { createManyParts } from './many-parts.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const LOCAL_PARTS = 20_000
const STORE_PARTS = 1_000
const ROUNDS = 15
const STARTS = 3

/**
 * The forecast of a start compared with the start itself, and the page compared with the one unavoidable aggregation.
 */
export async function benchStartUp(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  const [node] = lab.clickhouse.nodes
  if (!first || !node) throw new Error('The lab has no node')
  const [name, client] = first
  await createManyParts(client, 'on_store', STORE_PARTS, "disk = 'cold'")
  const rows: BenchRow[] = []
  for (let start = 0; start < STARTS; start++) {
    const { figures } = await look(lab, name)
    await node.restart()
    const { loadMs } = await settledStart(lab, name)
    if (!figures || loadMs === null) throw new Error('The start was not measured')
    rows.push({
      what: `forecast of a start with ${STORE_PARTS.toLocaleString('en')} parts on object storage, by ${
        figures.cold.starts === 0 ? 'the estimate' : `${figures.cold.starts} measured before`
      }; bare: the start`,
      ours: seconds(figures.cold.ms),
      bare: seconds(loadMs),
      ratio: figures.cold.ms / loadMs,
      goal: figures.cold.starts === 0 ? '0.5 to 2' : '0.8 to 1.25',
    })
  }
  await createManyParts(client, 'many', LOCAL_PARTS, "storage_policy = 'tiered'")
  return [...rows, await benchPage(lab, client)]
}

async function look(lab: MigrationLab, node: string) {
  return (await getNodeStartUp(lab.ctx, { cluster: lab.clusterId, node, fresh: true })).data
}

/** The worker has recorded it when it is over. */
async function settledStart(lab: MigrationLab, node: string): Promise<NodeStartView> {
  const before = new Date()
  for (let attempt = 0; attempt < 120; attempt++) {
    const [latest] = (await look(lab, node)).starts
    if (latest && !latest.loading && latest.firstSeenAt >= before) return latest
    await sleep(500)
  }
  throw new Error('The worker has recorded no start')
}

async function benchPage(lab: MigrationLab, client: MigrationLab['admins'][number][1]): Promise<BenchRow> {
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let started = performance.now()
    const { data } = await listStartUp(lab.ctx, { cluster: lab.clusterId, fresh: true })
    ours.push(performance.now() - started)
    if (!data.coverage.complete) throw new Error('The page did not see every node')
    started = performance.now()
    await lab.rows(
      client,
      'SELECT database, table, disk_name, countIf(active), countIf(NOT active) FROM system.parts GROUP BY database, table, disk_name',
    )
    bare.push(performance.now() - started)
  }
  return {
    what: `start-up page, server time, ${(LOCAL_PARTS + STORE_PARTS).toLocaleString('en')} active parts`,
    ours: seconds(median(ours)),
    bare: seconds(median(bare)),
    ratio: median(ours) / median(bare),
    goal: 'for the record',
  }
}
