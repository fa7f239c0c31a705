import type { RouterInputs } from '@/trpc/router-inputs.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'
import { isActiveLoad } from '../loads/load.ts'
import { type Look, look } from '../status/look.ts'

export type Pipeline = RouterOutputs['loadPipelines']['list']['pipelines'][number]
export type PipelineDetail = RouterOutputs['loadPipelines']['get']
export type PipelineObject = RouterOutputs['loadPipelines']['objects']['objects'][number]
export type CreatePipelineInput = RouterInputs['loadPipelines']['create']
export type UpdatePipelineInput = RouterInputs['loadPipelines']['update']

/** Its current activity; the first that applies. */
export function pipelineLook(pipeline: Pipeline): Look {
  const { stoppedReason, enabled, pausedBy, lookError, lastListedAt, lastLoad, asked, waiting, failed } =
    pipeline
  if (stoppedReason !== null) return look('danger', 'stopped', stoppedReason)
  if (!enabled) return look('warn', 'paused', `Paused by ${pausedBy ?? 'a user'}.`)
  if (lookError !== null) return look('danger', 'source unreachable', lookError)
  if (lastListedAt === null) return look('neutral', 'starting', 'The bucket will be listed next.', true)
  if (lastLoad && isActiveLoad(lastLoad)) return look('accent', 'loading', 'A load is running.', true)
  if (lastLoad?.status === 'paused')
    return look('warn', 'load paused', 'Its load is paused. No other load starts.')
  if (asked !== null) return look('accent', 'about to run', 'A run is due and starts soon.', true)
  if (waiting.objects > 0) return look('accent', 'behind', 'Objects wait for the next run.')
  if (failed.objects > 0) return look('danger', 'objects failed', 'Retry them in their load.')
  return look('ok', 'up to date', 'All objects are in the table.')
}

/** "every 10 s", "At 02:00 every day". */
export function describeTrigger({ trigger, cronWords }: Pick<Pipeline, 'trigger' | 'cronWords'>): string {
  if (trigger.kind === 'manual') return 'manual'
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
