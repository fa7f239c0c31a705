import { lockRow, type TierMigration } from '@frostline/db'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { cancelChange } from '../tier-migration/cancel.ts'
import { type Change, changeWithin } from '../tier-migration/change-status.ts'
import { pauseChange } from '../tier-migration/pause.ts'
import { resumeChange } from '../tier-migration/resume.ts'
import { retryChange } from '../tier-migration/retry.ts'
import { askReviewChange, type Review, reviewChange } from '../tier-migration/review.ts'
import { startChange } from '../tier-migration/start.ts'
import { findBatch } from './find-batch.ts'

type Status = TierMigration['status']

interface Control {
  verb: string
  /** The tables that it concerns; those in another state are left as they are. */
  of: readonly Status[]
  change: (ctx: ServiceContext) => Change
}

/**
 * One decision on all tables of a batch that it concerns, in one transaction: all of them or, where one refuses, none.
 * Each table's own entry stands in the audit, beside one for the batch.
 */
async function controlBatch(ctx: ServiceContext, id: string, control: Control): Promise<{ id: string }> {
  const object = {
    action: `tier-batch.${control.verb}`,
    objectType: 'tier-batch',
    objectId: id,
    objectName: id,
  }
  await authorize(ctx, 'operator', object)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'tier_migration_batch', id)
    const batch = await findBatch(tx, id)
    const concerned = batch.migrations.filter(({ status }) => control.of.includes(status))
    if (concerned.length === 0)
      throw new ServiceError('conflict', `No table of this plan allows '${control.verb}' now.`, {
        hint: 'The state has changed. Refresh and try again.',
      })
    // In one order for all who lock several, so that two never wait for each other.
    for (const { id: migrationId } of concerned.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await changeWithin(tx, ctx, migrationId, control.change(ctx))
    await recordAudit(tx, ctx, {
      ...object,
      objectName: batch.migrations
        .map((member) => `${member.database}.${member.table}`)
        .join(', ')
        .slice(0, 200),
      clusterId: batch.clusterId,
      clusterName: batch.cluster.name,
      outcome: 'requested',
      details: { tables: concerned.length },
    })
    return { id }
  })
}

export const startTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'start', of: ['planned'], change: startChange })

export const pauseTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'pause', of: ['queued', 'running'], change: pauseChange })

export const resumeTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'resume', of: ['paused'], change: resumeChange })

export const cancelTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, {
    verb: 'cancel',
    of: ['planned', 'queued', 'running', 'pausing', 'paused'],
    change: cancelChange,
  })

export const retryTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'retry', of: ['failed', 'cancelled'], change: retryChange })

export const askTierBatchReview = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'ask-review', of: ['planned'], change: askReviewChange })

export const reviewTierBatch = (ctx: ServiceContext, { id, ...review }: Review & { id: string }) =>
  controlBatch(ctx, id, { verb: 'review', of: ['planned'], change: (actor) => reviewChange(actor, review) })
