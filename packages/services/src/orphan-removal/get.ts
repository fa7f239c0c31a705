import { sumRemovalReasons, sumRemovals } from '@frostline/db'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { findRemoval } from './find-removal.ts'
import { isSecondPerson } from './is-second-person.ts'
import { type RemovalDetail, removalRef } from './schema.ts'
import { toRemovalSummary } from './to-summary.ts'

/** One removal with its figures, without its objects (see listRemovalObjects). */
export async function getOrphanRemoval(
  ctx: ServiceContext,
  given: z.input<typeof removalRef>,
): Promise<RemovalDetail> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(removalRef, given)
  const removal = await findRemoval(ctx.db, id)
  const [sums, reasons] = await Promise.all([sumRemovals(ctx.db, [id]), sumRemovalReasons(ctx.db, id)])
  return {
    ...toRemovalSummary(removal, sums),
    reasons,
    mayApprove: roleAllows(ctx.actor.role, 'admin') && isSecondPerson(removal, ctx.actor),
  }
}
