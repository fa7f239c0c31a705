import type { OrphanKind, OrphanState } from '../generated/enums.ts'
import type { Transaction } from '../transaction.ts'

export interface RemovalSum {
  removalId: string
  kind: OrphanKind
  state: OrphanState
  objects: bigint
  bytes: bigint
}

/** Objects of removals by kind and state, in one query. */
export async function sumRemovals(tx: Transaction, ids: readonly string[]): Promise<RemovalSum[]> {
  if (ids.length === 0) return []
  return tx.$queryRaw<RemovalSum[]>`
    SELECT "removalId", kind, state, count(*) AS objects, sum("sizeBytes")::bigint AS bytes
    FROM orphan_removal_object WHERE "removalId" = ANY(${[...ids]}::text[])
    GROUP BY 1, 2, 3`
}

/** Why objects were kept, or are gone, the most frequent first. */
export async function sumRemovalReasons(
  tx: Transaction,
  removalId: string,
): Promise<{ reason: string; objects: bigint; bytes: bigint }[]> {
  return tx.$queryRaw`
    SELECT reason, count(*) AS objects, sum("sizeBytes")::bigint AS bytes
    FROM orphan_removal_object WHERE "removalId" = ${removalId} AND reason IS NOT NULL
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 20`
}
