import { measuredStatement, qualifiedName } from '@frostline/clickhouse'
import type { BenchmarkStep } from '@frostline/db'
import { type BenchTier, placeTable, type TierBenchmarkSpec } from '@frostline/domain'
import { type ConnectedNode, dropTableFromCaches, findStoredFault, settingsOfTier } from '@frostline/services'
import type { TableAt } from '../scratch/create-scratch.ts'
import { awaitSettings } from '../statement/await-settings.ts'
import type { BenchmarkTask } from './benchmark-task.ts'
import { carryStep, refuse, type StepEnd } from './carry-step.ts'
import { readRunFigures } from './read-run-figures.ts'

interface TierRun {
  tier: BenchTier
  step: BenchmarkStep
  /** The table or its copy. */
  read: TableAt
}

/** One run of the query on a tier. What it read is written down as the servers counted it; whether it counts is judged by that. */
export async function measureTierRun(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: TierBenchmarkSpec,
  { tier, step, read }: TierRun,
): Promise<StepEnd> {
  const settings = await awaitSettings(task, node, settingsOfTier(spec, tier))
  if (!settings) return { kind: 'stopped' }
  const query = placeTable(spec.query, qualifiedName(read.database, read.table))
  let cachedBeforeBytes: bigint | null = null
  return carryStep(task, node, step, {
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
      // The server ends it by itself; what hangs beyond is ended with the connection.
      timeoutMs: (spec.maxSeconds + 60) * 1_000,
      purpose: 'benchmark',
    },
    read: async (sent) => {
      const { elapsedMs, figures } = await readRunFigures(task.nodes, node, sent)
      return { elapsedMs, figures: figures && { ...figures, cachedBeforeBytes } }
    },
  })
}
