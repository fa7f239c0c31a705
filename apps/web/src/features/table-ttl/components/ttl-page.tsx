'use client'
import { printTableName } from '@frostline/domain'
import { Panel } from '@frostline/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useRoleAllows } from '@/auth/use-person.ts'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import { PrintButton } from '@/features/print/print-button.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { useTRPC } from '@/trpc/context.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import { useTableTtl } from '../hooks/use-table-ttl.ts'
import { useTtlDraft } from '../hooks/use-ttl-draft.ts'
import type { TableTtl } from '../table-ttl.ts'
import { ApplyPanel } from './apply-panel.tsx'
import { DryRunPanel } from './dry-run-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { RulesPanel } from './rules-panel.tsx'
import { TimeMachine } from './time-machine.tsx'

/** Shows a table's TTL, edits it, shows its effect on every part, then sets it on every node. */
export function TtlPage(at: ClusterTable) {
  const visit = useVisit()
  const query = useTableTtl(at)
  const draft = useTtlDraft(query.data)
  const admin = useRoleAllows('admin')
  const differs = (query.data?.data.forms.length ?? 0) > 1
  return (
    <>
      <PageHeader
        title={
          <>
            TTL of{' '}
            <span className="font-mono">
              {at.database}.{at.table}
            </span>
          </>
        }
        description="Which rows move to another volume, change codec or expire, and when."
        actions={<PrintButton />}
      />
      <div className="flex min-w-0 flex-col gap-4">
        <ManagedNotice kinds={['tables']} cluster={at.cluster} name={printTableName(at)} />
        {differs ? <NodesPanel query={query} /> : null}
        <RulesPanel query={query} draft={draft} />
        {admin ? (
          <TryAndSet
            key={`${visit} ${draft.text}`}
            at={at}
            targets={query.data?.data.targets ?? []}
            ttl={draft.text}
            ready={draft.parsed.kind === 'parsed' && query.data !== undefined}
            basedOn={query.data?.data.forms.map(({ ttl }) => ttl) ?? []}
            onApplied={() => refetchFresh(query)}
          />
        ) : (
          <Panel title="2. Dry run">
            <p className="text-ink-2 text-sm">
              Only admins can run the dry run and apply a TTL, because it may delete rows. Send them the URL
              of this page. It contains your draft.
            </p>
          </Panel>
        )}
        <TimeMachine at={at} draft={draft} mayTry={admin} />
        {differs ? null : <NodesPanel query={query} />}
      </div>
    </>
  )
}

interface TryProps {
  at: ClusterTable
  targets: TableTtl['data']['targets']
  ttl: string
  ready: boolean
  basedOn: string[]
  onApplied: () => void
}

/** Reset by every change of the draft: a dry run is of one text, and so is what is set. */
function TryAndSet({ at, targets, ttl, ready, basedOn, onApplied }: TryProps) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const [asked, setAsked] = useState(false)
  const preview = useQuery({
    ...trpc.tableTtls.preview.queryOptions({ ...at, ttl }),
    enabled: asked && ready,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const apply = useMutation(
    trpc.tableTtls.set.mutationOptions({
      onError: (error) => showFailure(error, 'set the TTL'),
      onSettled: async () => {
        onApplied()
        await Promise.all([
          preview.refetch(),
          queryClient.invalidateQueries({ queryKey: trpc.tables.pathKey() }),
        ])
      },
    }),
  )
  return (
    <>
      <DryRunPanel
        cluster={at.cluster}
        targets={targets}
        preview={preview}
        asked={asked}
        ready={ready}
        onAsk={() => {
          if (asked) void preview.refetch()
          else setAsked(true)
        }}
      />
      <ApplyPanel
        at={at}
        preview={asked ? (preview.data ?? null) : null}
        applied={apply.data ?? null}
        onApply={(mode, accepts) =>
          apply.mutateAsync({ ...at, ttl, mode, basedOn, ...(accepts ? { accepts } : {}) })
        }
      />
    </>
  )
}
