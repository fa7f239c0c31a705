'use client'
import { Bytes, Panel, StatusPill, type Tone } from '@frostline/ui'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type ReadinessCheck, useReadiness } from './use-table-sharing.ts'

const looks: Record<ReadinessCheck['outcome'], { tone: Tone; word: string }> = {
  passed: { tone: 'ok', word: 'Passed' },
  warning: { tone: 'warn', word: 'Warning' },
  blocking: { tone: 'danger', word: 'Blocking' },
  unknown: { tone: 'unknown', word: 'Unknown' },
}

/** What to know before enabling zero-copy replication for a table. */
export function ReadinessPanel({ at }: { at: { cluster: string; database: string; table: string } }) {
  const query = useReadiness(at)
  const data = query.data?.data
  const blocking = data?.checks.filter(({ outcome }) => outcome === 'blocking').length ?? 0
  return (
    <Panel
      title="Before you turn it on"
      description="Effect of zero-copy replication on this table. Nothing is changed."
      flush
      minHeightPx={160}
      {...panelFromQuery(query, {
        task: `check ${at.database}.${at.table} for zero-copy replication`,
        empty: (answer) =>
          answer.data.replicas > 0
            ? null
            : {
                title: 'No replicas to check',
                children: 'No node that responded has a replica of this table.',
              },
      })}
    >
      {data ? (
        <>
          <p className="border-b px-4 py-3 text-sm">
            {blocking > 0
              ? 'Do not turn it on yet: '
              : data.on === data.replicas
                ? 'Enabled on all replicas. '
                : 'No blockers. Compare the savings with the warnings: '}
            replicas store <Bytes value={data.gainBytes} /> on object storage now besides one copy of each
            part.
          </p>
          <ul aria-label="Checks" className="divide-y">
            {data.checks.map(({ id, outcome, text, hint }) => (
              <li key={id} className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[7rem_1fr]">
                <StatusPill tone={looks[outcome].tone}>{looks[outcome].word}</StatusPill>
                <div className="min-w-0 break-words">
                  <p>{text}</p>
                  {hint === null ? null : <p className="text-ink-3 text-xs">{hint}</p>}
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Panel>
  )
}
