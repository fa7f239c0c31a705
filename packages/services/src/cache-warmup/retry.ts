import { lockWarmupStarts } from '@frostline/db'
import { activeWarmupStatuses, warmupSpec } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { changeWarmup, refuseWarmupState } from './change-status.ts'
import { requireWarmupRole } from './require-role.ts'
import type { warmupRef } from './schema.ts'

/** Reads what was not read, in a new start. The measured query is run once more at the end. */
export async function retryWarmup(ctx: ServiceContext, { id }: z.input<typeof warmupRef>) {
  return changeWarmup(ctx, id, {
    action: 'cache-warmup.retry',
    decide: async (warmup, tx) => {
      await requireWarmupRole(ctx, warmupSpec.parse(warmup.spec))
      if (warmup.status !== 'failed' && warmup.status !== 'cancelled')
        refuseWarmupState(warmup, 'retried', 'Only a failed or cancelled one can be retried.')
      await lockWarmupStarts(tx)
      const { clusterId, database, table } = warmup
      const rivals = await tx.cacheWarmup.count({
        where: { clusterId, database, table, status: { in: [...activeWarmupStatuses] } },
      })
      if (rivals > 0)
        throw new ServiceError('conflict', `Another warm-up of ${database}.${table} is running.`, {
          hint: 'Wait until it ends, or cancel it first.',
        })
      await tx.cacheWarmupStep.updateMany({
        where: { warmupId: id, status: { in: ['failed', 'cancelled'] } },
        data: { status: 'planned', reading: 1, finishedAt: null, errorCode: null, error: null },
      })
      await tx.cacheWarmupRun.deleteMany({ where: { warmupId: id, moment: 'after' } })
      return {
        ...{ status: 'queued', starts: { increment: 1 }, recoveries: 0 },
        ...{ cancelledBy: null, pausedBy: null, finishedAt: null, error: null },
      }
    },
  })
}
