import { isCurrentRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'

export interface ListedObject {
  key: string
  sizeBytes: bigint
  lastModified: Date
  etag: string
}

/**
 * Stores a part of the listing together with its progress, so that the next worker continues from there. Throws
 * StaleWriterError.
 * @param listed completed prefixes, and the last key of the current one.
 */
export async function spoolListing(
  db: Database,
  run: RunRef,
  objects: readonly ListedObject[],
  listed: { prefixes: number; key: string | null },
): Promise<void> {
  const bytes = objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n)
  const [updated] = await db.$transaction([
    db.$executeRaw`
      UPDATE bucket_audit
      SET objects = objects + ${objects.length}, "objectBytes" = "objectBytes" + ${bytes},
        "listedPrefixes" = ${listed.prefixes}, "listedKey" = ${listed.key}
      WHERE id = ${run.id} AND ${isCurrentRun(run)}`,
    db.$executeRaw`
      INSERT INTO bucket_audit_object ("auditId", key, "sizeBytes", "modifiedAt", etag)
      SELECT ${run.id}, given.key, given.size::bigint, given.at::timestamptz, given.etag
      FROM unnest(
        ${objects.map(({ key }) => key)}::text[],
        ${objects.map(({ sizeBytes }) => String(sizeBytes))}::text[],
        ${objects.map(({ lastModified }) => lastModified.toISOString())}::text[],
        ${objects.map(({ etag }) => etag)}::text[]
      ) AS given(key, size, at, etag)
      WHERE ${isCurrentRun(run)}
      ON CONFLICT DO NOTHING`,
  ])
  refuseStaleWriter(updated, nameRun(run))
}
