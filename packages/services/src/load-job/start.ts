import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { planLoad } from './plan-load.ts'
import { queueLoad, queueLoadTransaction } from './queue-load.ts'
import { refuseBlocking } from './refuse-blocking.ts'
import { type LoadDraft, loadDraft } from './schema.ts'

/**
 * Plans the load anew from the bucket and the nodes as they are now, and stores it queued with its manifest. The objects
 * of the manifest are loaded as they are at this moment, or not at all.
 * @throws ServiceError `invalid` naming the checks that keep it from starting.
 */
export async function startLoad(ctx: ServiceContext, given: LoadDraft): Promise<{ id: string }> {
  const name = `${given.target.database}.${given.target.table}`
  await authorize(ctx, 'operator', {
    action: 'load-job.start',
    objectType: 'load-job',
    objectName: name,
  })
  const draft = parseInput(loadDraft, given)
  const plan = await planLoad(ctx, draft)
  refuseBlocking(plan.checks)
  const cluster = await ctx.clusters.get(draft.cluster)
  return ctx.db.$transaction((tx) => queueLoad(tx, ctx, { ...plan, cluster }), queueLoadTransaction)
}
