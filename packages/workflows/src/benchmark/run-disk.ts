import { type BenchmarkStep, listOpenBenchmarkSteps } from '@frostline/db'
import { type DiskBenchmarkSpec, type DiskCase, diskSteps, listDiskCases } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from './benchmark-task.ts'
import { carryStep } from './carry-step.ts'
import { workOfInsert } from './disk/work-of-insert.ts'
import { workOfRead } from './disk/work-of-read.ts'
import { leaveOut } from './leave-out.ts'

/**
 * Fills a table of each shape and reads it, one statement at a time, round by round. After a step that failed, nothing more is
 * done with that shape: its table is not what it should be, or the disk does not serve it.
 */
export async function runDisk(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
): Promise<void> {
  const { db } = task.deps
  const { id: benchmarkId } = task.run
  const cases = new Map(listDiskCases(spec).map((shape) => [shape.key, shape]))
  const broken = await db.benchmarkStep.findMany({ where: { benchmarkId, status: 'failed' } })
  const failed = new Set(broken.map(({ object }) => object))
  for (const step of await listOpenBenchmarkSteps(db, benchmarkId)) {
    if (await task.stopped()) return
    if (failed.has(step.object)) {
      await leaveOut(task, step, 'Skipped: an earlier step failed.')
      continue
    }
    const shape = cases.get(step.object ?? '')
    if (!shape) throw new Error(`A disk benchmark has no shape ${step.object}`)
    const end = await carryStep(task, node, step, workOf(task, node, spec, step, shape))
    if (end.kind === 'stopped') return
    if (end.kind === 'failed') failed.add(step.object)
  }
}

function workOf(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
  { kind }: BenchmarkStep,
  shape: DiskCase,
) {
  const step = diskSteps.find((each) => each === kind)
  if (!step) throw new Error(`A disk benchmark has no step ${kind}.`)
  return step === 'insert'
    ? workOfInsert(task, node, spec, shape)
    : workOfRead(task, node, spec, { step, shape })
}
