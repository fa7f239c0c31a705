import type { AuditEntry } from '../generated/client.ts'
import type { Transaction } from '../transaction.ts'

export type ChainedAuditEntry = AuditEntry & { sequence: bigint; previousHash: string; hash: string }

/** Entries of the chain after a place, in its order. */
export async function readChain(
  tx: Transaction,
  { after, through, limit }: { after: bigint; through?: bigint | undefined; limit: number },
): Promise<ChainedAuditEntry[]> {
  const rows = await tx.auditEntry.findMany({
    where: { sequence: { gt: after, ...(through === undefined ? {} : { lte: through }) } },
    orderBy: { sequence: 'asc' },
    take: limit,
  })
  return rows.filter(isChained)
}

export function isChained(entry: AuditEntry): entry is ChainedAuditEntry {
  return entry.sequence !== null && entry.previousHash !== null && entry.hash !== null
}
