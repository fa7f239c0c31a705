import { type RunKind, type RunOrder, runStatuses, runTransitions } from '@frostline/domain'
import { z } from 'zod'
import { roleAllows } from '../base/actor.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { ServiceError } from '../base/service-error.ts'
import { factsOf } from './run-of-kind.ts'
import { type RunRefInput, runRef } from './run-schema.ts'

const orders = ['start', ...Object.keys(runTransitions)] as ['start', ...RunOrder[]]

export const runHistory = z.array(
  z.object({
    id: z.string(),
    order: z.enum(orders).describe('What was asked for, or what a worker did.'),
    to: z.enum(runStatuses),
    by: z.string(),
    why: z.string().nullable(),
    at: z.date(),
  }),
)
export type RunHistory = z.infer<typeof runHistory>

/** Entries of one run. A run that recovers or waits for long has few. */
const maxEntries = 200

/** Who did what with a run, the newest first; its start is the last. */
export async function getRunHistory(ctx: ServiceContext, given: RunRefInput): Promise<RunHistory> {
  await authorize(ctx, 'viewer')
  const { id } = parseInput(runRef, given)
  const run = await ctx.db.run.findUnique({
    where: { id },
    include: { transitions: { orderBy: { id: 'desc' }, take: maxEntries } },
  })
  if (!run)
    throw new ServiceError('not_found', `There is no run ${id}.`, { hint: 'Open it from its list again.' })
  const { reasonsFor } = factsOf({ kind: run.kind as RunKind })
  const isHidden = reasonsFor !== undefined && !roleAllows(ctx.actor.role, reasonsFor)
  return [
    ...run.transitions.map(({ id, order, to, byName, why, at }) => ({
      ...{ id: String(id), order: order as RunOrder, to, by: byName, at },
      why: why !== null && isHidden ? 'Only admins can see the reason.' : why,
    })),
    { id: '0', order: 'start', to: 'queued', by: run.requestedBy, why: null, at: run.createdAt },
  ]
}
