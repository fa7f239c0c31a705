import { randomUUID } from 'node:crypto'
import { lockRow, notifyChange, storeRun } from '@frostline/db'
import { describeRetention, openStatusesOf } from '@frostline/domain'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { claimOfExpiry } from './expiry-run.ts'

/**
 * Queues the deletion of the files of each archive whose retention has ended, in the name of whoever set it. One that has
 * failed is retried by a person, or after another retention was set.
 */
export async function startDueExpiries(ctx: ServiceContext): Promise<void> {
  const isDue = {
    ...{ expiresAt: { lte: ctx.now() }, holdAt: null, run: { status: 'completed' as const } },
    steps: { some: { state: { in: ['dropped' as const, 'expiring' as const] } } },
    expiries: { none: { run: { status: { in: [...openStatusesOf('archive-expiry')] } } } },
  }
  const due = await ctx.db.archive.findMany({ where: isDue, select: { id: true } })
  for (const { id: archiveId } of due)
    await ctx.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', archiveId)
      const archive = await tx.archive.findFirst({
        where: { id: archiveId, ...isDue },
        include: {
          run: { include: { cluster: { select: { name: true } } } },
          steps: { where: { state: { in: ['dropped', 'expiring'] } }, select: { ordinal: true, rows: true } },
          expiries: {
            where: { run: { status: 'failed' } },
            select: { run: { select: { createdAt: true } } },
          },
        },
      })
      if (!archive) return
      const { database, table, run, steps, keepSetBy, keepSetAt, keepCount, keepUnit } = archive
      if (keepSetBy === null || keepSetAt === null || keepCount === null || keepUnit === null) return
      if (archive.expiries.some((failed) => failed.run.createdAt >= keepSetAt)) return
      const id = randomUUID()
      await storeRun(tx, {
        ...{ id, kind: 'archive-expiry', clusterId: run.clusterId, of: { database, table } },
        claimKey: claimOfExpiry(run.clusterId, archiveId),
        ...{ requestedById: null, requestedBy: keepSetBy, now: ctx.now() },
      })
      await tx.archiveExpiry.create({
        data: {
          ...{ id, archiveId, database, table },
          steps: { create: steps.map(({ ordinal }) => ({ archiveId, stepOrdinal: ordinal })) },
        },
      })
      await recordAudit(tx, ctx, {
        ...{ action: 'archive-expiry.start', objectType: 'archive-expiry', objectId: id },
        ...{ objectName: `${database}.${table}`, clusterId: run.clusterId, clusterName: run.cluster.name },
        outcome: 'requested',
        details: {
          ...{ archive: archiveId, setBy: keepSetBy, partitions: steps.length },
          kept: describeRetention({ count: keepCount, unit: keepUnit }),
          rows: String(steps.reduce((sum, { rows }) => sum + (rows ?? 0n), 0n)),
        },
      })
      await notifyChange(tx, 'archive-expiry', id)
    })
}
