import { archiveFolder } from '@frostline/domain'
import { Prisma } from '../generated/client.ts'
import type { RunRef } from '../run/fence-run.ts'
import type { Database, Transaction } from '../transaction.ts'
import { changeBucketAudit } from './audit-run.ts'

export interface BucketComparison {
  prefixes: readonly string[]
  /** Younger objects are only counted. Null: there is no conclusion about orphans. */
  cutoffAt: Date | null
  /** Without a conclusion, the first objects older than this that no reachable replica needs are kept anyway. */
  graceEndsAt: Date
  obstacle: string | null
  /** A PostgreSQL pattern. */
  engineKeyPattern: string
  uncountedFiles: readonly string[]
}

/**
 * Compares the two spools within the database, without memory of this process: fills in the places and stores
 * unconfirmed findings. Idempotent. Throws StaleWriterError.
 */
export async function compareBucket(db: Database, run: RunRef, comparison: BucketComparison): Promise<void> {
  const { id: auditId } = run
  const { cutoffAt, obstacle } = comparison
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SET LOCAL work_mem = '64MB'`
      await tx.bucketFinding.deleteMany({ where: { auditId, kind: { not: 'upload' } } })
      const unknown = cutoffAt === null ? null : await findOrphans(tx, auditId, cutoffAt, comparison)
      if (cutoffAt === null) await findCandidates(tx, auditId, comparison)
      await findMissing(tx, auditId, comparison.prefixes)
      await sumPlaces(tx, auditId, comparison)
      const [sum] = await tx.$queryRaw<{ objects: bigint; bytes: bigint }[]>`
        SELECT count(*) AS objects, coalesce(sum("sizeBytes"), 0)::bigint AS bytes
        FROM bucket_audit_object WHERE "auditId" = ${auditId}`
      await changeBucketAudit(tx, run, {
        ...{ phase: 'confirming', cutoffAt, obstacle },
        ...{ objects: sum?.objects ?? 0n, objectBytes: sum?.bytes ?? 0n },
        ...{ youngObjects: unknown?.young.objects ?? null, youngBytes: unknown?.young.bytes ?? null },
        ...{ heldObjects: unknown?.held.objects ?? null, heldBytes: unknown?.held.bytes ?? null },
      })
    },
    { timeout: 3_600_000 },
  )
}

interface Sum {
  objects: bigint
  bytes: bigint
}

/** Objects that no replica knows: orphans, objects too young to judge, and those in a removal's quarantine. */
async function findOrphans(
  tx: Transaction,
  auditId: string,
  cutoffAt: Date,
  { engineKeyPattern }: BucketComparison,
): Promise<{ young: Sum; held: Sum }> {
  const { bucket } = await tx.bucketAudit.findUniqueOrThrow({
    where: { id: auditId },
    select: { bucket: true },
  })
  const unknown = Prisma.sql`
    object."auditId" = ${auditId} AND NOT EXISTS (
      SELECT FROM bucket_audit_reference AS known WHERE known."auditId" = ${auditId} AND known.key = object.key)`
  const { copies, tagged } = inQuarantine(bucket)
  const free = Prisma.sql`${unknown} AND NOT ${copies} AND NOT ${tagged} AND NOT ${inArchive}`
  await tx.$executeRaw`
    INSERT INTO bucket_finding ("auditId", kind, key, "sizeBytes", "modifiedAt", etag, "engineMade")
    SELECT ${auditId}, 'orphan', object.key, object."sizeBytes", object."modifiedAt", object.etag,
      object.key ~ ${engineKeyPattern}
    FROM bucket_audit_object AS object
    WHERE ${free} AND object."modifiedAt" <= ${cutoffAt}
    ORDER BY object.key`
  const young = await sumObjects(tx, Prisma.sql`${free} AND object."modifiedAt" > ${cutoffAt}`)
  // One after the other: each is a join of its own, and no object is in both.
  const held = [
    await sumObjects(tx, Prisma.sql`${unknown} AND ${copies}`),
    await sumObjects(tx, Prisma.sql`${unknown} AND ${tagged}`),
  ].reduce((sum, each) => ({ objects: sum.objects + each.objects, bytes: sum.bytes + each.bytes }))
  return { young, held }
}

/** No replica needs them, and they are all that is left of dropped partitions. Their name tells, not the ledger. */
const inArchive = Prisma.sql`object.key ~ ${`(^|/)${archiveFolder}/`}`

/** Enough to see whose they are; includes all objects of a replica that is down. */
const maxCandidates = 1_000

/** What no reachable replica knows. They stay unconfirmed. */
async function findCandidates(
  tx: Transaction,
  auditId: string,
  { engineKeyPattern, graceEndsAt }: BucketComparison,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bucket_finding ("auditId", kind, key, "sizeBytes", "modifiedAt", etag, "engineMade")
    SELECT ${auditId}, 'orphan', object.key, object."sizeBytes", object."modifiedAt", object.etag,
      object.key ~ ${engineKeyPattern}
    FROM bucket_audit_object AS object
    WHERE object."auditId" = ${auditId} AND object."modifiedAt" <= ${graceEndsAt} AND NOT ${inArchive} AND NOT EXISTS (
      SELECT FROM bucket_audit_reference AS known WHERE known."auditId" = ${auditId} AND known.key = object.key)
    ORDER BY object.key
    LIMIT ${maxCandidates}`
}

