import { type BenchmarkStep, listOpenBenchmarkSteps } from '@frostline/db'
import { benchTiers, type TierBenchmarkSpec } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import { scratchName, type TableAt } from '../scratch/create-scratch.ts'
import type { BenchmarkTask } from './benchmark-task.ts'
import type { StepEnd } from './carry-step.ts'
import { copyPartition } from './copy-partition.ts'
import { leaveOut } from './leave-out.ts'
import { measureTierRun } from './measure-tier-run.ts'

/**
 * Copies what is to be copied, then measures, one statement at a time. A copy that fails ends it all; a run that fails ends the
 * runs of its tier: the same query would fail again.
 */
export async function runTiers(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: TierBenchmarkSpec,
): Promise<void> {
  const failed = new Set<string>()
  for (const step of await listOpenBenchmarkSteps(task.deps.db, task.run.id)) {
    if (await task.stopped()) return
    if (failed.has(step.kind)) {
      await leaveOut(task, step, 'Skipped: an earlier run of this tier failed.')
      continue
    }
    const end = await carry(task, node, spec, step)
    if (end.kind === 'stopped') return
    if (end.kind !== 'failed') continue
    if (step.round === 0) return task.fail(`The data could not be copied. ${end.error}`)
    failed.add(step.kind)
  }
}

function carry(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: TierBenchmarkSpec,
  step: BenchmarkStep,
): Promise<StepEnd> {
  const { data, database, table } = spec
  const at = { database, table }
  const copies = copiesOf(task, at)
  if (data.kind === 'copies' && step.kind === 'copy-hot')
    return copyPartition(task, node, step, { from: at, to: copies.hot, like: at, disk: data.hotDisk })
  if (data.kind === 'copies' && step.kind === 'copy-cold')
    return copyPartition(task, node, step, {
      from: copies.hot,
      to: copies.cold,
      like: at,
      disk: data.coldDisk,
    })
  const tier = benchTiers.find((each) => each === step.kind)
  if (!tier) throw new Error(`A tier benchmark has no step ${step.kind}.`)
  const read = data.kind === 'in-place' ? at : tier === 'hot' ? copies.hot : copies.cold
  return measureTierRun(task, node, spec, { tier, step, read })
}

function copiesOf({ run }: BenchmarkTask, { database }: TableAt): { hot: TableAt; cold: TableAt } {
  const at = (suffix: string) => ({ database, table: scratchName(run.id, suffix) })
  return { hot: at('hot'), cold: at('cold') }
}
