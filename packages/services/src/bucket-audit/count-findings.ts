import type { Transaction } from '@frostline/db'
import type { FindingCounts } from './schema.ts'

const none = () => ({ count: 0, bytes: 0n })

/** One grouped read for many audits. */
export async function countFindings(tx: Transaction, ids: string[]): Promise<(id: string) => FindingCounts> {
  const groups = await tx.bucketFinding.groupBy({
    by: ['auditId', 'kind'],
    // Orphans that are not confirmed are none: nothing was concluded.
    where: { auditId: { in: ids }, NOT: { kind: 'orphan', confirmed: false } },
    _count: true,
    _sum: { sizeBytes: true, neededBytes: true },
  })
  return (id) => {
    const of = (kind: string) => {
      const group = groups.find((each) => each.auditId === id && each.kind === kind)
      return group
        ? { count: group._count, bytes: group._sum.sizeBytes ?? group._sum.neededBytes ?? 0n }
        : none()
    }
    return {
      ...{ orphans: of('orphan'), missing: of('missing') },
      ...{ sizeDiffers: of('size_differs'), uploads: of('upload') },
    }
  }
}
