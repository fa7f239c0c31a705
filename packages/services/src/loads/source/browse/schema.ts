import { objectCompression, objectFormat } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../../../platform/reading/schema.ts'
import { sourceRef } from '../schema.ts'

const bucket = z.string().min(1).max(63)
const key = z.string().min(1).max(1_024)

export const listObjectsInput = sourceRef.extend({
  bucket,
  prefix: z.string().max(1_024).default('').describe('Key prefix. Folders end with a slash.'),
  cursor: z.string().max(4_000).optional().describe('nextCursor of the previous page.'),
  pageSize: z.coerce.number().int().min(1).max(1_000).default(200),
})
const objectRow = z.object({
  key: z.string(),
  sizeBytes: z.bigint(),
  etag: z.string(),
  lastModified: z.date(),
  storageClass: z.string(),
})
export const objectPage = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  prefixes: z.array(z.string()).describe('Full paths of the folders below the prefix.'),
  objects: z.array(objectRow),
  nextCursor: z.string().nullable().describe('Null at the end.'),
})
export type ObjectPage = z.infer<typeof objectPage>

export const searchObjectsInput = sourceRef.extend({
  bucket,
  prefix: z.string().max(1_024).default(''),
  text: z
    .string()
    .min(1)
    .max(200)
    .describe('Part of a name below the prefix, or a glob over the whole rest of the key (*, **, ?, {a,b}).'),
  cursor: z
    .string()
    .max(4_000)
    .optional()
    .describe('nextCursor of the previous answer, where the search continues.'),
})
export const objectMatches = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  matches: z.array(objectRow),
  searched: z.number().int().describe('Objects searched for this answer.'),
  nextCursor: z.string().nullable().describe('Null: the whole prefix has been searched.'),
})
export type ObjectMatches = z.infer<typeof objectMatches>

export const objectRef = sourceRef.extend({ bucket, key })

export const previewRowsInput = objectRef.extend({
  cluster: clusterKey,
  node: z.string().max(100).optional().describe('Default: the first that answers.'),
  format: objectFormat.optional().describe('Default: by the name.'),
  compression: objectCompression.optional().describe('Default: by the name.'),
})
export const rowsPreview = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  format: objectFormat,
  compression: objectCompression,
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z
    .array(z.array(z.string().nullable()))
    .describe('At most 20, values as text, each at most 500 characters. Null is NULL.'),
  node: z.string(),
  sql: z.string().describe('As sent, with hidden keys.'),
})
export type RowsPreview = z.infer<typeof rowsPreview>

export const textPreview = z.object({
  observedAt: z.date(),
  elapsedMs: z.number(),
  text: z.string().describe('As UTF-8. Invalid bytes become U+FFFD.'),
  looksBinary: z.boolean(),
  readBytes: z.number().int(),
  sizeBytes: z.bigint(),
  contentType: z.string().nullable(),
})
export type TextPreview = z.infer<typeof textPreview>

export const downloadLink = z.object({
  url: z.string().describe('Anyone with the link can read the object until it expires.'),
  expiresAt: z.date(),
})
export type DownloadLink = z.infer<typeof downloadLink>
