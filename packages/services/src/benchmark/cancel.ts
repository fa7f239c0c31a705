import { lockRow, notifyChange } from '@frostline/db'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findBenchmark } from './find-benchmark.ts'
import { benchmarkObjectTypes } from './object-type.ts'
import { benchmarkRef } from './schema.ts'

/** Asks a benchmark to stop: a query under way is killed, a copy ends with its partition; then its tables are dropped. */
export async function cancelBenchmark(ctx: ServiceContext, given: z.input<typeof benchmarkRef>) {
  const { id } = parseInput(benchmarkRef, given)
  const known = await ctx.db.benchmark.findUnique({ where: { id }, select: { subject: true, kind: true } })
  const about = {
    action: 'benchmark.cancel',
    objectType: benchmarkObjectTypes[known?.kind ?? 'tiers'],
    objectId: id,
    objectName: known?.subject ?? id,
  }
  await authorize(ctx, 'operator', about)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'benchmark', id)
    const { status, subject, clusterId, cluster } = await findBenchmark(tx, id)
    if (status !== 'queued' && status !== 'running')
      throw new ServiceError(
        'conflict',
        `The benchmark of ${subject} is ${status}, so it cannot be cancelled.`,
        {
          hint: 'Nothing is running.',
        },
      )
    if (status === 'queued')
      await tx.benchmarkStep.updateMany({ where: { benchmarkId: id }, data: { status: 'cancelled' } })
    const changed = await tx.benchmark.update({
      where: { id },
      data: {
        cancelledBy: ctx.actor.name,
        ...(status === 'queued' ? { status: 'cancelled', finishedAt: ctx.now() } : { status: 'cancelling' }),
      },
    })
    await recordAudit(tx, ctx, { ...about, clusterId, clusterName: cluster.name, outcome: 'requested' })
    await notifyChange(tx, 'benchmark', id)
    return { id, status: changed.status }
  })
}
