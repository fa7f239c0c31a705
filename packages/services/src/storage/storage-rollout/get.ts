import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type RunRefInput, runRef } from '../../platform/run/run-schema.ts'
import { findProposal } from '../storage-proposal/read-proposals.ts'
import { findRollout, withSteps } from './open-rollouts.ts'
import { prepareStorageRolloutInput, type StorageRolloutView } from './schema.ts'
import { toRolloutView } from './to-view.ts'

const maxShown = 20

export async function getStorageRollout(
  ctx: ServiceContext,
  given: RunRefInput,
): Promise<StorageRolloutView> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  return toRolloutView(await findRollout(ctx.db, id))
}

/** The latest twenty of a proposal, newest first. */
export async function listStorageRollouts(
  ctx: ServiceContext,
  given: z.input<typeof prepareStorageRolloutInput>,
): Promise<{ rollouts: StorageRolloutView[] }> {
  const { id } = await authorizeInput(ctx, 'viewer', prepareStorageRolloutInput, given)
  await findProposal(ctx.db, id)
  const rows = await ctx.db.storageRollout.findMany({
    where: { proposalId: id },
    include: withSteps,
    orderBy: { createdAt: 'desc' },
    take: maxShown,
  })
  return { rollouts: rows.map(toRolloutView) }
}
