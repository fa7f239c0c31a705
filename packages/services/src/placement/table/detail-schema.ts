import { tiers } from '@frostline/domain'
import { z } from 'zod'
import { logicalSizes } from '../../platform/reading/logical-sizes.ts'
import { coverage, observed, sizes, tierSizes } from '../../platform/reading/schema.ts'
import { engineFamilies, tableName, tableRef } from './schema.ts'

export const getTableInput = tableRef
export type GetTableInput = z.input<typeof getTableInput>

const columnView = z.object({
  name: z.string(),
  type: z.string(),
  defaultKind: z.string().describe('DEFAULT, MATERIALIZED, ALIAS, EPHEMERAL, or empty.'),
  defaultExpression: z.string(),
  codec: z.string(),
  ttl: z.string().describe('Empty when there is none.'),
  comment: z.string(),
  compressedBytes: z
    .bigint()
    .describe('Over all nodes. 0 if all parts are compact: they have no size by column.'),
  uncompressedBytes: z.bigint(),
  inPartitionKey: z.boolean(),
  inSortingKey: z.boolean(),
  inPrimaryKey: z.boolean(),
  inSamplingKey: z.boolean(),
})

/** A volume of the table's policy, as a target of moves. */
const volumeTarget = z.object({
  name: z.string(),
  priority: z.number().int(),
  tier: z.enum([...tiers, 'mixed']),
  disks: z.array(z.string()),
  maxDataPartSizeBytes: z.bigint().describe('0 for no limit.'),
  moveFactor: z.number().nullable(),
  preferNotToMerge: z.boolean(),
  nodes: z.array(z.string()).describe('Nodes whose policy has it.'),
  freeBytesByNode: z
    .array(z.object({ node: z.string(), freeBytes: z.bigint().nullable() }))
    .describe('Null on object storage, which has no limit of its own.'),
})

export const tableDetail = observed(
  tableName.extend({
    coverage,
    engine: z.string(),
    engineFull: z.string(),
    family: z.enum(engineFamilies),
    comment: z.string(),
    storagePolicy: z.string().nullable(),
    partitionKey: z.string(),
    sortingKey: z.string(),
    primaryKey: z.string(),
    samplingKey: z.string(),
    ttl: z.string(),
    zeroCopy: z
      .boolean()
      .describe(
        'Replicas share its objects: allow_remote_fs_zero_copy_replication of the table or the server.',
      ),
    settings: z.record(z.string(), z.string()).describe('Settings of the table itself.'),
    modifiedAt: z.date(),
    definitions: z
      .array(z.object({ ddl: z.string(), nodes: z.array(z.string()) }))
      .describe('One entry when all nodes agree. The most common first. The server hides secrets.'),
    volumes: z.array(volumeTarget).describe('In the order in which the server fills them.'),
    columns: z.array(columnView),
    tiers: tierSizes
      .nullable()
      .describe(
        'Physical: of all nodes, copies of replicas included. Objects that replicas share count once. Null for engines that have no parts.',
      ),
    total: sizes.nullable().describe('Physical.'),
    sharedBytes: z
      .bigint()
      .nullable()
      .describe(
        'Bytes that replicas refer to in addition: objects of zero-copy replication stored by another replica.',
      ),
    logical: logicalSizes.nullable().describe('Every row once.'),
    inactive: z.object({ parts: z.bigint(), bytes: z.bigint() }),
    byNode: z.array(
      z.object({
        node: z.string(),
        shard: z.number().int(),
        replica: z.number().int(),
        uuid: z.string(),
        storagePolicy: z.string(),
        modifiedAt: z.date(),
        tiers: tierSizes.nullable(),
        readOnly: z
          .string()
          .nullable()
          .describe('Why this replica accepts no writes. Null: it does, or the table is not replicated.'),
        partitions: z.number().int().nullable(),
      }),
    ),
    absentFrom: z.array(z.string()).describe('Nodes that were read and do not have it.'),
    readsFrom: tableName.extend({ cluster: z.string() }).nullable(),
    readBy: z.array(tableName),
  }),
)
export type TableDetail = z.infer<typeof tableDetail>
