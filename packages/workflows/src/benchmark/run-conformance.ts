import { type BenchmarkStep, listOpenBenchmarkSteps } from '@frostline/db'
import type { ConformanceSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from './benchmark-task.ts'
import { carryStep } from './carry-step.ts'
import { workOfCheck } from './conformance/work-of-check.ts'
import { leaveOut } from './leave-out.ts'

/** What is done whatever became of the checks before: the tables go, and it is looked what they left. */
const always: ReadonlySet<string> = new Set(['move-drop', 'drop', 'left'])

/**
 * One check after another. After one that failed nobody knows what the table holds: the rest is left out, but for the drop and
 * the look at what is left. A failed move says nothing of what does not move.
 */
export async function runConformance(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: ConformanceSpec,
): Promise<void> {
  const { db } = task.deps
  const { id: benchmarkId } = task.run
  for (const { ordinal } of await listOpenBenchmarkSteps(db, benchmarkId)) {
    if (await task.stopped()) return
    const steps = await db.benchmarkStep.findMany({ where: { benchmarkId }, orderBy: { ordinal: 'asc' } })
    const step = steps.find((each) => each.ordinal === ordinal)
    if (!step) throw new Error(`Benchmark ${benchmarkId} has no step ${ordinal}`)
    if (!always.has(step.kind) && dependsOnFailed(step, steps)) {
      await leaveOut(task, step, 'Skipped: an earlier check failed.')
      continue
    }
    const end = await carryStep(task, node, step, workOfCheck(task, node, spec, step, steps))
    if (end.kind === 'stopped') return
  }
}

function dependsOnFailed({ kind }: BenchmarkStep, steps: readonly BenchmarkStep[]): boolean {
  const moves = kind.startsWith('move-')
  return steps.some((other) => other.status === 'failed' && other.kind.startsWith('move-') === moves)
}
