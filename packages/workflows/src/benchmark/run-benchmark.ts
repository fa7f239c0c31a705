import { type Benchmark, endBenchmarkSteps, listOpenBenchmarkSteps } from '@frostline/db'
import {
  conformanceSpec,
  diskBenchmarkSpec,
  replaySpec,
  replayTarget,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { benchmarkObjectTypes, type ConnectedNode } from '@frostline/services'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { dropScratchTablesOf } from '../scratch/drop-scratch.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { BenchmarkTask } from './benchmark-task.ts'
import { runReplay } from './replay/run-replay.ts'
import { runConformance } from './run-conformance.ts'
import { runDisk } from './run-disk.ts'
import { runTiers } from './run-tiers.ts'

/** The ledger says which steps are left. The scratch tables go when the end is written, or by the sweep. */
export const benchmarkWork: WorkOfKind = {
  kind: 'benchmark',
  maxAtOnce: 4,
  remedy: 'run it again',
  drive: carryOutBenchmark,
  judge: endBenchmarkSteps,
  afterwards: dropScratchTablesOf,
  async describe(tx, id) {
    const { kind, subject } = await tx.benchmark.findUniqueOrThrow({ where: { id } })
    const steps = await tx.benchmarkStep.groupBy({
      by: ['status'],
      where: { benchmarkId: id },
      _count: true,
    })
    return {
      objectName: subject,
      objectType: benchmarkObjectTypes[kind],
      didSome: steps.some(({ status }) => status === 'completed'),
      details: { kind, steps: steps.map(({ status, _count }) => `${_count} ${status}`) },
    }
  },
}

async function carryOutBenchmark(begun: BegunRun): Promise<void> {
  const { deps, ref, run } = begun
  const { kind, nodeName, spec } = await deps.db.benchmark.findUniqueOrThrow({ where: { id: ref.id } })
  const { nodes } = await deps.clusters.get(run.clusterId)
  const task = new BenchmarkTask(begun, nodes)
  if (kind === 'replay') {
    const replay = replaySpec.parse(spec)
    return replayTarget.array().safeParse(replay.targets).success
      ? runReplay(task, replay)
      : task.fail('A setting of a target is not allowed any more. Start the replay again without it.')
  }
  const node = nodes.find(({ name }) => name === nodeName)
  if (!node) return task.fail(`${nodeName} is not in the cluster any more.`)
  if (!(await task.stopped())) await carryOut(task, node, kind, spec)
  if (await task.stopped()) await stopLeft(task, node)
}

async function carryOut(
  task: BenchmarkTask,
  node: ConnectedNode,
  kind: Exclude<Benchmark['kind'], 'replay'>,
  spec: unknown,
): Promise<void> {
  switch (kind) {
    case 'tiers':
      return runTiers(task, node, tierBenchmarkSpec.parse(spec))
    case 'conformance':
      return runConformance(task, node, conformanceSpec.parse(spec))
    case 'disk':
      return runDisk(task, node, diskBenchmarkSpec.parse(spec))
  }
}

/** Also those that a worker has sent that is gone by now. */
async function stopLeft({ deps, run }: BenchmarkTask, node: ConnectedNode): Promise<void> {
  for (const { status, queryId } of await listOpenBenchmarkSteps(deps.db, run.id))
    if (status === 'running' && queryId !== null && !(await stopStatement(node, queryId)))
      deps.log.warn({ ...run, node: node.name, queryId }, 'A statement could not be seen to end')
}
