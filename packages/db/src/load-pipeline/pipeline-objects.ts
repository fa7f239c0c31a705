import type { PipelineObjectState } from '../generated/enums.ts'
import type { Database, Transaction } from '../transaction.ts'

export interface PipelineObject {
  key: string
  etag: string
  sizeBytes: bigint
  modifiedAt: Date
}

/** Rows per INSERT: its parameters are kept in memory a second time as text. */
const rowsAtOnce = 20_000

/**
 * The objects on a page of a listing that are not known by key and ETag; `keyKnown`: known with another ETag. Each key
 * is a separate index lookup: with a join PostgreSQL 18 hashes all that the pipeline knows, for each page, until the
 * table is analyzed (100,000 known objects: 8 s instead of 1).
 */
export async function findUnknownObjects<Listed extends { key: string; etag: string }>(
  db: Database,
  pipelineId: string,
  listed: readonly Listed[],
): Promise<{ object: Listed; keyKnown: boolean }[]> {
  if (listed.length === 0) return []
  const rows = await db.$queryRaw<{ place: number; keyKnown: boolean }[]>`
    SELECT given.place::int AS place, known.same IS NOT NULL AS "keyKnown"
    FROM unnest(
      ${listed.map(({ key }) => key)}::text[], ${listed.map(({ etag }) => etag)}::text[]
    ) WITH ORDINALITY AS given(key, etag, place)
    CROSS JOIN LATERAL (
      SELECT bool_or(o.etag = given.etag) AS same FROM load_pipeline_object o
      WHERE o."pipelineId" = ${pipelineId} AND o.key = given.key
    ) AS known
    WHERE known.same IS NOT TRUE
    ORDER BY given.place`
  return rows.flatMap(({ place, keyKnown }) => {
    const object = listed[place - 1]
    return object ? [{ object, keyKnown }] : []
  })
}

/** Records objects as known. Returns how many were new: the others keep what is recorded of them. */
export async function recordPipelineObjects(
  tx: Transaction,
  entry: { pipelineId: string; state: PipelineObjectState; jobId: string | null; now: Date },
  objects: readonly PipelineObject[],
): Promise<number> {
  const { pipelineId, state, jobId, now } = entry
  let recorded = 0
  for (let from = 0; from < objects.length; from += rowsAtOnce) {
    const some = objects.slice(from, from + rowsAtOnce)
    recorded += await tx.$executeRaw`
      INSERT INTO load_pipeline_object
        ("pipelineId", key, etag, "sizeBytes", "modifiedAt", state, "jobId", "knownAt")
      SELECT ${pipelineId}, given.key, given.etag, given.size::bigint, given.modified::timestamptz,
        ${state}::pipeline_object_state, ${jobId}, ${now}
      FROM unnest(
        ${some.map(({ key }) => key)}::text[],
        ${some.map(({ etag }) => etag)}::text[],
        ${some.map(({ sizeBytes }) => String(sizeBytes))}::text[],
        ${some.map(({ modifiedAt }) => modifiedAt.toISOString())}::text[]
      ) AS given(key, etag, size, modified)
      ON CONFLICT DO NOTHING`
  }
  return recorded
}

/**
 * Claims objects in their current version for a load that retries them: they had changed since it was planned. Returns
 * the keys of those that no other load has taken.
 */
export async function claimNewVersions(
  tx: Transaction,
  entry: { pipelineId: string; jobId: string; now: Date },
  objects: readonly PipelineObject[],
): Promise<Set<string>> {
  const { pipelineId, jobId, now } = entry
  const rows = await tx.$queryRaw<{ key: string }[]>`
    INSERT INTO load_pipeline_object AS o
      ("pipelineId", key, etag, "sizeBytes", "modifiedAt", state, "jobId", "knownAt")
    SELECT ${pipelineId}, given.key, given.etag, given.size::bigint, given.modified::timestamptz, 'taken', ${jobId}, ${now}
    FROM unnest(
      ${objects.map(({ key }) => key)}::text[],
      ${objects.map(({ etag }) => etag)}::text[],
      ${objects.map(({ sizeBytes }) => String(sizeBytes))}::text[],
      ${objects.map(({ modifiedAt }) => modifiedAt.toISOString())}::text[]
    ) AS given(key, etag, size, modified)
    ON CONFLICT ("pipelineId", key, etag) DO UPDATE
      SET state = 'taken', "jobId" = excluded."jobId", "knownAt" = excluded."knownAt"
      WHERE o.state <> 'taken' OR o."jobId" = excluded."jobId"
    RETURNING o.key`
  return new Set(rows.map(({ key }) => key))
}
