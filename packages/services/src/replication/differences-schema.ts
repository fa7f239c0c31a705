import { z } from 'zod'
import { tableRef } from '../placement/table/schema.ts'
import { coverage, observed, queryFlag } from '../platform/reading/schema.ts'

export const listDifferencesInput = tableRef.extend({
  differentOnly: queryFlag.default(false),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ListDifferencesInput = z.input<typeof listDifferencesInput>

export const replicaDifferences = observed(
  z.object({
    coverage,
    replicas: z.number().int().describe('Replicas that were read. 0: the table is not replicated.'),
    total: z.number().int().describe('Partitions by shard that match, before paging.'),
    different: z.number().int(),
    truncated: z.boolean().describe('A node has more than 10,000 partitions. Only the first are compared.'),
    partitions: z
      .array(
        z.object({
          keeperPath: z.string(),
          shards: z.array(z.number().int()),
          partitionId: z.string(),
          partition: z.string().describe('The value of the partition key.'),
          difference: z
            .enum(['absent', 'rows', 'parts', 'volumes', 'equal'])
            .describe('parts: same rows in different parts. volumes: same parts on different volumes.'),
          replicas: z.array(
            z.object({
              node: z.string(),
              replica: z.number().int().describe('Its number in the shard, by the cluster configuration.'),
              replicaName: z.string().describe('As stored in Keeper.'),
              content: z
                .object({
                  parts: z.bigint(),
                  rows: z.bigint(),
                  bytes: z.bigint(),
                  hash: z.string().describe('Sum of the checksums of all files of its active parts.'),
                  volumes: z
                    .array(z.string())
                    .describe(
                      'Volumes of the storage policy of the replica. For a disk outside of all volumes: its name.',
                    ),
                  disks: z.array(z.string()),
                })
                .nullable()
                .describe('Null: the replica has no parts of the partition.'),
            }),
          ),
        }),
      )
      .describe('Differing ones first.'),
  }),
)
export type ReplicaDifferences = z.infer<typeof replicaDifferences>
