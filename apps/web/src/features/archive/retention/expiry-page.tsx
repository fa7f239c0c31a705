'use client'
import { answerExpiry } from '@frostline/domain'
import {
  bytesColumn,
  countColumn,
  type DataColumn,
  monoColumn,
  numberColumn,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type ExpiryDetail, expiryLooks } from '../archive.ts'
import { PartitionShares, PartitionsPanel } from '../components/partitions-panel.tsx'
import { useExpiry, useExpiryActions } from './use-expiries.ts'

/** One deletion of files after their retention, partition by partition. */
export function ExpiryPage({ id }: { id: string }) {
  const query = useExpiry(id)
  const expiry = query.data
  if (!expiry) return <PageWithoutData title="Deletion of files" task="read the deletion" query={query} />
  const name = `${expiry.database}.${expiry.table}`
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Deletion of archived files of"
        subject={name}
        look={expiryLooks[expiry.status]}
        run={expiry}
        pausedBy={expiry.pausedBy}
        actions={<ExpiryActions expiry={expiry} />}
        onError={{
          title: 'The deletion is stopped',
          hint: 'What is left of the files is in the bucket. Fix the cause and retry, or change the retention of the archive.',
        }}
      />
      <PartitionsPanel
        description="Each file is checked, deleted, and checked again. The manifest is deleted last."
        panel={panelFromLedger(query, { task: 'read the deletion' })}
        label="Partitions of the deletion"
        columns={columns}
        steps={expiry.steps}
      >
        <AnswerFirst inset answer={answerExpiry({ ...expiry, ...sumFiles(expiry.steps) })}>
          <PartitionShares
            shares={[
              { label: 'Deleted', count: expiry.deletedPartitions },
              { label: 'In the bucket', count: expiry.partitions - expiry.deletedPartitions },
            ]}
          />
        </AnswerFirst>
      </PartitionsPanel>
      <p className="text-sm">
        The files are deleted by the retention of{' '}
        <Link className="underline" href={routes.archive(expiry.clusterSlug, expiry.archiveId)}>
          its archive
        </Link>
        .
      </p>
      <HistoryPanel id={id} kind="archive-expiry" />
    </div>
  )
}

type Step = ExpiryDetail['steps'][number]

function sumFiles(steps: readonly Step[]): { files: number; fileBytes: bigint } {
  return {
    files: steps.reduce((sum, { files }) => sum + files, 0),
    fileBytes: steps.reduce((sum, { fileBytes }) => sum + fileBytes, 0n),
  }
}

const columns: readonly DataColumn<Step>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 140, hideable: false }, (row) => row.partition),
  numberColumn('shard', 'Shard', 70, (row) => row.shard),
  countColumn('rows', 'Rows', 110, (row) => row.rows),
  numberColumn('files', 'Files deleted', 110, (row) => `${row.deletedFiles} of ${row.files}`),
  bytesColumn('size', 'Size', 90, (row) => row.fileBytes),
  timeColumn('deleted', 'Deleted', { minWidthPx: 110, none: '—' }, (row) => row.deletedAt),
]

function ExpiryActions({ expiry }: { expiry: ExpiryDetail }) {
  const send = useExpiryActions()
  if (!useRoleAllows('admin')) return null
  return (
    <RunActions
      run={expiry}
      send={send}
      cancel={{
        title: 'Cancel the deletion?',
        description:
          'Files that were deleted are gone. The rest is kept forever: the retention of the archive is removed.',
        confirmLabel: 'Cancel deletion',
      }}
      retry={expiry.status === 'failed' ? { label: 'Retry' } : null}
    />
  )
}
