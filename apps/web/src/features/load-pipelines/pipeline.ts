import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { isActiveLoad } from '../loads/load.ts'
import type { Look } from '../status/look.ts'

export type Pipeline = RouterOutputs['loadPipelines']['list']['pipelines'][number]
export type PipelineDetail = RouterOutputs['loadPipelines']['get']
export type PipelineObject = RouterOutputs['loadPipelines']['objects']['objects'][number]
export type CreatePipelineInput = RouterInputs['loadPipelines']['create']
export type UpdatePipelineInput = RouterInputs['loadPipelines']['update']

/** What it does now; the first that holds. */
export function pipelineLook(pipeline: Pipeline): Look {
  const { stoppedReason, enabled, pausedBy, lookError, lastListedAt, lastLoad, asked, waiting, failed } =
    pipeline
  if (stoppedReason !== null) return { tone: 'danger', word: 'stopped', live: false, meaning: stoppedReason }
  if (!enabled)
    return { tone: 'warn', word: 'paused', live: false, meaning: `Paused by ${pausedBy ?? 'a person'}.` }
  if (lookError !== null) return { tone: 'danger', word: 'source away', live: false, meaning: lookError }
  if (lastListedAt === null)
    return { tone: 'neutral', word: 'starting', live: true, meaning: 'Its bucket is to be listed.' }
  if (lastLoad && isActiveLoad(lastLoad))
    return { tone: 'accent', word: 'loading', live: true, meaning: 'A load of it is under way.' }
  if (lastLoad?.status === 'paused')
    return {
      tone: 'warn',
      word: 'load paused',
      live: false,
      meaning: 'Its load is paused: nothing else begins.',
    }
  if (asked !== null)
    return { tone: 'accent', word: 'about to run', live: true, meaning: 'A run is owed and begins soon.' }
  if (waiting.objects > 0)
    return { tone: 'accent', word: 'behind', live: false, meaning: 'Objects wait for its next run.' }
  if (failed.objects > 0)
    return { tone: 'danger', word: 'objects failed', live: false, meaning: 'Retry them in their load.' }
  return { tone: 'ok', word: 'up to date', live: false, meaning: 'Every object is in the table.' }
}

/** "every 10 s", "At 02:00 every day". */
export function describeTrigger({ trigger, cronWords }: Pick<Pipeline, 'trigger' | 'cronWords'>): string {
  if (trigger.kind === 'manual') return 'by hand'
  if (trigger.kind === 'continuous') return `every ${trigger.pollSeconds} s`
  return cronWords ?? trigger.cron
}

export const knownStates = {
  taken: { label: 'taken', meaning: 'A load has it.' },
  new_version: {
    label: 'new version, left out',
    meaning: 'Its key was known with another ETag, and the pipeline ignores new versions.',
  },
  present: {
    label: 'there before',
    meaning: 'It was there when the pipeline was made, which starts with new ones.',
  },
  unreadable: { label: 'cannot be named', meaning: 'ClickHouse cannot name it: copy it to another key.' },
} as const satisfies Record<PipelineObject['state'], { label: string; meaning: string }>
