'use client'
import { Button, Panel, RelativeTime } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useTRPC } from '@/trpc/context.ts'
import { useChanges } from '@/trpc/live-changes.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { tellFailure } from '@/trpc/tell-failure.ts'

export function SilencesTab() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const operator = useRoleAllows('operator')
  const query = useQuery(trpc.alerts.silences.queryOptions())
  useChanges('alert', () => void query.refetch())
  const end = useMutation(
    trpc.alerts.endSilence.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.alerts.pathKey() }),
      onError: (error) => tellFailure(error, 'end the silence'),
    }),
  )
  return (
    <Panel
      title="Silences in force"
      description="Matching alerts are shown, but nobody is notified until the silence ends."
      minHeightPx={140}
      {...panelFromQuery(query, {
        task: 'read the silences',
        empty: ({ silences }) =>
          silences.length > 0 ? null : { title: 'No silences', children: 'Open an alert to silence it.' },
      })}
    >
      <ul className="flex flex-col divide-y">
        {query.data?.silences.map((silence) => (
          <li key={silence.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2 text-sm">
            <span className="min-w-0 flex-1">
              <span className="block break-words font-medium">
                {[silence.kind ?? 'every rule', silence.subject, silence.clusterName]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="block text-ink-3 text-xs">
                ends <RelativeTime at={silence.until} />, by {silence.createdBy}: {silence.reason}
              </span>
            </span>
            {operator ? (
              <Button size="sm" busy={end.isPending} onClick={() => end.mutate({ id: silence.id })}>
                End
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
