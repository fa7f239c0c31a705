import type { BucketPlaceState } from '../generated/enums.ts'
import { isCurrentRun, nameRun, type RunRef } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database } from '../transaction.ts'

/** The right to write what a node needs: of the worker that last started to read it. */
export interface NodeReadingFence {
  run: RunRef
  ordinal: number
  pass: 1 | 2
  token: string
}

export interface NewPlace {
  id: string
  disk: string
  state: BucketPlaceState
  database: string
  table: string
  tableUuid: string
  part: string
}

export interface NewReference {
  key: string
  place: string
  file: string
  sizeBytes: bigint
}

/**
 * Claims the node and deletes what was read of it before, unless all of its files were read: the server cannot resume
 * in the middle (it applies no condition before it has read the metadata of every file, 26.7). Returns whether they
 * were. Throws StaleWriterError.
 */
export async function beginNodeReading(
  db: Database,
  { run, ordinal, pass, token }: NodeReadingFence,
): Promise<{ filesRead: boolean }> {
  const where = { auditId: run.id, node: ordinal }
  return db.$transaction(
    async (tx) => {
      const [node] = await tx.$queryRaw<{ filesRead: boolean }[]>`
        UPDATE bucket_audit_node SET status = 'reading', pass = ${pass}, token = ${token}, error = NULL,
          files = CASE WHEN ${pass} = 1 AND "filesRead" THEN files ELSE 0 END
        WHERE "auditId" = ${run.id} AND ordinal = ${ordinal} AND ${isCurrentRun(run)}
        RETURNING "filesRead"`
      refuseStaleWriter(node ? 1 : 0, `Node ${ordinal} of ${nameRun(run)}`)
      const filesRead = node?.filesRead ?? false
      if (pass === 2 || filesRead) return { filesRead }
      await tx.bucketAuditReference.deleteMany({ where })
      await tx.bucketAuditPlace.deleteMany({ where })
      return { filesRead }
    },
    { timeout: 120_000 },
  )
}

/** Throws StaleWriterError if another worker reads the node now. */
export async function recordFilesRead(
  db: Database,
  { run, ordinal, token }: NodeReadingFence,
): Promise<void> {
  const { count } = await db.bucketAuditNode.updateMany({
    where: { auditId: run.id, ordinal, token },
    data: { filesRead: true },
  })
  refuseStaleWriter(count, `Node ${ordinal} of ${nameRun(run)}`)
}

/** Throws StaleWriterError if another worker reads the node now. */
export async function spoolReferences(
  db: Database,
  fence: NodeReadingFence,
  places: readonly NewPlace[],
  references: readonly NewReference[],
): Promise<void> {
  const { id: auditId } = fence.run
  await db.$transaction(async (tx) => {
    await countFiles(tx, fence, references.length)
    await tx.bucketAuditPlace.createMany({
      data: places.map((place) => ({ auditId, node: fence.ordinal, ...place })),
      skipDuplicates: true,
    })
    await tx.$executeRaw`
      INSERT INTO bucket_audit_reference ("auditId", node, key, place, file, "sizeBytes")
      SELECT ${auditId}, ${fence.ordinal}, given.key, given.place::uuid, given.file, given.size::bigint
      FROM unnest(
        ${references.map(({ key }) => key)}::text[],
        ${references.map(({ place }) => place)}::text[],
        ${references.map(({ file }) => file)}::text[],
        ${references.map(({ sizeBytes }) => String(sizeBytes))}::text[]
      ) AS given(key, place, file, size)
      ON CONFLICT DO NOTHING`
  })
}

/** The second check: what a replica knows is no orphan, and what it still needs is really missing. */
export async function removeKnownKeys(
  db: Database,
  fence: NodeReadingFence,
  keys: readonly string[],
): Promise<void> {
  const { id: auditId } = fence.run
  await db.$transaction(async (tx) => {
    await countFiles(tx, fence, keys.length)
    await tx.$executeRaw`
      DELETE FROM bucket_finding
      WHERE "auditId" = ${auditId} AND kind = 'orphan' AND key = ANY(${[...keys]}::text[])`
    await tx.$executeRaw`
      UPDATE bucket_finding SET confirmed = true
      WHERE "auditId" = ${auditId} AND kind IN ('missing', 'size_differs') AND key = ANY(${[...keys]}::text[])`
  })
}

async function countFiles(
  tx: Pick<Database, '$executeRaw'>,
  { run, ordinal, token }: NodeReadingFence,
  files: number,
): Promise<void> {
  const updated = await tx.$executeRaw`
    UPDATE bucket_audit_node SET files = files + ${files}
    WHERE "auditId" = ${run.id} AND ordinal = ${ordinal} AND token = ${token} AND ${isCurrentRun(run)}`
  refuseStaleWriter(updated, `Node ${ordinal} of ${nameRun(run)}`)
}

export async function endNodeReading(
  db: Database,
  { run, ordinal, token }: NodeReadingFence,
  end: { status: 'read'; readAt: Date; error: string | null } | { status: 'failed'; error: string },
): Promise<void> {
  const { count } = await db.bucketAuditNode.updateMany({
    where: { auditId: run.id, ordinal, token },
    data: end,
  })
  refuseStaleWriter(count, `Node ${ordinal} of ${nameRun(run)}`)
}

/** Facts from system.parts about the places, by id; places without a file are left out. */
export async function describePlaces(
  db: Database,
  auditId: string,
  parts: readonly { place: string; active: boolean; bytes: bigint }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE bucket_audit_place AS place SET active = given.active, "partBytes" = given.bytes::bigint
    FROM unnest(
      ${parts.map(({ place }) => place)}::text[],
      ${parts.map(({ active }) => active)}::boolean[],
      ${parts.map(({ bytes }) => String(bytes))}::text[]
    ) AS given(id, active, bytes)
    WHERE place."auditId" = ${auditId} AND place.id = given.id::uuid`
}

/** Table names by uuid, as one node has them. */
export async function namePlaces(
  db: Database,
  auditId: string,
  node: number,
  tables: readonly { uuid: string; database: string; table: string }[],
): Promise<void> {
  await db.$executeRaw`
    UPDATE bucket_audit_place AS place SET database = given.database, "table" = given.name
    FROM unnest(
      ${tables.map(({ uuid }) => uuid)}::text[],
      ${tables.map(({ database }) => database)}::text[],
      ${tables.map(({ table }) => table)}::text[]
    ) AS given(uuid, database, name)
    WHERE place."auditId" = ${auditId} AND place.node = ${node} AND place."tableUuid" = given.uuid`
}
