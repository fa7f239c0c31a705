import { explain, readShapedTable, tierRunSettings } from '@frostline/clickhouse'
import { type Benchmark, type BenchmarkStep, endBenchmarkSteps, listOpenBenchmarkSteps } from '@frostline/db'
import {
  type ConformanceSpec,
  conformanceSpec,
  type DiskBenchmarkSpec,
  type DiskCase,
  type DiskStep,
  diskBenchmarkSpec,
  diskSteps,
  listDiskCases,
  replaySpec,
  replayTarget,
  tierBenchmarkSpec,
} from '@frostline/domain'
import { benchmarkObjectTypes, type ConnectedNode } from '@frostline/services'
import type { BegunRun } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { dropScratchTablesOf } from '../scratch/drop-scratch.ts'
import { awaitSettings, type StatementSettings } from '../statement/await-settings.ts'
import { stopStatement } from '../statement/stop-statement.ts'
import { BenchmarkTask } from './benchmark-task.ts'
import { workOfCheck } from './conformance/work-of-check.ts'
import { tableOfShape, workOfInsert } from './disk/work-of-insert.ts'
import { driveBenchmarkStep, refuse, type StepWork } from './drive-benchmark-step.ts'
import { leaveOut } from './leave-out.ts'
import { readRunFigures } from './read-run-figures.ts'
import { runReplay } from './replay/run-replay.ts'
import { runTiers } from './run-tiers.ts'

const limits = { threads: 0, maxSeconds: 3_600 }

interface Read {
  step: Exclude<DiskStep, 'insert'>
  shape: DiskCase
}

/** Every column of every row: bypassing the filesystem caches, or through them after they have been filled. */
function workOfRead(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
  { step, shape }: Read,
  settings: StatementSettings,
): StepWork {
  const read = readShapedTable(tableOfShape(task, spec, shape))
  const request = { ...read, settings, timeoutMs: 3_660_000 }
  return {
    what: 'the read',
    prepare: async (preparation) => {
      if (step === 'read-cold' || spec.kind !== 'cached') return
      const outcome = await preparation.send(node, request)
      if (outcome.kind !== 'ok') refuse(explain(outcome))
    },
    request: { ...request, purpose: 'benchmark' },
    read: async (sent) => {
      // The table is local: no other node takes part.
      const { elapsedMs, figures } = await readRunFigures([node], node, sent)
      return { elapsedMs, figures }
    },
  }
}

/**
 * Fills a table of each shape and reads it, one statement at a time, round by round. After a failed step nothing more
 * is done with that shape: its table is not as expected, or the disk does not work for it.
 */
async function runDisk(task: BenchmarkTask, node: ConnectedNode, spec: DiskBenchmarkSpec): Promise<void> {
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
    const work = await workOf(task, node, spec, step, shape)
    if (!work) return
    const end = await driveBenchmarkStep(task, node, step, work)
    if (end.kind === 'stopped') return
    if (end.kind === 'failed') failed.add(step.object)
  }
}

/** Null: the benchmark was stopped. */
async function workOf(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
  { kind }: BenchmarkStep,
  shape: DiskCase,
): Promise<StepWork | null> {
  const step = diskSteps.find((each) => each === kind)
  if (!step) throw new Error(`A disk benchmark has no step ${kind}.`)
  if (step === 'insert') return workOfInsert(task, node, spec, shape)
  const wanted = tierRunSettings(step === 'read-cold' ? 'past-caches' : 'through-caches', limits)
  const settings = await awaitSettings(task, node, wanted)
  return settings && workOfRead(task, node, spec, { step, shape }, settings)
}

/** Steps that always run, whatever the result of the checks before: drop the tables and check what they left. */
const always: ReadonlySet<string> = new Set(['move-drop', 'drop', 'left'])

/**
 * One check after another. After a failure the table's content is unknown: the rest is skipped, except for the drop and
 * the check of what is left. A failed move does not affect checks without moves.
 */
async function runConformance(
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
    const end = await driveBenchmarkStep(task, node, step, workOfCheck(task, node, spec, step, steps))
    if (end.kind === 'stopped') return
  }
}

function dependsOnFailed({ kind }: BenchmarkStep, steps: readonly BenchmarkStep[]): boolean {
  const moves = kind.startsWith('move-')
  return steps.some((other) => other.status === 'failed' && other.kind.startsWith('move-') === moves)
}

/** The ledger has the open steps. The scratch tables are dropped when the end is recorded, or by the sweep. */
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

/** Including those that a dead worker has sent. */
async function stopLeft({ deps, run }: BenchmarkTask, node: ConnectedNode): Promise<void> {
  for (const { status, queryId } of await listOpenBenchmarkSteps(deps.db, run.id))
    if (status === 'running' && queryId !== null && !(await stopStatement(node, queryId)))
      deps.log.warn({ ...run, node: node.name, queryId }, 'Could not confirm that a statement has ended')
}
