'use client'
import { secondsBetweenChecks } from '@frostline/domain'
import {
  Button,
  Bytes,
  Count,
  formatBytes,
  formatCountOf,
  formatDuration,
  Panel,
  RelativeTime,
  Stat,
  StatRow,
  useNow,
} from '@frostline/ui'
import { Search } from 'lucide-react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { showText } from '@/features/sources/name-of-key.ts'
import { usePipelineActions } from '../hooks/use-pipeline-actions.ts'
import type { PipelineDetail } from '../pipeline.ts'

/** How far the table is behind the bucket, from its last complete listing. */
export function LagPanel({ pipeline }: { pipeline: PipelineDetail }) {
  const operator = useRoleAllows('operator')
  const act = usePipelineActions(pipeline)
  const now = useNow()
  const { lag, waiting, loading, failed, lastListedAt, listedObjects, waitingFirst, trigger } = pipeline
  const seen = lastListedAt !== null
  const ageMs = lag.oldest && now ? Math.max(0, now.getTime() - lag.oldest.getTime()) : null
  return (
    <Panel
      title="Lag"
      description="Matching objects that are not in the table yet."
      observedAt={lastListedAt}
      actions={
        operator ? (
          <Button size="sm" icon={<Search aria-hidden />} busy={act.looking} onClick={act.look}>
            List now
          </Button>
        ) : undefined
      }
      footer={
        seen
          ? `${formatCountOf(listedObjects, 'object')} matched at the last listing. The bucket is listed every ${secondsBetweenChecks(trigger)} s.`
          : 'The bucket has not been fully listed yet.'
      }
    >
      <div className="flex flex-col gap-4">
        <StatRow>
          <Stat
            label="Objects behind"
            value={seen ? <Count value={lag.objects} /> : '—'}
            note={`${formatCountOf(waiting.objects, 'object')} waiting, ${loading.objects} loading`}
          />
          <Stat
            label="Bytes behind"
            value={seen ? <Bytes value={lag.bytes} /> : '—'}
            note={`${formatBytes(loading.bytes)} of them being loaded`}
          />
          <Stat
            label="Age of the oldest"
            value={ageMs === null ? '—' : formatDuration(ageMs)}
            note={lag.oldest === null ? 'nothing waiting' : 'since upload to the bucket'}
          />
          <Stat
            label="Failed objects"
            value={<Count value={failed.objects} />}
            note={failed.objects === 0 ? 'none' : `${formatBytes(failed.bytes)}, retry their load`}
          />
        </StatRow>
        {waitingFirst.length > 0 ? (
          <section aria-label="Oldest waiting objects" className="min-w-0">
            <h3 className="mb-1 text-ink-3 text-xs">
              {waiting.objects > waitingFirst.length
                ? `The oldest ${waitingFirst.length} of ${formatCountOf(waiting.objects, 'waiting object')}`
                : 'Waiting objects, oldest first'}
            </h3>
            <ul className="text-sm">
              {waitingFirst.map(({ key, sizeBytes, modifiedAt }) => (
                <li key={key} className="flex min-w-0 items-baseline gap-3 border-t py-1">
                  <span className="min-w-0 flex-1 truncate whitespace-pre font-mono text-xs" title={key}>
                    {showText(key)}
                  </span>
                  <Bytes value={sizeBytes} />
                  <RelativeTime at={modifiedAt} />
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Panel>
  )
}
