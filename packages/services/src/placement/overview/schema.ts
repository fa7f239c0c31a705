import { tiers } from '@frostline/domain'
import { z } from 'zod'
import { logicalSizes } from '../../platform/reading/logical-sizes.ts'
import { finishedMoveView, runningMoveView } from '../../platform/reading/move-views.ts'
import { replicationSums } from '../../platform/reading/replication-sums.ts'
import {
  clusterKey,
  coverage,
  freshFlag,
  nodeObservation,
  observed,
  tierSizes,
} from '../../platform/reading/schema.ts'
import { tierMigrationSummary } from '../tier-migration/schema.ts'

export const overviewInput = z.object({
  cluster: clusterKey,
  fresh: freshFlag,
  topTables: z.number().int().min(1).max(100).default(10),
})
export type OverviewInput = z.input<typeof overviewInput>

const cacheUse = z.object({
  sizeBytes: z.bigint(),
  limitBytes: z.bigint().describe('0 when the node has no cache.'),
})

const nodeOverview = nodeObservation
  .pick({ name: true, shard: true, replica: true, state: true, message: true })
  .extend({
    figures: z
      .object({
        version: z.string(),
        uptimeSeconds: z.number(),
        tiers: tierSizes,
        disks: z.array(
          z.object({
            name: z.string(),
            tier: z.enum(tiers),
            partsBytes: z.bigint().describe('Active parts on this disk.'),
            totalBytes: z.bigint().nullable(),
            freeBytes: z.bigint().nullable(),
            sharesWith: z.array(z.string()).describe('Other disks of the node on the same file system.'),
          }),
        ),
        cache: cacheUse,
        replication: replicationSums,
        runningMoves: z.number().int(),
        errorsSinceStart: z.bigint(),
        lastError: z
          .object({ name: z.string(), code: z.number(), at: z.date(), message: z.string() })
          .nullable(),
      })
      .nullable()
      .describe('Null: the node could not be read.'),
  })

const tableOverview = z.object({
  database: z.string(),
  table: z.string(),
  tiers: tierSizes,
  totalBytes: z.bigint(),
  sharedBytes: z.bigint(),
  logical: logicalSizes,
  nodes: z.array(z.string()).describe('Nodes that hold parts of it.'),
})

export const overview = observed(
  z.object({
    coverage,
    tiers: tierSizes.describe(
      'Physical: of all nodes, copies of replicas and system tables included. Objects that replicas share count once.',
    ),
    totalBytes: z.bigint().describe('Physical.'),
    sharedBytes: z
      .bigint()
      .describe(
        'Bytes that replicas refer to in addition: objects of zero-copy replication stored by another replica.',
      ),
    logical: logicalSizes.describe('Every row once.'),
    replicated: z
      .boolean()
      .describe('Some shard has more than one replica, so physical bytes include copies.'),
    inactive: z.object({ parts: z.bigint(), bytes: z.bigint() }).describe('Parts that merges have replaced.'),
    cache: cacheUse,
    tables: z.number().int().describe('Tables with active parts, without system tables.'),
    systemTables: z.number().int().describe('System tables with active parts.'),
    byNode: z.array(nodeOverview),
    biggestTables: z.array(tableOverview),
    runningMoves: z.array(runningMoveView),
    recentMoves: z.array(finishedMoveView).describe('Of the last 24 hours, newest first, at most 20.'),
    nodesWithoutMoveLog: z
      .array(z.string())
      .describe('Nodes without part_log. Their recent moves are unknown.'),
    tierMigrations: z.array(tierMigrationSummary).describe('Queued, running and cancelling ones.'),
  }),
)
export type Overview = z.infer<typeof overview>
