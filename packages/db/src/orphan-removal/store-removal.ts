import { Prisma } from '../generated/client.ts'
import type { OrphanKind } from '../generated/enums.ts'
import type { Transaction } from '../transaction.ts'

export interface FindingChoice {
  kinds: readonly OrphanKind[]
  prefix: string
  /** ISO 8601. */
  changedBefore: string | null
}

export interface RefusedPlace {
  prefix: string
  reason: string
}

export interface ChosenSum {
  kind: OrphanKind
  /** Why they are left alone. Null: they are taken. */
  reason: string | null
  objects: bigint
  bytes: bigint
}

const kindOf = Prisma.sql`(CASE WHEN finding.kind = 'upload' THEN 'upload' WHEN finding."engineMade" THEN 'engine' ELSE 'other' END)`

/** Findings of an audit by kind and, where they are left alone, by reason, with the reason as a column. */
function chosenFindings(
  auditId: string,
  choice: FindingChoice,
  refused: readonly RefusedPlace[],
): Prisma.Sql {
  const { kinds, prefix, changedBefore } = choice
  return Prisma.sql`
    SELECT finding.id, ${kindOf} AS kind, finding.key, finding."uploadId",
      coalesce(finding."sizeBytes", 0) AS "sizeBytes", finding."modifiedAt", coalesce(finding.etag, '') AS etag,
      (SELECT place.reason FROM unnest(
        ${refused.map((place) => place.prefix)}::text[], ${refused.map((place) => place.reason)}::text[]
      ) AS place(prefix, reason) WHERE starts_with(finding.key, place.prefix) LIMIT 1) AS reason
    FROM bucket_finding AS finding
    WHERE finding."auditId" = ${auditId} AND finding.kind IN ('orphan', 'upload') AND finding."modifiedAt" IS NOT NULL
      AND ${kindOf} = ANY(${[...kinds]}::text[]) AND starts_with(finding.key, ${prefix})
      ${changedBefore === null ? Prisma.empty : Prisma.sql`AND finding."modifiedAt" < ${changedBefore}::timestamptz`}`
}

export async function sumChosenFindings(
  tx: Transaction,
  auditId: string,
  choice: FindingChoice,
  refused: readonly RefusedPlace[],
): Promise<ChosenSum[]> {
  return tx.$queryRaw<ChosenSum[]>`
    SELECT kind, reason, count(*) AS objects, coalesce(sum("sizeBytes"), 0)::bigint AS bytes
    FROM (${chosenFindings(auditId, choice, refused)}) AS chosen
    GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST`
}

/** Copies the chosen findings into the ledger of a removal: the audit may be deleted, the ledger stays. */
export async function storeRemovalObjects(
  tx: Transaction,
  removalId: string,
  auditId: string,
  choice: FindingChoice,
  refused: readonly RefusedPlace[],
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO orphan_removal_object
      ("removalId", kind, key, "uploadId", "sizeBytes", "modifiedAt", etag, state, reason)
    SELECT ${removalId}, kind::orphan_kind, key, "uploadId", "sizeBytes", "modifiedAt", etag,
      (CASE WHEN reason IS NULL THEN 'found' ELSE 'kept' END)::orphan_state, reason
    FROM (${chosenFindings(auditId, choice, refused)}) AS chosen ORDER BY id`
}

/** The key of one of them, or null. */
export async function sampleChosenKey(
  tx: Transaction,
  auditId: string,
  choice: FindingChoice,
): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ key: string }[]>`
    SELECT key FROM (${chosenFindings(auditId, choice, [])}) AS chosen WHERE kind <> 'upload' LIMIT 1`
  return row?.key ?? null
}

/** Folders that match the first group of a pattern in keys of an audit's findings. */
export async function findMarkedFolders(
  tx: Transaction,
  auditId: string,
  pattern: string,
  most: number,
): Promise<string[]> {
  const rows = await tx.$queryRaw<{ folder: string }[]>`
    SELECT DISTINCT substring(key FROM ${pattern}) AS folder FROM bucket_finding
    WHERE "auditId" = ${auditId} AND kind = 'orphan' AND NOT "engineMade" AND key ~ ${pattern} LIMIT ${most}`
  return rows.map(({ folder }) => folder)
}
