import { z } from 'zod'
import { clusterKey, coverage, observed } from '../../platform/reading/schema.ts'
import { bucketPlace } from './schema.ts'

export const inspectObjectInput = z.object({
  cluster: clusterKey,
  key: z.string().min(1).max(1_024).describe('Whole, with its prefix.'),
})

const fileOfObject = z.object({
  node: z.string(),
  disk: z.string(),
  state: z.enum(['part', 'moving', 'temporary', 'detached', 'frozen', 'other']),
  database: z.string(),
  table: z.string().describe('Empty: no table of the node has the folder.'),
  part: z.string(),
  file: z.string(),
  localPath: z.string(),
  sizeBytes: z.bigint(),
})
export type FileOfObject = z.infer<typeof fileOfObject>

export const objectInspection = observed(
  z.object({
    coverage,
    key: z.string(),
    files: z
      .array(fileOfObject)
      .describe('Files that need it, on all nodes. Their number is the reference count.'),
    stored: bucketPlace
      .extend({ sizeBytes: z.bigint(), modifiedAt: z.date(), etag: z.string() })
      .nullable()
      .describe('From the first bucket of the saved sources that has it. Null: no bucket has it.'),
    history: z
      .array(
        z.object({
          node: z.string(),
          at: z.date(),
          event: z.string(),
          localPath: z.string(),
          queryId: z.string(),
          sizeBytes: z.bigint(),
          error: z.string(),
        }),
      )
      .describe('From system.blob_storage_log, where enabled. Newest first.'),
  }),
)
export type ObjectInspection = z.infer<typeof objectInspection>

export const inspectPartInput = z.object({
  cluster: clusterKey,
  node: z.string().min(1).max(1_000),
  database: z.string().min(1).max(1_000),
  table: z.string().min(1).max(1_000),
  part: z.string().min(1).max(1_000).describe('Active, inactive or detached.'),
})

export const partInspection = observed(
  z.object({
    disks: z.array(z.string()).describe('S3 disks that were read.'),
    objects: z.array(
      z.object({
        disk: z.string(),
        key: z.string(),
        sizeBytes: z.bigint(),
        files: z.array(z.string()).describe('Of the part.'),
        uses: z.bigint().describe('Files of this node that need it, including frozen and detached ones.'),
      }),
    ),
    bytes: z.bigint(),
    sharedBytes: z.bigint().describe('Of objects that files outside of the part also need.'),
  }),
)
export type PartInspection = z.infer<typeof partInspection>
