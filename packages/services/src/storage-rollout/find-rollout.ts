import type { Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'
import { withSteps } from './to-view.ts'

const selection = {
  ...withSteps,
  cluster: { select: { name: true, approvalRequired: true } },
  proposal: true,
} as const

/** @throws ServiceError `not_found` */
export async function findRollout(tx: Transaction, id: string) {
  const rollout = await tx.storageRollout.findUnique({ where: { id }, include: selection })
  if (rollout) return rollout
  throw new ServiceError('not_found', `There is no storage rollout ${id}.`, {
    hint: 'A new plan may have replaced it. Open the page of the proposal.',
  })
}
export type FoundRollout = Awaited<ReturnType<typeof findRollout>>
