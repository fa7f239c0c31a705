import {
  type Benchmark,
  type BenchmarkRun,
  beginBenchmark,
  listOpenBenchmarkSteps,
  settleBenchmark,
} from '@frostline/db'
import {
  conformanceSpec,
  diskBenchmarkSpec,
  replaySpec,
  replayTarget,
  tierBenchmarkSpec,
} from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { ChangeAnnouncer } from '../announcer.ts'
import type { WorkflowDeps } from '../deps.ts'
import { dropScratchTablesOf } from '../scratch/drop-scratch.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { registerLedgerWorkflow } from '../worker/ledger-workflow.ts'
import { auditBenchmark } from './audit-benchmark.ts'
import { BenchmarkTask } from './benchmark-task.ts'
import { runReplay } from './replay/run-replay.ts'
import { runConformance } from './run-conformance.ts'
import { runDisk } from './run-disk.ts'
import { runTiers } from './run-tiers.ts'

type Announcer = Pick<ChangeAnnouncer, 'announce'>

/** The durable workflow of one start of a benchmark: the ledger says which steps are left. */
export function registerBenchmark(deps: WorkflowDeps) {
  return registerLedgerWorkflow<BenchmarkRun>(deps, {
    name: 'benchmark',
    noun: 'A benchmark',
    drive: (announcer, run) => carryOutBenchmark(deps, announcer, run),
    settle: (announcer, run) => settleBenchmarkRun(deps, announcer, run),
  })
}

/** The same start always has the same id, so that starting it twice starts it once. */
export function benchmarkWorkflowId({ benchmarkId, start }: BenchmarkRun): string {
  return `benchmark/${benchmarkId}/${start}`
}

/** One go at the run, from wherever the ledger stands. Throws StaleWriterError when it is not the current one. */
export async function carryOutBenchmark(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: BenchmarkRun,
): Promise<void> {
  const benchmark = await beginBenchmark(deps.db, run, deps.now())
  const announce = () => announcer.announce('benchmark', run.benchmarkId)
  announce()
  const { nodes } = await deps.clusters.get(benchmark.clusterId)
  const task = new BenchmarkTask(deps, run, nodes, announce, benchmark)
  if (benchmark.kind === 'replay') {
    const spec = replaySpec.parse(benchmark.spec)
    return replayTarget.array().safeParse(spec.targets).success
      ? runReplay(task, spec)
      : task.giveUp('A setting of a target is not allowed any more. Start the replay again without it.')
  }
  const node = nodes.find(({ name }) => name === benchmark.nodeName)
  if (!node) return task.giveUp(`${benchmark.nodeName} is not in the cluster any more.`)
  if (!(await task.stopped())) await carryOut(task, node, benchmark.kind, benchmark.spec)
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
  for (const { status, queryId } of await listOpenBenchmarkSteps(deps.db, run.benchmarkId))
    if (status === 'running' && queryId !== null && !(await stopStatement(node, queryId)))
      deps.log.warn({ ...run, node: node.name, queryId }, 'A statement could not be seen to end')
}

/** The scratch tables go when the end is written: whoever dies between leaves them to the sweep. */
export async function settleBenchmarkRun(
  deps: WorkflowDeps,
  announcer: Announcer,
  run: BenchmarkRun,
): Promise<void> {
  const status = await settleBenchmark(deps.db, run, deps.now(), (tx, settled) =>
    auditBenchmark(deps, tx, settled),
  )
  if (status === null) return
  await dropScratchTablesOf(deps, run.benchmarkId)
  announcer.announce('benchmark', run.benchmarkId)
  deps.log.info({ ...run, status }, 'Benchmark settled')
}
