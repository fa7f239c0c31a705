import { z } from 'zod'
import { sourceInput } from '../schema.ts'

const sourceCheck = z.object({
  id: z.enum(['address', 'reachable', 'credentials', 'list', 'get', 'collection']),
  bucket: z.string().nullable(),
  status: z.enum(['passed', 'warning', 'failed', 'skipped']),
  message: z.string(),
  hint: z.string().nullable(),
})
export type SourceCheck = z.infer<typeof sourceCheck>

export const sourceReport = z.object({
  testedAt: z.date(),
  usable: z.boolean().describe('Nothing failed, from the console or from any node.'),
  console: z.array(sourceCheck),
  nodes: z.array(
    z.object({
      cluster: z.string().describe('Slug.'),
      clusterName: z.string(),
      node: z.string(),
      checks: z.array(sourceCheck),
    }),
  ),
})
export type SourceReport = z.infer<typeof sourceReport>

export const testSourceInput = sourceInput.extend({
  id: z
    .string()
    .max(200)
    .optional()
    .describe('ID of a stored source whose secret is used if none is entered.'),
})

export function makeSourceCheck(
  id: SourceCheck['id'],
  status: SourceCheck['status'],
  message: string,
  more: { bucket?: string; hint?: string } = {},
): SourceCheck {
  return { id, bucket: more.bucket ?? null, status, message, hint: more.hint ?? null }
}
