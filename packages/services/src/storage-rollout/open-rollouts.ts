import type { Prisma, StorageRollout, Transaction } from '@frostline/db'

const selection = {
  cluster: { select: { slug: true } },
  proposal: { select: { id: true, title: true } },
  steps: { select: { nodeName: true } },
} as const satisfies Prisma.StorageRolloutInclude

export type OpenRollout = Prisma.StorageRolloutGetPayload<{ include: typeof selection }>

/**
 * Rollouts that are under way, or stand half-way: files of nodes were changed, and neither the rest nor the way back was
 * carried out. One of the same proposal that was completed later has dealt with these files.
 */
export async function openRollouts(
  tx: Transaction,
  of: Pick<Prisma.StorageRolloutWhereInput, 'clusterId' | 'proposalId'>,
): Promise<OpenRollout[]> {
  const rows = await tx.storageRollout.findMany({
    where: {
      ...of,
      OR: [
        { activeKey: { not: null } },
        { status: { in: ['failed', 'cancelled'] }, steps: { some: { touchedAt: { not: null } } } },
      ],
    },
    include: selection,
    orderBy: { createdAt: 'desc' },
  })
  const completed = await tx.storageRollout.findMany({
    where: { ...of, status: 'completed' },
    select: { proposalId: true, createdAt: true },
  })
  const isSettled = ({ activeKey, proposalId, createdAt }: StorageRollout) =>
    activeKey === null &&
    completed.some((later) => later.proposalId === proposalId && later.createdAt > createdAt)
  return rows.filter((row) => !isSettled(row))
}
