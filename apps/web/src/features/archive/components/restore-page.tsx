'use client'
import { answerRestore } from '@frostline/domain'
import {
  column,
  countColumn,
  type DataColumn,
  monoColumn,
  numberColumn,
  RelativeTime,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import { useRoleAllows } from '@/auth/use-person.ts'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunActions } from '@/features/run/run-actions.tsx'
import { errorColumn } from '@/features/run/run-columns.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import { type RestoreDetail, restoreLooks } from '../archive.ts'
import { useRestore, useRestoreActions } from '../hooks/use-archives.ts'
import { KeptPanel } from '../removal/kept-panel.tsx'
import { PartitionShares, PartitionsPanel } from './partitions-panel.tsx'

/** One restore: its loads, and the comparison of each partition with its manifest. */
export function RestorePage({ id }: { id: string }) {
  const query = useRestore(id)
  const restore = query.data
  if (!restore) return <PageWithoutData title="Restore" task="read the restore" query={query} />
  const name = `${restore.database}.${restore.table}`
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        lead="Restore into"
        subject={name}
        look={restoreLooks[restore.status]}
        run={restore}
        pausedBy={restore.pausedBy}
        actions={<RestoreActions restore={restore} />}
        onError={{
          title: 'The restore is stopped',
          hint: 'A retry continues its loads, each row exactly once, and compares again. The archive is unchanged.',
        }}
      />
      <PartitionsPanel
        description="Loaded on the shard that they came from. A checksum is of the restored rows, equal to the manifest."
        panel={panelFromLedger(query, { task: 'read the restore' })}
        label="Restored partitions"
        columns={columnsOf(restore.clusterSlug)}
        steps={restore.steps}
      >
        <AnswerFirst inset answer={answerRestore({ ...restore, table: name })}>
          <PartitionShares
            shares={[
              {
                label: 'Equal to the archive',
                count: restore.provedPartitions - restore.removedPartitions,
              },
              { label: 'Removed again', count: restore.removedPartitions },
              { label: 'Not loaded yet', count: restore.partitions - restore.provedPartitions },
            ]}
          />
        </AnswerFirst>
      </PartitionsPanel>
      {restore.provedAt ? <KeptPanel restore={restore} /> : null}
      {restore.retrievalTier ? (
        <p className="text-sm">
          {restore.retrievedAt ? (
            <>
              Files were retrieved from their storage class <RelativeTime at={restore.retrievedAt} />.
            </>
          ) : (
            'Loads begin when the store has retrieved all files from their storage class.'
          )}
        </p>
      ) : null}
      {restore.volume === null ? null : (
        <p className="text-sm">
          {restore.moveId === null ? (
            restore.movedAt === null ? (
              `After the comparison the partitions are moved to volume ${restore.volume}.`
            ) : (
              `The partitions are on volume ${restore.volume}.`
            )
          ) : (
            <>
              <Link className="underline" href={routes.migration(restore.clusterSlug, restore.moveId)}>
                A tier migration
              </Link>{' '}
              {restore.movedAt === null ? 'moves' : 'moved'} the partitions to volume {restore.volume}.
            </>
          )}
        </p>
      )}
      <p className="text-sm">
        From{' '}
        <Link className="underline" href={routes.archive(restore.clusterSlug, restore.archiveId)}>
          its archive
        </Link>
        .
      </p>
      <HistoryPanel id={id} kind="archive-restore" />
    </div>
  )
}

type Step = RestoreDetail['steps'][number]

function columnsOf(cluster: string): readonly DataColumn<Step>[] {
  return [
    monoColumn('partition', 'Partition', { minWidthPx: 140, hideable: false }, (row) => row.partition),
    numberColumn('shard', 'Shard', 70, (row) => row.shard),
    column('node', 'Node', 150, (row) => <span className="truncate">{row.node}</span>),
    countColumn('rows', 'Rows', 110, (row) => row.rows),
    column('load', 'Load', 110, (row) =>
      row.loadId === null ? (
        '—'
      ) : (
        <Link href={routes.load(cluster, row.loadId)} className="hover:underline">
          {row.loadStatus ?? 'removed'}
        </Link>
      ),
    ),
    monoColumn('checksum', 'Checksum', 180, (row) => row.checksum),
    timeColumn('proved', 'Compared', { minWidthPx: 110, none: '—' }, (row) => row.provedAt),
    timeColumn('removed', 'Removed', { minWidthPx: 110, none: '—' }, (row) => row.removedAt),
    errorColumn(),
  ]
}

function RestoreActions({ restore }: { restore: RestoreDetail }) {
  const { cancel, retry } = useRestoreActions()
  if (!useRoleAllows('admin')) return null
  return (
    <RunActions
      run={restore}
      send={{ cancel, retry }}
      cancel={{
        title: 'Cancel the restore?',
        description:
          'Its loads are cancelled too. Rows that have arrived stay in the table. A retry continues from there.',
        confirmLabel: 'Cancel restore',
      }}
      retry={{ label: 'Retry' }}
    />
  )
}
