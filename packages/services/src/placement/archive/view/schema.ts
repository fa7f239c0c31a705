import { z } from 'zod'
import { clusterKey } from '../../../platform/reading/schema.ts'

const identifier = z.string().min(1).max(255)

export const archiveViewRef = z.object({ cluster: clusterKey, database: identifier, table: identifier })
export type ArchiveViewRef = z.input<typeof archiveViewRef>

export const createArchiveViewInput = archiveViewRef.extend({
  name: identifier
    .optional()
    .describe(
      'In the same database. Default: the name of the table with _with_archive. Ignored if the view exists.',
    ),
})

export const archiveViewPage = z.object({
  view: z
    .object({
      name: z.string(),
      createdBy: z.string(),
      createdAt: z.date(),
      alignedAt: z.date().nullable().describe('When every node was last found with the right definition.'),
      error: z.string().nullable(),
    })
    .nullable()
    .describe('Null: there is none.'),
  name: z.string().describe('Of the view, or the one proposed.'),
  partitions: z.number().int().describe('Read from files, in all shards.'),
  rows: z.bigint().describe('Read from files.'),
  unreadable: z
    .object({ partitions: z.number().int(), rows: z.bigint() })
    .describe('Left out: their files have to be retrieved from their storage class first.'),
  tableRows: z
    .bigint()
    .nullable()
    .describe('Of the table, counted once per shard. Null: a node did not answer.'),
  files: z.number().int(),
  fileBytes: z.bigint(),
  collections: z
    .array(z.string())
    .describe('Named collections that Frostline creates with the keys of a source, on each node.'),
  statements: z
    .array(z.object({ node: z.string(), sql: z.string() }))
    .describe('What creates the view on each node. It has no keys.'),
  nodes: z.array(
    z.object({
      node: z.string(),
      shard: z.number().int(),
      state: z
        .enum(['current', 'outdated', 'missing', 'foreign', 'no-table', 'unread'])
        .describe(
          'foreign: another table or view has the name. no-table: the node does not have the table. unread: the node did not answer.',
        ),
      message: z.string().nullable(),
    }),
  ),
  obstacles: z.array(z.string()).describe('If not empty, the view cannot be created or updated.'),
})
export type ArchiveViewPage = z.infer<typeof archiveViewPage>

export const archiveViewChanged = z.object({
  name: z.string(),
  complete: z.boolean().describe('All nodes that have the table were changed.'),
  nodes: z.array(z.object({ node: z.string(), ok: z.boolean(), message: z.string().nullable() })),
})
export type ArchiveViewChanged = z.infer<typeof archiveViewChanged>
