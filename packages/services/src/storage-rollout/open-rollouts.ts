import type { Prisma, Transaction } from '@frostline/db'
import { isOpenRun, openRunStatuses } from '@frostline/domain'

const selection = {
  run: { include: { cluster: { select: { slug: true } } } },
  proposal: { select: { id: true, title: true } },
  steps: { select: { nodeName: true } },
} as const satisfies Prisma.StorageRolloutInclude

/**
 * Rollouts that are under way, or stand half-way: files of nodes were changed, and neither the rest nor the way back was
 * carried out. One of the same proposal that was completed later has dealt with these files.
 */
export async function openRollouts(tx: Transaction, of: { clusterId: string } | { proposalId: string }) {
  const where: Prisma.StorageRolloutWhereInput = 'clusterId' in of ? { run: of } : of
  const rows = await tx.storageRollout.findMany({
    where: {
      AND: [where],
      OR: [
        { run: { status: { in: [...openRunStatuses] } } },
        { run: { status: { in: ['failed', 'cancelled'] } }, steps: { some: { touchedAt: { not: null } } } },
      ],
    },
    include: selection,
    orderBy: { createdAt: 'desc' },
  })
  const completed = await tx.storageRollout.findMany({
    where: { AND: [where, { run: { status: 'completed' } }] },
    select: { proposalId: true, createdAt: true },
  })
  return rows.flatMap(({ run, ...row }) => {
    if (run === null) return []
    const isSettled =
      !isOpenRun(run.status) &&
      completed.some((later) => later.proposalId === row.proposalId && later.createdAt > row.createdAt)
    return isSettled ? [] : [{ ...row, run }]
  })
}
