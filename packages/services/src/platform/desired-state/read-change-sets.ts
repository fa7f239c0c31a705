import type { ChangeSetStepState, Transaction } from '@frostline/db'
import { isOpenRun, type StateChange } from '@frostline/domain'
import type { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { cutPage } from '../base/page.ts'
import { pageOfRuns, type RunRefInput, runRef, whereListed } from '../run/run-schema.ts'
import { viewRun, withRun } from '../run/stored-run.ts'
import { findChangeSet, isSecondPerson, type StoredChangeSet } from './change-set-run.ts'
import { type ChangeSetDetail, type ChangeSetSummary, listChangeSetsInput } from './schema.ts'
import { viewChange } from './views.ts'

/** Newest first. */
export async function listChangeSets(
  ctx: ServiceContext,
  given: z.input<typeof listChangeSetsInput>,
): Promise<{ changeSets: ChangeSetSummary[]; next: string | null }> {
  const { cluster, after, limit } = await authorizeInput(ctx, 'viewer', listChangeSetsInput, given)
  const rows = await ctx.db.changeSet.findMany({
    where: { run: whereListed(ctx.actor, { cluster }) },
    include: withRun,
    ...pageOfRuns({ after, limit }),
  })
  const { page, next } = cutPage(rows, limit, ({ id }) => id)
  const counts = await countSteps(
    ctx.db,
    page.map(({ id }) => id),
  )
  return { changeSets: page.map((row) => toSummary(row, counts)), next }
}

/** With its changes. For admins: they show the settings of channels and the SQL of warm-ups. */
export async function getChangeSet(ctx: ServiceContext, given: RunRefInput): Promise<ChangeSetDetail> {
  const { id } = await authorizeInput(ctx, 'admin', runRef, given)
  const row = await findChangeSet(ctx.db, id)
  const steps = await ctx.db.changeSetStep.findMany({
    where: { changeSetId: id },
    orderBy: { ordinal: 'asc' },
  })
  return {
    ...toSummary(row, await countSteps(ctx.db, [id])),
    mayApprove: roleAllows(ctx.actor.role, 'admin') && isSecondPerson(row, ctx.actor),
    changes: steps.map(({ ordinal, change, state, error, changedAt, proposalId }) => {
      const { blocked: _, ...view } = viewChange(change as unknown as StateChange)
      const shown = isMadeAgain(row, state) ? { state: 'planned' as const, error: null } : { state, error }
      return { ...view, ordinal, ...shown, changedAt, proposalId }
    }),
  }
}

/** What has failed is kept until it is made again: a step that goes on from a failure begins with what is left. */
function isMadeAgain({ run: { status } }: StoredChangeSet, state: ChangeSetStepState): boolean {
  return state === 'failed' && isOpenRun(status)
}

type Counts = Map<string, Record<ChangeSetStepState, number>>
const none = { planned: 0, done: 0, unchanged: 0, failed: 0 }

async function countSteps(tx: Transaction, ids: string[]): Promise<Counts> {
  const groups = await tx.changeSetStep.groupBy({
    by: ['changeSetId', 'state'],
    where: { changeSetId: { in: ids } },
    _count: true,
  })
  const counts: Counts = new Map()
  for (const { changeSetId, state, _count } of groups)
    counts.set(changeSetId, { ...none, ...counts.get(changeSetId), [state]: _count })
  return counts
}

function toSummary(row: StoredChangeSet, counts: Counts): ChangeSetSummary {
  const { id, file, commit, needsApproval, approvedBy } = row
  const stored = counts.get(id) ?? none
  const steps = isMadeAgain(row, 'failed')
    ? { ...stored, failed: 0, planned: stored.planned + stored.failed }
    : stored
  return { ...viewRun(row.run), file, commit, needsApproval, approvedBy, steps }
}
