import { replayQueryId, replayTargets } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../../../platform/base/authorize.ts'
import type { ServiceContext } from '../../../platform/base/context.ts'
import { findBenchmark } from '../benchmark-run.ts'
import { type replayRunPage, replayRunsInput } from './schema.ts'

/** Every run of a replay, pass by pass, in the order in which they were sent. */
export async function listReplayRuns(
  ctx: ServiceContext,
  given: z.input<typeof replayRunsInput>,
): Promise<z.infer<typeof replayRunPage>> {
  const { id, after, limit } = await authorizeInput(ctx, 'viewer', replayRunsInput, given)
  await findBenchmark(ctx.db, id, 'replay')
  const [step = 0, place = -1] = after?.split('.').map(Number) ?? []
  const [rows, queries, steps] = await Promise.all([
    ctx.db.replayRun.findMany({
      where: { benchmarkId: id, OR: [{ step: { gt: step } }, { step, place: { gt: place } }] },
      orderBy: [{ step: 'asc' }, { place: 'asc' }],
      take: limit + 1,
    }),
    ctx.db.replayQuery.findMany({
      where: { benchmarkId: id },
      select: { ordinal: true, formHash: true, loggedMs: true },
    }),
    ctx.db.benchmarkStep.findMany({ where: { benchmarkId: id }, select: { ordinal: true, round: true } }),
  ])
  const queryOf = new Map(queries.map((query) => [query.ordinal, query]))
  const roundOf = new Map(steps.map(({ ordinal, round }) => [ordinal, round]))
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    runs: page.map(({ benchmarkId, attempt, step: pass, target, error, ...own }) => ({
      ...own,
      pass,
      target: replayTargets.find((key) => key === target) ?? 'a',
      round: roundOf.get(pass) ?? 0,
      formHash: queryOf.get(own.query)?.formHash ?? '',
      loggedMs: queryOf.get(own.query)?.loggedMs ?? 0,
      queryId: replayQueryId({ benchmarkId, step: pass, place: own.place, attempt }),
      failed: error !== null,
    })),
    next: rows.length > page.length && last ? `${last.step}.${last.place}` : null,
  }
}
