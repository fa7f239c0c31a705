import { type RunKind, type RunOrder, runStatuses, runTransitions } from '@frostline/domain'
import { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { ServiceError } from '../base/service-error.ts'
import { factsOf } from './run-of-kind.ts'
import { type RunRefInput, runRef } from './run-schema.ts'

const orders = ['start', 'note', ...Object.keys(runTransitions)] as ['start', 'note', ...RunOrder[]]

export const runHistory = z.array(
  z.object({
    id: z.string(),
    order: z
      .enum(orders)
      .describe('What was asked for, what a worker did, or `note`: somebody added a note.'),
    to: z.enum(runStatuses).nullable().describe('The new state. Null: a note changes none.'),
    by: z.string(),
    why: z.string().nullable(),
    note: z.string().nullable().describe('Of a note its text.'),
    at: z.date(),
  }),
)
export type RunHistory = z.infer<typeof runHistory>

/** Entries and notes of one run. A run that recovers or waits for long has few. */
const maxEntries = 200

/** Who did what with a run, and the notes, newest first; its start is last. */
export async function getRunHistory(ctx: ServiceContext, given: RunRefInput): Promise<RunHistory> {
  const { id } = await authorizeInput(ctx, 'viewer', runRef, given)
  const run = await ctx.db.run.findUnique({
    where: { id },
    include: {
      transitions: { orderBy: { id: 'desc' }, take: maxEntries },
      notes: { orderBy: { id: 'desc' }, take: maxEntries },
    },
  })
  if (!run)
    throw new ServiceError('not_found', `There is no run ${id}.`, { hint: 'Open it from its list again.' })
  const { reasonsFor } = factsOf({ kind: run.kind as RunKind })
  const isHidden = reasonsFor !== undefined && !roleAllows(ctx.actor.role, reasonsFor)
  const changes = run.transitions.map(({ id, order, to, byName, why, at }) => ({
    ...{ id: String(id), order: order as RunOrder, to, by: byName, at, note: null },
    why: why !== null && isHidden ? 'Only admins can see the reason.' : why,
  }))
  const notes = run.notes.map(({ id, text, byName, at }) => ({
    ...{ id: `note-${id}`, order: 'note' as const, to: null, by: byName, at, note: text, why: null },
  }))
  const start = { id: '0', order: 'start', to: 'queued', by: run.requestedBy, at: run.createdAt } as const
  return [...mergeByTime(changes, notes), { ...start, why: null, note: null }]
}

/** Both are newest first and keep their order: workers' clocks may differ. */
function mergeByTime<Change extends { at: Date }, Note extends { at: Date }>(
  changes: readonly Change[],
  notes: readonly Note[],
): (Change | Note)[] {
  const left = [...notes]
  const merged = changes.flatMap((change) => {
    const older = left.findIndex(({ at }) => at < change.at)
    return [...left.splice(0, older < 0 ? left.length : older), change]
  })
  return [...merged, ...left]
}
