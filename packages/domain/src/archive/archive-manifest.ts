import { z } from 'zod'
import { archiveColumn } from './archive-columns.ts'
import { archiveFormats } from './archive-format.ts'
import { contentChecks } from './archive-proof.ts'

const wholeNumber = z.string().regex(/^\d+$/)

/** A file of this version can be read by every later version of Frostline. A change of its meaning gets a new number. */
export const archiveManifestVersion = 1

/** Lies beside the files of one partition of one shard. It suffices for a restore without Frostline. */
export const archiveManifest = z.object({
  version: z.literal(archiveManifestVersion),
  archive: z.string(),
  cluster: z.string(),
  shard: z.number().int(),
  database: z.string(),
  table: z.string(),
  partition: z.string(),
  partitionId: z.string(),
  provedAt: z.iso.datetime(),
  serverVersion: z.string(),
  /** CREATE TABLE as the server shows it, and its engine with keys, TTL and settings. */
  ddl: z.string(),
  engineFull: z.string(),
  columns: z.array(archiveColumn),
  rows: wholeNumber,
  bytesOnDisk: wholeNumber,
  parts: z.array(z.object({ name: z.string(), rows: wholeNumber, hash: z.string() })),
  checks: contentChecks,
  files: z.array(
    z.object({
      key: z.string(),
      format: z.enum(archiveFormats),
      rows: wholeNumber,
      sizeBytes: wholeNumber,
      etag: z.string(),
      checks: contentChecks,
    }),
  ),
  /** How checks are computed. */
  checksumSql: z.string(),
  /** Restores the partition, without keys of the store. */
  restoreSql: z.string(),
})
export type ArchiveManifest = z.infer<typeof archiveManifest>
