import { randomUUID } from 'node:crypto'
import { lockRow, notifyChange, type Prisma, storeRun } from '@frostline/db'
import { openRunStatuses, openStatusesOf } from '@frostline/domain'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { recordAudit } from '../../../platform/base/record-audit.ts'
import { claimOfRestore } from '../restore-run.ts'

/**
 * Queues the removal of restored rows whose time is over, in the name of whoever set it. One that has failed is retried by a
 * person, or after another time was set. While another restore into the table is open, it is queued later.
 */
export async function startDueRemovals(ctx: ServiceContext): Promise<void> {
  const isDue = {
    ...{ removeAt: { lte: ctx.now() }, run: { status: 'completed' } },
    steps: { some: { removedAt: null } },
    removals: { none: { run: { status: { in: [...openStatusesOf('restore-removal')] } } } },
  } satisfies Prisma.ArchiveRestoreWhereInput
  const due = await ctx.db.archiveRestore.findMany({ where: isDue, select: { id: true } })
  for (const { id: restoreId } of due)
    await ctx.db.$transaction(async (tx) => {
      await lockRow(tx, 'run', restoreId)
      const restore = await tx.archiveRestore.findFirst({
        where: { id: restoreId, ...isDue },
        include: {
          run: { include: { cluster: { select: { name: true } } } },
          steps: { where: { removedAt: null }, include: { step: { select: { rows: true } } } },
          removals: {
            where: { run: { status: 'failed' } },
            select: { run: { select: { createdAt: true } } },
          },
        },
      })
      if (!restore) return
      const { database, table, run, steps, keepSetBy, keepSetAt, archiveId } = restore
      if (keepSetBy === null || keepSetAt === null) return
      if (restore.removals.some((failed) => failed.run.createdAt >= keepSetAt)) return
      const claimKey = claimOfRestore(run.clusterId, database, table)
      const holder = await tx.run.count({ where: { claimKey, status: { in: [...openRunStatuses] } } })
      if (holder > 0) return
      const id = randomUUID()
      await storeRun(tx, {
        ...{ id, kind: 'restore-removal', clusterId: run.clusterId, of: { database, table }, claimKey },
        ...{ requestedById: null, requestedBy: keepSetBy, now: ctx.now() },
      })
      await tx.restoreRemoval.create({
        data: {
          ...{ id, restoreId, database, table },
          steps: {
            create: steps.map(({ stepOrdinal, nodeName }) => ({ archiveId, stepOrdinal, nodeName })),
          },
        },
      })
      await recordAudit(tx, ctx, {
        ...{ action: 'restore-removal.start', objectType: 'restore-removal', objectId: id },
        ...{ objectName: `${database}.${table}`, clusterId: run.clusterId, clusterName: run.cluster.name },
        outcome: 'requested',
        details: {
          ...{ restore: restoreId, archive: archiveId, setBy: keepSetBy, partitions: steps.length },
          rows: String(steps.reduce((sum, { step }) => sum + (step.rows ?? 0n), 0n)),
        },
      })
      await notifyChange(tx, 'restore-removal', id)
    })
}
