import type { Prisma } from '@frostline/db'
import { openRunStatuses, warmupSpec } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { editRun, orderRun } from '../../platform/run/order-run.ts'
import type { RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { requireWarmupRole } from './require-role.ts'
import { warmupPaceInput } from './schema.ts'

export type StoredWarmup = Prisma.CacheWarmupGetPayload<{ include: typeof withRun }>

export const warmups: RunOfKind<StoredWarmup> = {
  kind: 'cache-warmup',
  find: (tx, id) => tx.cacheWarmup.findUnique({ where: { id }, include: withRun }),
  nameOf: ({ database, table }) => `${database}.${table}`,
  async listNodes(tx, warmupId) {
    const open = await tx.cacheWarmupStep.findMany({ where: { warmupId, status: 'planned' } })
    return open.map(({ nodeName }) => nodeName)
  },
  cancelRest: (tx, warmupId) =>
    tx.cacheWarmupStep.updateMany({
      where: { warmupId, status: { in: ['planned', 'running'] } },
      data: { status: 'cancelled' },
    }),
}

/** Kills running reads. What they have cached stays. */
export const pauseWarmup = (ctx: ServiceContext, given: RunRefInput) => orderRun(ctx, warmups, given, 'pause')

/** Reads the rest: what is cached already is not fetched again. */
export const resumeWarmup = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, warmups, given, 'resume')

/** Kills running reads. What is cached stays. */
export const cancelWarmup = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, warmups, given, 'cancel')

/** Reads what was not read, in a new generation. The measured query runs once more at the end. */
export const retryWarmup = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, warmups, given, 'retry', async ({ id, spec }, tx) => {
    await requireWarmupRole(ctx, warmupSpec.parse(spec))
    await tx.cacheWarmupStep.updateMany({
      where: { warmupId: id, status: { in: ['failed', 'cancelled'] } },
      data: { status: 'planned', reading: 1, finishedAt: null, errorCode: null, error: null },
    })
    await tx.cacheWarmupRun.deleteMany({ where: { warmupId: id, moment: 'after' } })
  })

/** Kills running reads and sends them again at the new pace; what they have cached stays. */
export async function setWarmupPace(ctx: ServiceContext, given: z.input<typeof warmupPaceInput>) {
  const { id, bytesPerSecond } = parseInput(warmupPaceInput, given)
  const change = {
    ...{ verb: 'set-pace', from: openRunStatuses, details: { bytesPerSecond } },
    ...{ participle: 'given another pace', hint: 'It has ended. Start a new one.' },
  }
  return editRun(ctx, warmups, { id }, change, (_, tx) =>
    tx.cacheWarmup.update({
      where: { id },
      data: { bytesPerSecond: bytesPerSecond === null ? null : BigInt(bytesPerSecond) },
    }),
  )
}
