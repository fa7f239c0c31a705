import type { Prisma, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { withRun } from '../run/stored-run.ts'

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
