import type { Transaction } from '@frostline/db'
import { type ArchiveRetention, describeRetention, expiryOf, openStatusesOf } from '@frostline/domain'
import { explainVersioning } from '../../../bucket/orphan-removal/read-removals.ts'
import { openSource } from '../../../loads/source/open-source.ts'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { parseInput } from '../../../platform/base/parse-input.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { changeRun } from '../../../platform/run/order-run.ts'
import { archives, findArchive, type StoredArchive } from '../archive-run.ts'
import {
  type ArchiveRetentionInput,
  type ArchiveRetentionPreview,
  archiveRetentionInput,
  type SetArchiveRetentionInput,
  setArchiveRetentionInput,
} from './schema.ts'

/** Which files a retention would delete, and when. Changes nothing. */
export async function previewArchiveRetention(
  ctx: ServiceContext,
  given: ArchiveRetentionInput,
): Promise<ArchiveRetentionPreview> {
  const { id, retention } = await authorizeInput(ctx, 'admin', archiveRetentionInput, given)
  const archive = await findArchive(ctx.db, id)
  const plan = await planRetention(ctx.db, archive, retention, ctx.now())
  const versioning = retention === null ? [] : await warnOfVersions(ctx, archive)
  return { ...plan, warnings: [...plan.warnings, ...versioning] }
}

/**
 * Changes how long the files of an archive are kept.
 * @throws ServiceError `conflict` where other files would be deleted, or at another time, than the preview showed.
 */
export async function setArchiveRetention(ctx: ServiceContext, given: SetArchiveRetentionInput) {
  const input = parseInput(setArchiveRetentionInput, given)
  const { id, retention } = input
  const changed = { id, expiresAt: null as Date | null, begun: 0 }
  const details = { kept: retention === null ? 'forever' : describeRetention(retention) }
  await changeRun(
    ctx,
    archives,
    { id },
    { verb: 'keep', isImmediate: true, details },
    async (archive, tx) => {
      const plan = await planRetention(tx, archive, retention, ctx.now())
      refuseOther(plan, input)
      await tx.archive.update({
        where: { id },
        data: {
          keepCount: retention?.count ?? null,
          keepUnit: retention?.unit ?? null,
          ...(retention === null
            ? { keepSetBy: null, keepSetAt: null }
            : { keepSetBy: ctx.actor.name, keepSetAt: ctx.now() }),
          expiresAt: plan.expiresAt,
        },
      })
      changed.expiresAt = plan.expiresAt
      changed.begun = await tx.archiveStep.count({ where: { archiveId: id, state: 'expiring' } })
      return archive.run.status
    },
  )
  return changed
}

const hourMs = 3_600_000

function refuseOther(
  plan: ArchiveRetentionPreview,
  { expectedRows, expectedExpiresAt }: { expectedRows: string; expectedExpiresAt: Date | null },
): void {
  if (plan.obstacles.length > 0)
    throw new ServiceError('conflict', plan.obstacles.join(' '), { hint: 'Fix this, then preview again.' })
  const apart = Math.abs((plan.expiresAt?.getTime() ?? 0) - (expectedExpiresAt?.getTime() ?? 0))
  if (String(plan.rows) === expectedRows && apart <= hourMs) return
  throw new ServiceError(
    'conflict',
    `Files with ${plan.rows} rows would be deleted ${plan.expiresAt === null ? 'after the drop' : `on ${plan.expiresAt.toISOString()}`} now, not those that were shown.`,
    { hint: 'Preview again, then set it.' },
  )
}

async function planRetention(
  tx: Transaction,
  archive: StoredArchive,
  retention: ArchiveRetention | null,
  now: Date,
): Promise<ArchiveRetentionPreview> {
  const { id, run, holdReason } = archive
  const steps = await tx.archiveStep.findMany({
    where: { archiveId: id, state: { notIn: ['attached', 'kept', 'expired'] } },
    select: {
      ...{ rows: true, plannedRows: true, restoredAt: true },
      files: { where: { deletedAt: null }, select: { sizeBytes: true } },
    },
  })
  const rowsOf = (of: typeof steps) => of.reduce((sum, step) => sum + (step.rows ?? step.plannedRows), 0n)
  const expiry = await tx.archiveExpiry.findFirst({
    where: { archiveId: id, run: { status: { in: [...openStatusesOf('archive-expiry')] } } },
  })
  const droppedMs = run.status === 'completed' ? (run.finishedAt?.getTime() ?? null) : null
  const files = steps.flatMap((step) => step.files)
  const restored = steps.filter(({ restoredAt }) => restoredAt !== null)
  return {
    expiresAt:
      retention === null || droppedMs === null
        ? null
        : new Date(expiryOf(retention, { droppedMs, setMs: now.getTime() })),
    ...{ partitions: steps.length, rows: rowsOf(steps), rowsRestored: rowsOf(restored) },
    files: files.length + steps.length,
    bytes: files.reduce((sum, { sizeBytes }) => sum + (sizeBytes ?? 0n), 0n),
    obstacles: [
      ...(expiry ? ['Its files are being deleted. Cancel the deletion first.'] : []),
      ...(run.status === 'cancelled' ? ['It was cancelled, so its partitions are in the table.'] : []),
      ...(steps.length === 0 && run.status !== 'cancelled' ? ['None of its files is left.'] : []),
    ],
    warnings:
      holdReason === null || retention === null
        ? []
        : [`It has a legal hold (${holdReason}). Nothing is deleted while it is set.`],
  }
}

async function warnOfVersions(
  ctx: ServiceContext,
  { sourceId, sourceName, bucket }: StoredArchive,
): Promise<string[]> {
  if (sourceId === null) return [`The source ${sourceName} was removed. Files cannot be deleted without it.`]
  const source = await openSource(ctx, sourceId)
  try {
    return [explainVersioning(bucket, await source.store.readVersioning(bucket)) ?? []].flat()
  } finally {
    source.close()
  }
}
