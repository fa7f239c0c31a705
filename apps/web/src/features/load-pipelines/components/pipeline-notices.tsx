'use client'
import { ErrorState, formatCountOf, formatExactTime } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { PipelineDetail } from '../pipeline.ts'

const notice = 'rounded-lg border bg-danger-soft'

/** What blocks it, and what to do. */
export function PipelineNotices({ pipeline }: { pipeline: PipelineDetail }) {
  const {
    stoppedReason,
    lookError,
    lookErrorSince,
    lastListedAt,
    failed,
    ownerFault,
    enabled,
    lostReplicas,
  } = pipeline
  const reason = stoppedReason ?? (enabled ? ownerFault : null)
  return (
    <>
      {reason === null ? null : (
        <ErrorState
          className={notice}
          error={{
            title: stoppedReason === null ? 'The next run will stop it' : 'Frostline stopped this pipeline',
            object: reason,
            hint: 'Fix the cause, then resume it. If its owner can no longer load, the person who resumes it becomes the owner.',
          }}
        />
      )}
      {lookError === null ? null : (
        <ErrorState
          className={notice}
          error={{
            title: `The bucket could not be listed since ${formatExactTime(lookErrorSince)}`,
            object: lookError,
            hint: `${lastListedAt === null ? 'It was never fully listed.' : `It was last listed at ${formatExactTime(lastListedAt)}.`} Frostline retries automatically and continues when it responds.`,
          }}
        />
      )}
      {lostReplicas.map(({ lost, by, silentSince, loadId }) => (
        <p key={lost} className="rounded-lg border bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          <span className="font-mono">{lost}</span> has not responded since{' '}
          {formatExactTime(new Date(silentSince))}.{' '}
          <Link className="underline" href={routes.load(pipeline.clusterSlug, loadId)}>
            A load
          </Link>{' '}
          treated it as lost and used <span className="font-mono">{by}</span>. The next load checks it once.
          If it does not respond, another replica takes over immediately.
        </p>
      ))}
      {failed.objects === 0 ? null : (
        <p className="rounded-lg border bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          {formatCountOf(failed.objects, 'object')} of finished loads failed. The pipeline does not load them
          again. Retry them in{' '}
          {pipeline.lastLoad && pipeline.lastLoad.status !== 'completed' ? (
            <Link className="underline" href={routes.load(pipeline.clusterSlug, pipeline.lastLoad.id)}>
              the last load
            </Link>
          ) : (
            'their load, below'
          )}
          .
        </p>
      )}
    </>
  )
}
