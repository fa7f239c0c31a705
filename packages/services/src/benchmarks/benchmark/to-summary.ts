import type { Transaction } from '@frostline/db'
import { roleAllows } from '../../platform/base/actor.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { viewRun } from '../../platform/run/stored-run.ts'
import type { StoredBenchmark } from './benchmark-run.ts'
import type { BenchmarkSummary } from './schema.ts'

type StepCounts = BenchmarkSummary['steps']

/** One grouped query for many benchmarks. */
export async function countBenchmarkSteps(
  tx: Transaction,
  ids: string[],
): Promise<(id: string) => StepCounts> {
  const groups = await tx.benchmarkStep.groupBy({
    by: ['benchmarkId', 'status'],
    where: { benchmarkId: { in: ids } },
    _count: true,
  })
  const counts = new Map<string, StepCounts>()
  for (const { benchmarkId, status, _count } of groups)
    counts.set(benchmarkId, { ...(counts.get(benchmarkId) ?? none), [status]: _count })
  return (id) => counts.get(id) ?? none
}

const none: StepCounts = { planned: 0, running: 0, completed: 0, failed: 0, cancelled: 0 }

/** A server error may repeat custom SQL, which is for admins. */
export function toBenchmarkSummary(
  ctx: ServiceContext,
  { run, spec: _spec, ...own }: StoredBenchmark,
  steps: StepCounts,
): BenchmarkSummary {
  const hidden = own.kind === 'tiers' && !roleAllows(ctx.actor.role, 'admin')
  const view = viewRun(run)
  return {
    ...own,
    ...view,
    error: view.error && hidden ? 'It failed. Only admins can see the reason.' : view.error,
    waitReason:
      view.waitReason && hidden ? 'It is waiting. Only admins can see the reason.' : view.waitReason,
    steps,
  }
}

/** Our tables that are still to be dropped. */
export async function listScratchLeft(
  tx: Transaction,
  benchmarkId: string,
): Promise<{ name: string; error: string | null }[]> {
  const left = await tx.scratchTable.findMany({ where: { benchmarkId, droppedAt: null } })
  return left.map(({ database, name, dropError }) => ({ name: `${database}.${name}`, error: dropError }))
}
