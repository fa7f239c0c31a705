import { explain, readShapedTable, tierRunSettings } from '@frostline/clickhouse'
import type { DiskBenchmarkSpec, DiskCase, DiskStep } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { BenchmarkTask } from '../benchmark-task.ts'
import { refuse, type StepWork } from '../carry-step.ts'
import { readRunFigures } from '../read-run-figures.ts'
import { tableOfShape } from './work-of-insert.ts'

const limits = { threads: 0, maxSeconds: 3_600 }

interface Read {
  step: Exclude<DiskStep, 'insert'>
  shape: DiskCase
}

/** Every column of every row: past the filesystem caches, or through them when they have been filled. */
export function workOfRead(
  task: BenchmarkTask,
  node: ConnectedNode,
  spec: DiskBenchmarkSpec,
  { step, shape }: Read,
): StepWork {
  const read = readShapedTable(tableOfShape(task, spec, shape))
  const settings = tierRunSettings(step === 'read-cold' ? 'past-caches' : 'through-caches', limits)
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
      // The table is local: no other node has a part in it.
      const { elapsedMs, figures } = await readRunFigures([node], node, sent)
      return { elapsedMs, figures }
    },
  }
}
