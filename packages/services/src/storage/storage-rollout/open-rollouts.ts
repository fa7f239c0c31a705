import { holdRollouts, type Prisma, type Transaction } from '@frostline/db'
import { drivenRunStatuses, isOpenRun, openRunStatuses } from '@frostline/domain'
import { ServiceError } from '../../platform/base/service-error.ts'
import { withRun } from '../../platform/run/stored-run.ts'

const selection = {
  run: { include: { cluster: { select: { slug: true } } } },
  proposal: { select: { id: true, title: true } },
  steps: { select: { nodeName: true } },
} as const satisfies Prisma.StorageRolloutInclude

/**
 * Rollouts that are running, or half-way: files of nodes were changed, and neither the rest nor the revert was done. A
 * later completed one of the same proposal has dealt with these files.
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

export const withSteps = {
  ...withRun,
  proposal: { include: { cluster: { select: { name: true, approvalRequired: true } } } },
  steps: { orderBy: { ordinal: 'asc' } },
} as const satisfies Prisma.StorageRolloutInclude

export type FoundRollout = Prisma.StorageRolloutGetPayload<{ include: typeof withSteps }>

/** @throws ServiceError `not_found` */
export async function findRollout(tx: Transaction, id: string): Promise<FoundRollout> {
  const rollout = await tx.storageRollout.findUnique({ where: { id }, include: withSteps })
  if (rollout) return rollout
  throw new ServiceError('not_found', `There is no storage rollout ${id}.`, {
    hint: 'A new plan may have replaced it. Open the page of the proposal.',
  })
}

/** The backups of a half-way rollout are needed to revert it: they must not be deleted unseen. */
export async function refuseUnfinishedRollout(tx: Transaction, proposalId: string): Promise<void> {
  await holdRollouts(tx, proposalId)
  if ((await openRollouts(tx, { proposalId })).length === 0) return
  throw new ServiceError('conflict', 'A rollout of this proposal is running or incomplete.', {
    hint: 'Finish or revert it first. Removing the proposal would delete the backups.',
  })
}

/** Tables with tier migrations that a restart would interrupt. None where no node restarts. At most five. */
export async function listInterrupted(
  tx: Transaction,
  clusterId: string,
  loads: readonly { load: string }[],
): Promise<string[]> {
  if (loads.every(({ load }) => load !== 'restart')) return []
  const running = await tx.tierMigration.findMany({
    where: { clusterId, run: { status: { in: [...drivenRunStatuses] } } },
    select: { database: true, table: true },
    take: 5,
  })
  return running.map(({ database, table }) => `${database}.${table}`)
}

/** A restart interrupts the moves of its node. They are resumed, but not without asking. */
export async function refuseDuringMigrations(
  tx: Transaction,
  clusterId: string,
  loads: readonly { load: string }[],
): Promise<void> {
  const tables = await listInterrupted(tx, clusterId, loads)
  if (tables.length === 0) return
  throw new ServiceError(
    'conflict',
    `The rollout restarts nodes, and tier migrations are running: ${tables.join(', ')}.`,
    {
      hint: 'Pause or cancel them first. A restart would interrupt their moves.',
    },
  )
}
