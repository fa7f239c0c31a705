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
    return { tone: 'warn', word: 'paused', live: false, meaning: `Paused by ${pausedBy ?? 'a user'}.` }
  if (lookError !== null)
    return { tone: 'danger', word: 'source unreachable', live: false, meaning: lookError }
  if (lastListedAt === null)
    return { tone: 'neutral', word: 'starting', live: true, meaning: 'The bucket will be listed next.' }
  if (lastLoad && isActiveLoad(lastLoad))
    return { tone: 'accent', word: 'loading', live: true, meaning: 'A load is running.' }
  if (lastLoad?.status === 'paused')
    return {
      tone: 'warn',
      word: 'load paused',
      live: false,
      meaning: 'Its load is paused. No other load starts.',
    }
  if (asked !== null)
    return { tone: 'accent', word: 'about to run', live: true, meaning: 'A run is due and starts soon.' }
  if (waiting.objects > 0)
    return { tone: 'accent', word: 'behind', live: false, meaning: 'Objects wait for the next run.' }
  if (failed.objects > 0)
    return { tone: 'danger', word: 'objects failed', live: false, meaning: 'Retry them in their load.' }
  return { tone: 'ok', word: 'up to date', live: false, meaning: 'All objects are in the table.' }
}

/** "every 10 s", "At 02:00 every day". */
export function describeTrigger({ trigger, cronWords }: Pick<Pipeline, 'trigger' | 'cronWords'>): string {
  if (trigger.kind === 'manual') return 'by hand'
  if (trigger.kind === 'continuous') return `every ${trigger.pollSeconds} s`
  return cronWords ?? trigger.cron
}

export const knownStates = {
  taken: { label: 'taken', meaning: 'In a load.' },
  new_version: {
    label: 'new version, skipped',
    meaning: 'The key is known with another ETag, and the pipeline skips new versions.',
  },
  present: {
    label: 'existed before',
    meaning: 'It existed when the pipeline was created, and the pipeline loads only new objects.',
  },
  unreadable: {
    label: 'unsupported key',
    meaning: 'ClickHouse cannot address this key. Copy the object to another key.',
  },
} as const satisfies Record<PipelineObject['state'], { label: string; meaning: string }>
