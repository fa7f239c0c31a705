import { replicationSeverities } from '@frostline/domain'
import { z } from 'zod'
import { tableName, tableRef } from '../placement/table/schema.ts'
import { clusterKey, coverage, freshFlag, observed, queryFlag } from '../platform/reading/schema.ts'

export const listReplicationInput = z.object({
  cluster: clusterKey,
  fresh: freshFlag,
  search: z.string().max(255).default('').describe('Part of `database.table`, case-insensitive.'),
  problemsOnly: queryFlag.default(false),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ListReplicationInput = z.input<typeof listReplicationInput>

export const getTableReplicationInput = tableRef
export type GetTableReplicationInput = z.input<typeof getTableReplicationInput>

const replicationProblem = z.object({
  severity: z.enum(replicationSeverities).describe('`unknown`: the replica could not be read.'),
  text: z.string(),
})

const replicaView = z.object({
  node: z.string(),
  shard: z.number().int(),
  replicaName: z.string().describe('As stored in Keeper.'),
  leader: z.boolean().describe('It can assign merges and mutations. Since 20.6 usually every replica can.'),
  readOnly: z
    .object({
      reason: z.string(),
      since: z.date().nullable(),
      metadataLost: z.boolean().describe('Keeper answers and does not have the replica any more.'),
    })
    .nullable(),
  delaySeconds: z.number(),
  logBehind: z
    .bigint()
    .nullable()
    .describe('Log entries not yet copied to its queue. Null: Keeper was not read or did not answer.'),
  lostParts: z.bigint().nullable(),
  partsToCheck: z.number().int(),
  queue: z.object({
    entries: z.number().int(),
    inserts: z.number().int(),
    merges: z.number().int(),
    mutations: z.number().int(),
    oldestAt: z.date().nullable(),
    byType: z.array(
      z.object({
        type: z.string().describe('GET_PART, MERGE_PARTS, MUTATE_PART and so on.'),
        entries: z.number().int(),
        executing: z.number().int(),
        failing: z.number().int(),
        oldestAt: z.date(),
        maxTries: z.number().int(),
        part: z.string().describe('Of the entry with the most tries.'),
        lastException: z.string().nullable(),
        postponeReason: z.string().nullable(),
      }),
    ),
  }),
  fetches: z.object({
    parts: z.number().int(),
    totalBytes: z.bigint(),
    readBytes: z.bigint(),
    bytesPerSecond: z.number(),
    sources: z.array(z.string()),
  }),
  mutations: z
    .object({
      pending: z.number().int(),
      partsToDo: z.bigint(),
      oldestAt: z.date(),
      lastFailure: z.string().nullable(),
    })
    .nullable()
    .describe('Null: none is pending.'),
  content: z.object({
    parts: z.bigint().describe('Active parts.'),
    rows: z.bigint(),
    bytes: z.bigint(),
    hash: z.string().describe('Sum of the checksums of all files of the active parts, in hexadecimal.'),
  }),
  problems: z.array(replicationProblem),
})
export type ReplicaView = z.infer<typeof replicaView>

const replicaSetView = tableName.extend({
  keeperPath: z.string(),
  shards: z.array(z.number().int()).describe('Shards of the nodes that have a replica.'),
  severity: z.enum([...replicationSeverities, 'ok']),
  problems: z.array(replicationProblem.extend({ node: z.string().nullable() })).describe('Worst first.'),
  keeper: z
    .object({
      total: z.number().int(),
      active: z.number().int(),
      inactive: z.array(z.string()).describe('Names of replicas as stored in Keeper.'),
    })
    .nullable()
    .describe('Null: no node could read Keeper.'),
  difference: z.enum(['equal', 'parts', 'rows']).describe('Between the replicas that were read.'),
  replicas: z.array(replicaView),
})
export type ReplicaSetView = z.infer<typeof replicaSetView>

const nodeReplicationView = z.object({
  node: z.string(),
  shard: z.number().int(),
  replica: z.number().int(),
  state: z.enum(['ok', 'unreachable', 'timeout', 'refused', 'failed']),
  message: z.string().nullable(),
  figures: z
    .object({
      tables: z.number().int(),
      readOnly: z.number().int(),
      maxDelaySeconds: z.number(),
      queueEntries: z.number().int(),
      failingEntries: z.number().int(),
      fetches: z.number().int(),
      fetchBytesPerSecond: z.number(),
      pendingMutations: z.number().int(),
      keeper: z.object({
        connected: z.boolean().nullable().describe('Null where no table needs it.'),
        lostAt: z.date().nullable().describe('Start of the time without a connection.'),
        sessions: z
          .bigint()
          .describe('Sessions since the server started. More than one means that a session was lost.'),
        failures: z
          .bigint()
          .describe('Requests that failed because of the connection, since the server started.'),
        requests: z.bigint().describe('Since the server started.'),
        waitMicroseconds: z.bigint().describe('Total time of these requests.'),
      }),
    })
    .nullable()
    .describe('Null: the node could not be read.'),
})
export type NodeReplicationView = z.infer<typeof nodeReplicationView>

export const replicationList = observed(
  z.object({
    coverage,
    total: z.number().int().describe('Replica sets that match, before paging.'),
    tables: z.number().int().describe('Replicated tables of the cluster.'),
    bySeverity: z
      .object({
        critical: z.number().int(),
        warning: z.number().int(),
        notice: z.number().int(),
      })
      .describe('Replica sets, by the state of the nodes without reading Keeper.'),
    byNode: z.array(nodeReplicationView),
    sets: z
      .array(replicaSetView)
      .describe('The replicas of one table in one shard, as Keeper groups them. Worst first.'),
  }),
)
export type ReplicationList = z.infer<typeof replicationList>

export const tableReplication = observed(
  z.object({ coverage, sets: z.array(replicaSetView).describe('Empty when the table is not replicated.') }),
)
export type TableReplication = z.infer<typeof tableReplication>
