'use client'
import { Panel, RelativeTime } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { useReadAgain } from '@/trpc/use-read-again.ts'
import { describeTransition } from './describe-transition.ts'

/** Who did what with a run, the newest first. */
export function HistoryPanel({ id, kind }: { id: string; kind: string }) {
  const options = useTRPC().runs.history.queryOptions({ id })
  useReadAgain(kind, [{ queryKey: options.queryKey }], id)
  const query = useQuery(options)
  return (
    <Panel title="History" {...panelFromLedger(query, { task: 'read the history' })}>
      <ol className="flex flex-col gap-2 text-sm">
        {query.data?.map((entry) => (
          <li key={`${entry.order} ${entry.id}`} className="flex flex-wrap items-baseline gap-x-2">
            <span className="font-medium">{describeTransition(entry)}</span>{' '}
            <span className="text-ink-2">
              by {entry.by} <RelativeTime at={entry.at} />
            </span>
            {entry.why ? <span className="w-full text-xs text-ink-2">{entry.why}</span> : null}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
