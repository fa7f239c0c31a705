import type { BenchmarkStep } from '@frostline/db'
import type { BenchmarkTask } from './benchmark-task.ts'

/** Records that a step is skipped, and why. */
export async function leaveOut(
  { deps, run }: BenchmarkTask,
  { ordinal }: Pick<BenchmarkStep, 'ordinal'>,
  reason: string,
): Promise<void> {
  await deps.db.benchmarkStep.updateMany({
    where: { benchmarkId: run.id, ordinal, status: 'planned' },
    data: { status: 'cancelled', error: reason },
  })
}
