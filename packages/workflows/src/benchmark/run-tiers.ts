import type { TableRef } from '@frostline/clickhouse'
import {
  attachPartitionsStatement,
  measuredStatement,
  qualifiedName,
  scratchCopySettings,
} from '@frostline/clickhouse'
import { type BenchmarkStep, listOpenBenchmarkSteps } from '@frostline/db'
import { type BenchTier, benchTiers, placeTable, type TierBenchmarkSpec } from '@frostline/domain'
import { type ConnectedNode, dropTableFromCaches, findStoredFault, settingsOfTier } from '@frostline/services'
import { createScratchLike, scratchName } from '../scratch/create-scratch.ts'
import { emptyScratchPartition, observeScratchParts } from '../scratch/empty-partition.ts'
import { awaitSettings } from '../statement/await-settings.ts'
import type { BenchmarkTask } from './benchmark-task.ts'
import { driveBenchmarkStep, refuse, type StepEnd } from './drive-benchmark-step.ts'
import { leaveOut } from './leave-out.ts'
import { readRunFigures } from './read-run-figures.ts'

/**
 * Makes the copies, then measures, one statement at a time. A failed copy ends it; a failed run ends the runs of its
 * tier: the same query would fail again.
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

function copiesOf({ run }: BenchmarkTask, { database }: TableRef): { hot: TableRef; cold: TableRef } {
  const at = (suffix: string) => ({ database, table: scratchName(run.id, suffix) })
  return { hot: at('hot'), cold: at('cold') }
}

interface Copy {
  from: TableRef
  to: TableRef
  /** The table whose structure is copied. */
  like: TableRef
  disk: string
}

/** Copies the parts of one partition into a scratch table, which is created for the first. */
async function copyPartition(
  task: BenchmarkTask,
  node: ConnectedNode,
  step: BenchmarkStep,
  { from, to, like, disk }: Copy,
): Promise<StepEnd> {
  const partitionId = step.object ?? ''
  return driveBenchmarkStep(task, node, step, {
    what: `the copy of partition ${partitionId}`,
    prepare: async (preparation) => {
      refuse(await createScratchLike(preparation, node, like, { name: to.table, disk }))
      refuse(await emptyScratchPartition(preparation, node, to, partitionId))
    },
    request: {
      ...attachPartitionsStatement(from, [partitionId], to),
      settings: scratchCopySettings,
      purpose: 'benchmark',
    },
    read: async () => {
      const parts = await observeScratchParts(node, to, partitionId)
      return {
        elapsedMs: null,
        figures: {
          parts: parts.length,
          rows: parts.reduce((sum, { rows }) => sum + rows, 0n),
          bytes: parts.reduce((sum, { bytes_on_disk }) => sum + bytes_on_disk, 0n),
        },
      }
    },
  })
}

interface TierRun {
  tier: BenchTier
  step: BenchmarkStep
  /** The table or its copy. */
  read: TableRef
}

/** One run of the query on a tier. The servers' counters for it are recorded, and decide whether it counts. */
async function measureTierRun(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: TierBenchmarkSpec,
  { tier, step, read }: TierRun,
): Promise<StepEnd> {
  const settings = await awaitSettings(task, node, settingsOfTier(spec, tier))
  if (!settings) return { kind: 'stopped' }
  const query = placeTable(spec.query, qualifiedName(read.database, read.table))
  let cachedBeforeBytes: bigint | null = null
  return driveBenchmarkStep(task, node, step, {
    what: 'the query',
    prepare: async (preparation) => {
      refuse(await findStoredFault(node, 'query', query))
      if (tier !== 'cache-first') return
      const dropped = await dropTableFromCaches(node, read, (drops) => preparation.note(drops))
      cachedBeforeBytes = dropped.leftBytes
    },
    request: {
      ...measuredStatement(query),
      settings,
      // The server ends it by itself; anything still hanging is ended with the connection.
      timeoutMs: (spec.maxSeconds + 60) * 1_000,
      purpose: 'benchmark',
    },
    read: async (sent) => {
      const { elapsedMs, figures } = await readRunFigures(task.nodes, node, sent)
      return { elapsedMs, figures: figures && { ...figures, cachedBeforeBytes } }
    },
  })
}
