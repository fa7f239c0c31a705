import type { TierMigration, Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { isSamePerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type Change, changeMigration, refuseMigration } from './change-migration.ts'
import { type ReviewTierMigrationInput, reviewTierMigrationInput } from './schema.ts'
import { statusOf } from './to-view.ts'

/** Sends a plan to a second person. One that was sent back goes round again. */
export async function askTierMigrationReview(
  ctx: ServiceContext,
  input: { id: string },
): Promise<{ id: string }> {
  return changeMigration(ctx, input.id, askReviewChange)
}

/**
 * Approves a plan that was sent for review, or sends it back. A later review replaces an earlier one; the audit keeps
 * all.
 * @throws ServiceError `forbidden` for the author of the plan, and for whoever changed it last.
 */
export async function reviewTierMigration(
  ctx: ServiceContext,
  given: ReviewTierMigrationInput,
): Promise<{ id: string }> {
  const { id, outcome, note } = parseInput(reviewTierMigrationInput, given)
  return changeMigration(ctx, id, reviewChange({ outcome, note }))
}

/** Whether the person made the plan or changed it last, themselves or through a token. */
export async function isOwnPlan(
  tx: Transaction,
  actorId: string,
  plan: Pick<TierMigration, 'requestedById' | 'changedById'>,
): Promise<boolean> {
  for (const author of [plan.requestedById, plan.changedById])
    if (author !== null && (await isSamePerson(tx, author, actorId))) return true
  return false
}

export const askReviewChange: Change = {
  verb: 'ask-review',
  isImmediate: true,
  decide(migration, _tx, ctx) {
    if (statusOf(migration) !== 'planned')
      refuseMigration(migration, 'sent for review', 'Only a planned migration can be reviewed.')
    return {
      reviewAskedAt: ctx.now(),
      reviewAskedBy: ctx.actor.name,
      ...{ reviewOutcome: null, reviewNote: null, reviewedBy: null, reviewedAt: null },
    }
  },
}

export interface Review {
  outcome: 'approved' | 'rejected'
  note: string
}

export function reviewChange({ outcome, note }: Review): Change {
  return {
    verb: 'review',
    isImmediate: true,
    details: { outcome, note },
    decide: async (migration, tx, ctx) => {
      if (statusOf(migration) !== 'planned')
        refuseMigration(migration, 'reviewed', 'A review decides whether a plan can start.')
      if (migration.reviewAskedAt === null)
        refuseMigration(migration, 'reviewed', 'It has not been sent for review.')
      if (await isOwnPlan(tx, ctx.actor.id, migration))
        throw new ServiceError(
          'forbidden',
          `${ctx.actor.name} created or last changed the plan of ${migration.database}.${migration.table}. Another person must review it.`,
          { hint: 'Ask another operator or an admin.' },
        )
      return {
        reviewOutcome: outcome,
        reviewNote: note,
        reviewedBy: ctx.actor.name,
        reviewedAt: ctx.now(),
      }
    },
  }
}
