import { partsOffVolumes } from '@frostline/clickhouse'
import { listSettledPlaces } from '@frostline/db'
import { decodeWitnesses, findLateArrival, groupBy } from '@frostline/domain'
import { z } from 'zod'
import { readAlertRules } from '../../platform/alert/read-rules.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { clusterKey, coverage, freshFlag, observed } from '../../platform/reading/schema.ts'

const HOUR_MS = 3_600_000
/** What has arrived in time is told for so long, while it lies where it landed. */
const TOLD_FOR_MS = 7 * 24 * HOUR_MS
/** A look compares so many partitions of replicas, those moved last first. */
const MAX_PLACES = 5_000

export const listLateArrivalsInput = z
  .object({
    cluster: clusterKey,
    fresh: freshFlag,
    migrationId: z.uuid().optional().describe('Only after this tier migration.'),
    database: z.string().min(1).max(255).optional().describe('With `table`: only of this table.'),
    table: z.string().min(1).max(255).optional(),
  })
  .refine(({ database, table }) => (database === undefined) === (table === undefined), {
    message: 'Set both database and table, or neither.',
  })

const lateArrival = z.object({
  migrationId: z.string().describe('The last migration that moved the partition.'),
  node: z.string(),
  database: z.string(),
  table: z.string(),
  partitionId: z.string(),
  toVolume: z.string().describe('The volume to which the migration moved the partition.'),
  disks: z.array(z.string()).describe('Where the parts are.'),
  parts: z.number().int(),
  rows: z.bigint(),
  bytes: z.bigint(),
  lastArrivedAt: z.date(),
})

export const lateArrivalList = observed(
  z.object({
    coverage,
    withinHours: z.number().describe('Parts that arrive later than this after the migration are not listed.'),
    arrivals: z.array(lateArrival).describe('One per partition and replica.'),
  }),
)
export type LateArrivalList = z.infer<typeof lateArrivalList>

/** Parts that came to partitions after a migration had moved them, and lie elsewhere. */
export async function listLateArrivals(
  ctx: ServiceContext,
  given: z.input<typeof listLateArrivalsInput>,
): Promise<LateArrivalList> {
  const { cluster, fresh, migrationId, database, table } = await authorizeInput(
    ctx,
    'viewer',
    listLateArrivalsInput,
    given,
  )
  const rules = await readAlertRules(ctx.db)
  const withinHours = rules['late-arrivals'].threshold
  const only =
    migrationId !== undefined
      ? { migrationId }
      : database !== undefined && table !== undefined
        ? { database, table }
        : undefined
  const { arrivals, reading } = await findLateArrivals(ctx, { cluster, fresh, withinHours, only })
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      withinHours,
      arrivals: arrivals.map(({ lastArrivedAtMs, ...arrival }) => ({
        ...arrival,
        lastArrivedAt: new Date(lastArrivedAtMs),
      })),
    },
  }
}

interface Look {
  cluster: string
  fresh: boolean
  withinHours: number
  only?: { migrationId: string } | { database: string; table: string } | undefined
}

/** The same for alerts. Only nodes where something was moved lately are asked, each once. */
export async function findLateArrivals(
  ctx: ServiceContext,
  { cluster: key, fresh, withinHours, only }: Look,
) {
  const cluster = await ctx.clusters.get(key)
  const withinMs = withinHours * HOUR_MS
  const settled = await listSettledPlaces(ctx.db, cluster.id, {
    ...(only ? { only } : {}),
    since: new Date(ctx.now().getTime() - withinMs - TOLD_FOR_MS),
    limit: MAX_PLACES,
  })
  const known = new Set(cluster.nodes.map(({ name }) => name))
  const byNode = groupBy(
    settled.filter(({ nodeName }) => known.has(nodeName)),
    ({ nodeName }) => nodeName,
  )
  const reading = await readCluster(
    ctx,
    { cluster: key, fresh, nodes: [...byNode.keys()] },
    (reader, node) => {
      const own = byNode.get(node.name) ?? []
      return reader.ask(partsOffVolumes, {
        databases: own.map(({ database }) => database),
        tables: own.map(({ table }) => table),
        partition_ids: own.map(({ partitionId }) => partitionId),
        volumes: own.map(({ toVolume }) => toVolume),
      })
    },
  )
  const seen = reading.readings.flatMap(({ node, value }) => {
    const parts = groupBy(value, (row) => keyOf(row.database, row.table, row.partition_id, row.table_uuid))
    return (byNode.get(node.name) ?? []).flatMap((place) => {
      const uuid = tableUuids.parse(place.tableUuids)[node.name]
      const rows = parts.get(keyOf(place.database, place.table, place.partitionId, uuid ?? ''))
      return rows ? [{ place, rows }] : []
    })
  })
  const proofs = await readProofs(
    ctx,
    seen.map(({ place }) => place.stepId),
  )
  const arrivals = seen.flatMap(({ place, rows }) => {
    const found = findLateArrival(
      {
        ...place,
        node: place.nodeName,
        finishedAtMs: place.finishedAt.getTime(),
        provedParts: proofs.get(place.stepId) ?? new Set(),
      },
      rows.map((row) => ({
        name: row.name,
        disk: row.disk_name,
        rows: row.rows,
        bytes: row.bytes_on_disk,
        arrivedAtMs: row.modification_time.getTime(),
      })),
      withinMs,
    )
    return found ? [found] : []
  })
  return { arrivals, reading }
}

const tableUuids = z.record(z.string(), z.string())

function keyOf(...names: string[]): string {
  return JSON.stringify(names)
}

/** Names of the parts that each step left on its target. */
async function readProofs(
  ctx: ServiceContext,
  stepIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const steps = await ctx.db.tierMigrationStep.findMany({
    where: { id: { in: [...stepIds] } },
    select: { id: true, after: true },
  })
  return new Map(
    steps.map(({ id, after }) => [
      id,
      new Set(after === null ? [] : decodeWitnesses(after).map(({ name }) => name)),
    ]),
  )
}
