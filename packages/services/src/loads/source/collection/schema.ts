import { z } from 'zod'
import { clusterKey } from '../../../platform/reading/schema.ts'
import { sourceRef } from '../schema.ts'

export const collectionInput = sourceRef.extend({ cluster: clusterKey })

export const collectionReport = z.object({
  collectionName: z.string(),
  cluster: z.string(),
  complete: z.boolean().describe('All nodes are in the expected state.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      present: z
        .boolean()
        .nullable()
        .describe('State of the node afterwards. Null: the node could not be read.'),
      message: z.string(),
    }),
  ),
})
export type CollectionReport = z.infer<typeof collectionReport>
