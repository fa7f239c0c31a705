import type { Transaction } from '../transaction.ts'

/** What the files of a place are: an active, inactive or unknown part for the server; or something else. */
type BucketHolding =
  | 'active'
  | 'inactive'
  | 'unlisted'
  | 'moving'
  | 'temporary'
  | 'detached'
  | 'frozen'
  | 'other'

export interface TableInBucket {
  database: string
  table: string
  /** Of a table that no node lists by name; otherwise empty. */
  tableUuid: string
  holding: BucketHolding
  places: bigint
  files: bigint
  fileBytes: bigint
  objects: bigint
  objectBytes: bigint
  sharedFiles: bigint
  missingFiles: bigint
  /** As system.parts has them. */
  partBytes: bigint
  /** Of the files that bytes_on_disk counts. */
  countedBytes: bigint
}

/** The breakdown by table and kind of files, largest first. */
export async function sumBucketPlaces(tx: Transaction, auditId: string): Promise<TableInBucket[]> {
  return tx.$queryRaw<TableInBucket[]>`
    SELECT database, "table", CASE WHEN "table" = '' THEN "tableUuid" ELSE '' END AS "tableUuid",
      CASE WHEN state <> 'part' THEN state::text WHEN active THEN 'active' WHEN active IS NULL THEN 'unlisted'
        ELSE 'inactive' END AS holding,
      count(*) AS places, sum(files)::bigint AS files, sum("fileBytes")::bigint AS "fileBytes",
      sum(objects)::bigint AS objects, sum("objectBytes")::bigint AS "objectBytes",
      sum("sharedFiles")::bigint AS "sharedFiles", sum("missingFiles")::bigint AS "missingFiles",
      coalesce(sum("partBytes"), 0)::bigint AS "partBytes",
      coalesce(sum("fileBytes" - "uncountedBytes"), 0)::bigint AS "countedBytes"
    FROM bucket_audit_place WHERE "auditId" = ${auditId} AND files > 0
    GROUP BY 1, 2, 3, 4
    ORDER BY sum("objectBytes") DESC, 1, 2, 4
    LIMIT 2000`
}

export interface BucketSums {
  holding: BucketHolding
  objects: bigint
  bytes: bigint
}

/** The same over all tables. */
export async function sumBucketHoldings(tx: Transaction, auditId: string): Promise<BucketSums[]> {
  return tx.$queryRaw<BucketSums[]>`
    SELECT CASE WHEN state <> 'part' THEN state::text WHEN active THEN 'active' WHEN active IS NULL THEN 'unlisted'
        ELSE 'inactive' END AS holding,
      sum(objects)::bigint AS objects, sum("objectBytes")::bigint AS bytes
    FROM bucket_audit_place WHERE "auditId" = ${auditId} AND files > 0
    GROUP BY 1`
}
