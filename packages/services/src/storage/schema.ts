import { tiers } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey, coverage, freshFlag, nodeObservation, observed } from '../platform/reading/schema.ts'
import { heldDisk } from '../platform/reading/to-disk.ts'

export const storageInput = z.object({ cluster: clusterKey, fresh: freshFlag })
export type StorageInput = z.input<typeof storageInput>

const volumeView = z.object({
  name: z.string(),
  priority: z.number().int(),
  type: z.string(),
  disks: z.array(z.object({ name: z.string(), tier: z.enum(tiers) })),
  maxDataPartSizeBytes: z.bigint().describe('0 for no limit.'),
  moveFactor: z.number().nullable(),
  preferNotToMerge: z.boolean(),
  performTtlMoveOnInsert: z.boolean(),
  loadBalancing: z.string(),
})

const policyView = z.object({ name: z.string(), volumes: z.array(volumeView) })

export const storageView = observed(
  z.object({
    coverage,
    byNode: z.array(
      nodeObservation.pick({ name: true, shard: true, replica: true, state: true, message: true }).extend({
        storage: z
          .object({
            disks: z.array(heldDisk),
            policies: z.array(policyView),
          })
          .nullable()
          .describe('Null: the node could not be read.'),
      }),
    ),
    policies: z
      .array(
        policyView.extend({
          nodes: z.array(z.string()).describe('Nodes that have a policy of this name.'),
          tableCount: z.number().int(),
          tables: z.array(z.object({ database: z.string(), table: z.string() })).describe('At most 100.'),
        }),
      )
      .describe('Each once, as on the first node. See differences for what differs between nodes.'),
    differences: z.array(
      z.object({
        object: z.enum(['table', 'disk', 'policy', 'volume', 'cache']),
        name: z.string(),
        table: z.object({ database: z.string(), table: z.string() }).nullable(),
        what: z.string().describe('presence, volume order, or the setting.'),
        values: z.array(z.object({ value: z.string().nullable(), nodes: z.array(z.string()) })),
      }),
    ),
  }),
)
export type StorageView = z.infer<typeof storageView>

export const storagePolicyList = observed(
  z.object({
    coverage,
    policies: z.array(
      z.object({
        name: z.string(),
        volumes: z.array(z.string()).describe('In the order of their priority.'),
      }),
    ),
  }),
)
export type StoragePolicyList = z.infer<typeof storagePolicyList>
