import { attachPartitionsStatement, scratchCopySettings } from '@frostline/clickhouse'
import type { BenchmarkStep } from '@frostline/db'
import type { ConnectedNode } from '@frostline/services'
import { createScratchLike, type TableAt } from '../scratch/create-scratch.ts'
import { emptyScratchPartition, observeScratchParts } from '../scratch/empty-partition.ts'
import type { BenchmarkTask } from './benchmark-task.ts'
import { carryStep, refuse, type StepEnd } from './carry-step.ts'

interface Copy {
  from: TableAt
  to: TableAt
  /** Whose structure the copy gets. */
  like: TableAt
  disk: string
}

/** Brings the parts of one partition into a scratch table, which is made for the first. */
export async function copyPartition(
  task: BenchmarkTask,
  node: ConnectedNode,
  step: BenchmarkStep,
  { from, to, like, disk }: Copy,
): Promise<StepEnd> {
  const partitionId = step.object ?? ''
  return carryStep(task, node, step, {
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
