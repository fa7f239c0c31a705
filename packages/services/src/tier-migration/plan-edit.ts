import type { Prisma, TierMigration } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'

/**
 * What a change of a plan before its first start does to its review: an approval falls away, since another plan was
 * approved, and the plan waits for review again. Who changed it is kept: nobody approves a change of their own.
 */
export function editPlan(
  ctx: ServiceContext,
  migration: Pick<TierMigration, 'runId' | 'requestedById' | 'reviewOutcome'>,
): Prisma.TierMigrationUpdateInput {
  if (migration.runId !== null) return {}
  const editor = ctx.actor.id === migration.requestedById ? {} : { changedById: ctx.actor.id }
  if (migration.reviewOutcome !== 'approved') return editor
  return { ...editor, reviewOutcome: null, reviewNote: null, reviewedBy: null, reviewedAt: null }
}
