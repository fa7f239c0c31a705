import type { Prisma } from '@frostline/db'
import { openRunStatuses, type RunKind, runStatuses, statusesOf } from '@frostline/domain'
import { z } from 'zod'
import { whereRun } from '../../identity/access/visible.ts'
import type { Actor } from '../../platform/base/actor.ts'
import { pageAfter } from '../base/page.ts'
import { queryFlag } from '../reading/schema.ts'

export const runRef = z.object({ id: z.uuid().describe('Id of the run.') })
export type RunRefInput = z.input<typeof runRef>

/** A page of a list of runs, the newest first. */
export const listRunsInput = z.object({
  cluster: z.string().min(1).max(200).optional().describe('Id or slug of a cluster.'),
  after: z.uuid().optional().describe('ID of the last row of the previous page.'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

/** What every kind of run shows of itself. */
export const runSummary = z.object({
  id: z.string(),
  clusterId: z.string(),
  clusterSlug: z.string(),
  clusterName: z.string(),
  requestedBy: z.string(),
  cancelledBy: z.string().nullable(),
  waitReason: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: z.date(),
  startedAt: z.date().nullable(),
  finishedAt: z.date().nullable(),
})

/** The result of an order to a run of the kind. */
export const runChangedOf = (kind: RunKind) => z.object({ id: z.string(), status: z.enum(statusesOf(kind)) })

/** The same with the kind's name from the ledger. */
export const runView = runSummary.extend({ status: z.enum(runStatuses), pausedBy: z.string().nullable() })
export const runViewOf = (kind: RunKind) => runView.extend({ status: z.enum(statusesOf(kind)) })
export type RunView = z.infer<typeof runView>

export const listRunsOfKindInput = listRunsInput.extend({
  active: queryFlag.optional().describe('Only those that have not ended.'),
})

/** Those that the actor may see. */
export function whereListed(
  actor: Actor,
  { cluster, active }: Pick<z.output<typeof listRunsOfKindInput>, 'cluster' | 'active'>,
): Prisma.RunWhereInput {
  return {
    ...whereRun(actor),
    ...(cluster ? { cluster: { OR: [{ id: cluster }, { slug: cluster }] } } : {}),
    ...(active ? { status: { in: [...openRunStatuses] } } : {}),
  }
}

/** Of a list of runs of a kind: the newest first. */
export function pageOfRuns(page: { after?: string | undefined; limit: number }) {
  const newestFirst = [
    { run: { createdAt: 'desc' } },
    { id: 'desc' },
  ] satisfies Prisma.LoadJobOrderByWithRelationInput[]
  return { orderBy: newestFirst, ...pageAfter(page) }
}
