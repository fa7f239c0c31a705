import { sumRemovalReasons, sumRemovals } from '@frostline/db'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type RunRefInput, runRef } from '../run/run-schema.ts'
import { findRemoval, isSecondPerson } from './removal-run.ts'
import type { RemovalDetail } from './schema.ts'
import { toRemovalSummary } from './to-summary.ts'

/** One removal with its figures, without its objects (see listRemovalObjects). */
export async function getOrphanRemoval(ctx: ServiceContext, given: RunRefInput): Promise<RemovalDetail> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const removal = await findRemoval(ctx.db, id)
  const [sums, reasons] = await Promise.all([sumRemovals(ctx.db, [id]), sumRemovalReasons(ctx.db, id)])
  return {
    ...toRemovalSummary(removal, sums),
    reasons,
    mayApprove: roleAllows(ctx.actor.role, 'admin') && isSecondPerson(removal, ctx.actor),
  }
}
