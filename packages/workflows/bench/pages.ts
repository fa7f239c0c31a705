import {
  explainMoves,
  getCosts,
  getIncident,
  getNode,
  getNodeStartUp,
  getNodesHistory,
  getOverview,
  getPartitionMap,
  getPartShapes,
  getStorage,
  getTable,
  getTierHistory,
  listAdvice,
  listArchives,
  listFleet,
  listLive,
  listNodes,
  listParts,
  listStartUp,
  listTables,
} from '@frostline/services'
import type { MigrationLab } from '../src/testing/migration-lab.ts'
import { createManyParts } from './many-parts.ts'
import { type BenchRow, median, seconds } from './print-table.ts'

const PARTS = 100_000
const ROUNDS = 9

/**
 * The server time of each page over a table of 100,000 active parts, each its own partition, compared with the one
 * aggregation that is unavoidable. Nothing is cached, as for the first reader.
 */
export async function benchPages(lab: MigrationLab): Promise<BenchRow[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node')
  const [node, client] = first
  await createManyParts(client, 'many', PARTS, "storage_policy = 'tiered'")
  const cluster = { cluster: lab.clusterId, fresh: true }
  const table = { ...cluster, database: 'lab', table: 'many' }
  const pages: Record<string, () => Promise<unknown>> = {
    overview: () => getOverview(lab.ctx, cluster),
    tables: () => listTables(lab.ctx, cluster),
    storage: () => getStorage(lab.ctx, cluster),
    nodes: () => listNodes(lab.ctx, cluster),
    node: () => getNode(lab.ctx, { ...cluster, node }),
    cost: () => getCosts(lab.ctx, cluster),
    'start-up': () => listStartUp(lab.ctx, cluster),
    'start-up of a node': () => getNodeStartUp(lab.ctx, { ...cluster, node }),
    'head of a table': () => getTable(lab.ctx, table),
    'parts of a table': () => listParts(lab.ctx, table),
    'map of a table': () => getPartitionMap(lab.ctx, table),
    'why has it not moved': () => explainMoves(lab.ctx, table),
    'parts by age and size': () => getPartShapes(lab.ctx, table),
    advice: () => listAdvice(lab.ctx, cluster),
    'map of tables': () =>
      listTables(lab.ctx, { ...cluster, family: 'merge-tree', sort: 'bytes', direction: 'desc', limit: 40 }),
    fleet: () => listFleet(lab.ctx, { cluster: lab.clusterId, fresh: true }),
    'tiers over time': () => getTierHistory(lab.ctx, { cluster: lab.clusterId }),
    'requests over time': () => getNodesHistory(lab.ctx, { cluster: lab.clusterId }),
    live: () => listLive(lab.ctx, cluster),
    incident: () => getIncident(lab.ctx, { cluster: lab.clusterId, range: '1h' }),
    archives: () => listArchives(lab.ctx, { cluster: lab.clusterId }),
  }
  const time = async (read: () => Promise<unknown>): Promise<number> => {
    const started = performance.now()
    await read()
    return performance.now() - started
  }
  const bare = () =>
    lab.rows(
      client,
      `SELECT database, table, disk_name, count(), sum(rows), sum(bytes_on_disk) FROM system.parts
       WHERE active GROUP BY database, table, disk_name`,
    )
  const rows: BenchRow[] = []
  for (const [page, read] of Object.entries(pages)) {
    const [ours, aggregations]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await time(read))
      aggregations.push(await time(bare))
    }
    rows.push({
      what: `${page}, ${PARTS.toLocaleString('en')} parts, server time, median of ${ROUNDS}`,
      ours: seconds(median(ours)),
      bare: seconds(median(aggregations)),
      ratio: median(ours) / median(aggregations),
      goal: 'for the record',
    })
  }
  return rows
}
