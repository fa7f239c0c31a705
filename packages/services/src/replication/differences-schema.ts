import { z } from 'zod'
import { coverage, observed, queryFlag } from '../reading/schema.ts'
import { tableRef } from '../table/schema.ts'

export const listDifferencesInput = tableRef.extend({
  differentOnly: queryFlag.default(false),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type ListDifferencesInput = z.input<typeof listDifferencesInput>

export const replicaDifferences = observed(
  z.object({
    coverage,
    replicas: z.number().int().describe('Replicas that were looked at. 0: the table is not replicated.'),
    total: z.number().int().describe('Partitions by shard that match, before paging.'),
    different: z.number().int(),
    truncated: z
      .boolean()
      .describe('A node has more than 10,000 partitions; the first of them are compared.'),
    partitions: z
      .array(
        z.object({
          keeperPath: z.string(),
          shards: z.array(z.number().int()),
          partitionId: z.string(),
          partition: z.string().describe('The value of the partition key.'),
          difference: z
            .enum(['absent', 'rows', 'parts', 'volumes', 'equal'])
            .describe('parts: equal rows in other parts. volumes: equal parts on other volumes.'),
          replicas: z.array(
            z.object({
              node: z.string(),
              replica: z.number().int().describe('Its number in the shard, as the cluster has it.'),
              replicaName: z.string().describe('As Keeper has it.'),
              content: z
                .object({
                  parts: z.bigint(),
                  rows: z.bigint(),
                  bytes: z.bigint(),
                  hash: z.string().describe('Sum of the checksums of all files of its active parts.'),
                  volumes: z
                    .array(z.string())
                    .describe(
                      'Of the storage policy of the replica; a disk that no volume has by its own name.',
                    ),
                  disks: z.array(z.string()),
                })
                .nullable()
                .describe('Null: the replica has none of the partition.'),
            }),
          ),
        }),
      )
      .describe('Those that differ first.'),
  }),
)
export type ReplicaDifferences = z.infer<typeof replicaDifferences>
