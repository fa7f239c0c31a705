import { lockRow } from '@frostline/db'
import type { MigrationStatus } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim } from '../../platform/run/claim.ts'
import { type Change, changeWithin, orderChange } from '../tier-migration/change-migration.ts'
import { migrations } from '../tier-migration/migration-run.ts'
import { askReviewChange, type Review, reviewChange } from '../tier-migration/review.ts'
import { statusOf } from '../tier-migration/to-view.ts'
import { findBatch } from './find-batch.ts'

interface Control {
  verb: string
  /** The states in which a table is affected; others are left as they are. */
  of: readonly MigrationStatus[]
  change: Change
}

/**
 * One decision on all affected tables of a batch, in one transaction: all of them, or none if one rejects it. Each
 * table has its own audit entry, in addition to one for the batch.
 */
async function controlBatch(ctx: ServiceContext, id: string, control: Control): Promise<{ id: string }> {
  const object = {
    action: `tier-batch.${control.verb}`,
    objectType: 'tier-batch',
    objectId: id,
    objectName: id,
  }
  await authorize(ctx, 'operator', object)
  const storing = ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'tier_migration_batch', id)
    const batch = await findBatch(tx, id)
    const concerned = batch.migrations.filter((row) => control.of.includes(statusOf(row)))
    if (concerned.length === 0)
      throw new ServiceError('conflict', `No table of this plan allows '${control.verb}' now.`, {
        hint: 'The state has changed. Refresh and try again.',
      })
    // All who lock several use this order, so that no two wait for each other.
    for (const { id: migrationId } of concerned.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
      await changeWithin(tx, ctx, migrationId, control.change)
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
  return storing.catch((error: unknown) => {
    throw explainClaim(error, migrations, 'one of its tables')
  })
}

export const startTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'start', of: ['planned'], change: orderChange('start') })

export const pauseTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'pause', of: ['queued', 'running'], change: orderChange('pause') })

export const resumeTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'resume', of: ['paused'], change: orderChange('resume') })

export const cancelTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, {
    verb: 'cancel',
    of: ['planned', 'queued', 'running', 'pausing', 'paused'],
    change: orderChange('cancel'),
  })

export const retryTierBatch = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'retry', of: ['failed', 'cancelled'], change: orderChange('retry') })

export const askTierBatchReview = (ctx: ServiceContext, { id }: { id: string }) =>
  controlBatch(ctx, id, { verb: 'ask-review', of: ['planned'], change: askReviewChange })

export const reviewTierBatch = (ctx: ServiceContext, { id, ...review }: Review & { id: string }) =>
  controlBatch(ctx, id, { verb: 'review', of: ['planned'], change: reviewChange(review) })