async function sumObjects(tx: Transaction, where: Prisma.Sql): Promise<Sum> {
  const [sum] = await tx.$queryRaw<Sum[]>`
    SELECT count(*) AS objects, coalesce(sum(object."sizeBytes"), 0)::bigint AS bytes
    FROM bucket_audit_object AS object WHERE ${where}`
  return sum ?? { objects: 0n, bytes: 0n }
}

/** Objects held by unfinished removals from the bucket: their copies, and tagged originals. */
function inQuarantine(bucket: string): { copies: Prisma.Sql; tagged: Prisma.Sql } {
  const open = Prisma.sql`removal.bucket = ${bucket} AND run.status NOT IN ('completed', 'cancelled')`
  return {
    copies: Prisma.sql`EXISTS (
      SELECT FROM orphan_removal AS removal JOIN run ON run.id = removal.id
      WHERE ${open} AND removal.way = 'copy' AND starts_with(object.key, removal."quarantinePrefix"))`,
    tagged: Prisma.sql`EXISTS (
      SELECT FROM orphan_removal_object AS item JOIN orphan_removal AS removal ON removal.id = item."removalId"
      JOIN run ON run.id = removal.id
      WHERE ${open} AND removal.way = 'tag' AND item.key = object.key
        AND item.state IN ('quarantining', 'quarantined', 'deleting', 'restoring'))`,
  }
}

/** References below the listed prefixes, of disks in this bucket. */
function ownReferences(auditId: string, prefixes: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    bucket_audit_reference AS needed
    JOIN bucket_audit_place AS place ON place."auditId" = needed."auditId" AND place.id = needed.place
    JOIN bucket_audit_node AS node ON node."auditId" = needed."auditId" AND node.ordinal = needed.node
      AND place.disk = ANY(node.disks)
    LEFT JOIN bucket_audit_object AS object ON object."auditId" = needed."auditId" AND object.key = needed.key
    WHERE needed."auditId" = ${auditId}
      AND EXISTS (SELECT FROM unnest(${[...prefixes]}::text[]) AS prefix WHERE starts_with(needed.key, prefix))`
}

async function findMissing(tx: Transaction, auditId: string, prefixes: readonly string[]): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO bucket_finding
      ("auditId", kind, key, "sizeBytes", "neededBytes", "modifiedAt", etag, "engineMade", node, database, "table", part, file)
    SELECT DISTINCT ON (needed.key) ${auditId},
      CASE WHEN object.key IS NULL THEN 'missing' ELSE 'size_differs' END::bucket_finding_kind, needed.key,
      object."sizeBytes", needed."sizeBytes", object."modifiedAt", object.etag, true, needed.node, place.database, place."table",
      place.part, needed.file
    FROM ${ownReferences(auditId, prefixes)}
      AND (object.key IS NULL OR object."sizeBytes" <> needed."sizeBytes")
    ORDER BY needed.key, place.state`
}

async function sumPlaces(
  tx: Transaction,
  auditId: string,
  { prefixes, uncountedFiles }: BucketComparison,
): Promise<void> {
  // The order of BucketPlaceState decides which place owns a shared object.
  await tx.$executeRaw`
    WITH reference AS MATERIALIZED (
      SELECT needed.place, needed.file, needed."sizeBytes" AS bytes, object.key IS NOT NULL AS present,
        object."sizeBytes" AS stored,
        row_number() OVER (PARTITION BY needed.key ORDER BY place.state, place.active DESC NULLS LAST, place.id, needed.file) AS rank,
        count(*) OVER (PARTITION BY needed.key) AS uses
      FROM ${ownReferences(auditId, prefixes)}
    ),
    sums AS (
      SELECT place, count(*) AS files, sum(bytes) AS bytes,
        coalesce(sum(bytes) FILTER (WHERE file = ANY(${[...uncountedFiles]}::text[])), 0) AS uncounted,
        count(*) FILTER (WHERE rank = 1 AND present) AS objects,
        coalesce(sum(stored) FILTER (WHERE rank = 1 AND present), 0) AS stored,
        count(*) FILTER (WHERE uses > 1) AS shared,
        count(*) FILTER (WHERE NOT present) AS missing
      FROM reference GROUP BY place
    )
    UPDATE bucket_audit_place AS place
    SET files = sums.files, "fileBytes" = sums.bytes, "uncountedBytes" = sums.uncounted, objects = sums.objects,
      "objectBytes" = sums.stored, "sharedFiles" = sums.shared, "missingFiles" = sums.missing
    FROM sums WHERE place."auditId" = ${auditId} AND place.id = sums.place`
}

/**
 * Ends the second check. `obstacle`: a replica could not be read again, so there is no conclusion about orphans: they
 * stay unconfirmed, and so does what that replica was missing at the first check.
 */
export async function concludeBucketAudit(db: Database, run: RunRef, obstacle: string | null): Promise<void> {
  const { id: auditId } = run
  await db.$transaction(
    async (tx) => {
      const silent = await tx.bucketAuditNode.findMany({
        where: { auditId, NOT: { status: 'read', pass: 2 } },
        select: { ordinal: true },
      })
      await tx.bucketFinding.deleteMany({
        where: {
          auditId,
          kind: { in: ['missing', 'size_differs'] },
          confirmed: false,
          NOT: { node: { in: silent.map(({ ordinal }) => ordinal) } },
        },
      })
      if (obstacle === null)
        await tx.bucketFinding.updateMany({ where: { auditId, kind: 'orphan' }, data: { confirmed: true } })
      await changeBucketAudit(tx, run, { phase: 'ended', ...(obstacle === null ? {} : { obstacle }) })
    },
    { timeout: 120_000 },
  )
}
