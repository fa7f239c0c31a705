import { z } from 'zod'
import { clusterKey } from '../../reading/schema.ts'
import { sourceRef } from '../schema.ts'

export const collectionInput = sourceRef.extend({ cluster: clusterKey })

export const collectionReport = z.object({
  collectionName: z.string(),
  cluster: z.string(),
  complete: z.boolean().describe('Every node is as wanted.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      present: z
        .boolean()
        .nullable()
        .describe('As the node shows it afterwards. Null: it could not be asked.'),
      message: z.string(),
    }),
  ),
})
export type CollectionReport = z.infer<typeof collectionReport>
