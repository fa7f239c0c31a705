'use client'
import { answerRestoreRemoval } from '@frostline/domain'
import { column, countColumn, type DataColumn, monoColumn, numberColumn, timeColumn } from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type RemovalDetail, removalLooks, removedStepLooks } from '../archive.ts'
import { PartitionShares, PartitionsPanel } from '../components/partitions-panel.tsx'
import { useRemoval, useRemovalActions } from './use-removals.ts'

/** One removal of restored rows, partition by partition. */
export function RemovalPage({ id }: { id: string }) {
  const query = useRemoval(id)
  const removal = query.data
  if (!removal)
    return <PageWithoutData title="Removal of restored rows" task="read the removal" query={query} />
  const name = `${removal.database}.${removal.table}`
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Removal of restored rows from"
        subject={name}
        look={removalLooks[removal.status]}
        run={removal}
        pausedBy={removal.pausedBy}
        actions={<RemovalActions removal={removal} />}
        onError={{
          title: 'The removal is stopped',
          hint: 'The archive is unchanged. Fix the cause and retry, or keep the rows on the page of the restore.',
        }}
      />
      <PartitionsPanel
        description="Each is compared with its manifest, and the files with their proof. Then its parts are detached and dropped on every replica."
        panel={panelFromLedger(query, { task: 'read the removal' })}
        label="Partitions of the removal"
        columns={columns}
        steps={removal.steps}
      >
        <AnswerFirst inset answer={answerRestoreRemoval({ ...removal, table: name })}>
          <PartitionShares
            shares={[
              { label: 'Removed', count: removal.removedPartitions },
              { label: 'In the table', count: removal.partitions - removal.removedPartitions },
            ]}
          />
        </AnswerFirst>
        {removal.note === null ? null : <p className="text-sm">{removal.note}</p>}
      </PartitionsPanel>
      <p className="text-sm">
        The rows came from{' '}
        <Link className="underline" href={routes.archiveRestore(removal.clusterSlug, removal.restoreId)}>
          its restore
        </Link>
        .
      </p>
      <HistoryPanel id={id} kind="restore-removal" />
    </div>
  )
}

type Step = RemovalDetail['steps'][number]
const columns: readonly DataColumn<Step>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 140, hideable: false }, (row) => row.partition),
  numberColumn('shard', 'Shard', 70, (row) => row.shard),
  column('node', 'Node', 150, (row) => <span className="truncate">{row.node}</span>),
  countColumn('rows', 'Rows', 110, (row) => row.rows),
  column('state', 'State', 120, (row) => <LookPill look={removedStepLooks[row.state]} />),
  timeColumn('removed', 'Removed', { minWidthPx: 110, none: '—' }, (row) => row.removedAt),
]

function RemovalActions({ removal }: { removal: RemovalDetail }) {
  const send = useRemovalActions()
  if (!useRoleAllows('admin')) return null
  return (
    <RunActions
      run={removal}
      send={send}
      cancel={{
        title: 'Cancel the removal?',
        description:
          'Partitions that were removed are in the archive only. The rest stays until somebody sets another time.',
        confirmLabel: 'Cancel removal',
      }}
      retry={{ label: 'Retry' }}
    />
  )
}
