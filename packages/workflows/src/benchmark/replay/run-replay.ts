import { type BenchmarkStep, listOpenBenchmarkSteps, listReplayQueries } from '@frostline/db'
import { type ReplaySpec, replayTargets } from '@frostline/domain'
import { ServiceError } from '@frostline/services'
import type { BenchmarkTask } from '../benchmark-task.ts'
import { createReplayJudge } from './judge-stored.ts'
import { runPass } from './run-pass.ts'
import type { OpenTarget } from './send-all.ts'

/**
 * Pass after pass, each over all queries on one target. A pass that has to end early ends the replay: later ones would
 * be no better.
 */
export async function runReplay(task: BenchmarkTask, spec: ReplaySpec): Promise<void> {
  const { deps, run } = task
  const queries = await listReplayQueries(deps.db, run.id)
  const judge = createReplayJudge(task, spec)
  for (const step of await listOpenBenchmarkSteps(deps.db, run.id)) {
    if (await task.stopped()) return
    const target = await openTarget(task, spec, step)
    if (typeof target === 'string') return task.fail(target)
    const end = await runPass(task, { spec, target, step, queries, judge })
    if (end.kind === 'stopped') return
    if (end.kind === 'failed') return task.fail(end.error)
  }
}

/** Or why it cannot be opened. */
async function openTarget(
  { deps }: BenchmarkTask,
  spec: ReplaySpec,
  { object }: BenchmarkStep,
): Promise<OpenTarget | string> {
  const own = spec.targets.find((_, index) => replayTargets[index] === object)
  if (!own) throw new Error(`A replay has no target ${object}`)
  try {
    const { nodes } = await deps.clusters.get(own.clusterId)
    return { spec: own, nodes }
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'not_found') throw error
    return `${own.clusterName} is not registered any more.`
  }
}
