'use client'
import {
  Bytes,
  CodeBlock,
  Count,
  formatDuration,
  KeyValueList,
  Panel,
  ProgressBar,
  RelativeTime,
  Stat,
  StatRow,
} from '@frostline/ui'
import Link from 'next/link'
import { HistoryPanel } from '@/features/run/history-panel.tsx'
import { RunHeader } from '@/features/run/run-header.tsx'
import { PageWithoutData } from '@/features/shell/components/page-without-data.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromLedger } from '@/trpc/panel-from-query.ts'
import {
  type ArchiveDetail,
  allStates,
  archiveLook,
  isActive,
  shareOf,
  stageWords,
  sumOf,
} from '../archive.ts'
import { useArchive } from '../hooks/use-archives.ts'
import { ArchiveActions } from './archive-actions.tsx'
import { ArchiveStepsPanel } from './archive-steps-panel.tsx'
import { RestoresPanel } from './restores-panel.tsx'
import { ViewPanel } from './view-panel.tsx'

/** One archive: its stage and what it waits for, each partition with its proof, and its restores. */
export function ArchivePage({ id }: { id: string }) {
  const query = useArchive(id)
  const archive = query.data
  if (!archive) return <PageWithoutData title="Archive" task="read the archive" query={query} />
  const name = `${archive.database}.${archive.table}`
  return (
    <div className="flex flex-col gap-4">
      <RunHeader
        subject={name}
        title={
          <>
            Archive of <span className="font-mono">{name}</span>
          </>
        }
        look={archiveLook(archive)}
        run={archive}
        pausedBy={archive.pausedBy}
        {...(archive.approvedBy ? { more: `Detach approved by ${archive.approvedBy}.` } : {})}
        actions={<ArchiveActions archive={archive} />}
        onError={{
          title: 'The archive is stopped',
          hint: 'Nothing was dropped without its proof. Fix the cause and resume it, or attach the partitions again.',
        }}
      />
      <Panel title="Progress" {...panelFromLedger(query, { task: 'read the archive' })}>
        <Progress archive={archive} />
      </Panel>
      <ArchiveStepsPanel archive={archive} />
      <ViewPanel at={{ cluster: archive.clusterSlug, database: archive.database, table: archive.table }} />
      <RestoresPanel of={{ archiveId: id }} />
      <Panel title="Configuration">
        <KeyValueList items={factsOf(archive)} />
        <details className="mt-4">
          <summary className="cursor-pointer text-sm">Definition of the table</summary>
          <CodeBlock code={archive.ddl} language="sql" className="mt-2" />
        </details>
      </Panel>
      <HistoryPanel id={id} kind="archive" />
    </div>
  )
}

function Progress({ archive }: { archive: ArchiveDetail }) {
  const { status, stage } = archive
  const figures = [
    ['Partitions', sumOf(archive, allStates), 'in all shards'],
    ['Proved, in the table', sumOf(archive, ['proved', 'detaching']), 'not removed'],
    ['In quarantine', sumOf(archive, ['detached', 'dropping', 'attaching']), 'detached'],
    ['Archived', sumOf(archive, ['dropped']), 'in the bucket'],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      {isActive(archive) || status === 'paused' || status === 'failed' ? (
        <ProgressBar
          label={stageWords[stage]}
          share={shareOf(archive)}
          showPercent
          tone={status === 'failed' ? 'danger' : 'accent'}
        />
      ) : null}
      <p role="status" className="break-words text-sm">
        <StatusLine archive={archive} />
        {archive.waitReason ? ` ${archive.waitReason}` : ''}
      </p>
      <StatRow>
        {figures.map(([label, { partitions, rows }, note]) => (
          <Stat
            key={label}
            label={label}
            value={<Count value={partitions} />}
            note={
              <>
                <Count short value={rows} /> rows, {note}
              </>
            }
          />
        ))}
        <Stat
          label="Files"
          value={<Bytes value={archive.fileBytes} />}
          note={<>{archive.files.toLocaleString('en-US')} proved</>}
        />
      </StatRow>
    </div>
  )
}

function StatusLine({ archive }: { archive: ArchiveDetail }) {
  const { status, stage, dropAt } = archive
  if (status === 'waiting' && stage === 'exporting')
    return 'All files were read back from the bucket and are equal to their partitions. Approve to detach the partitions. Queries do not see their rows from then on.'
  if (status === 'waiting')
    return dropAt ? (
      <>
        The partitions are detached. They are dropped <RelativeTime at={dropAt} />. Until then they can be
        attached again.
      </>
    ) : (
      'The partitions are detached.'
    )
  if (status === 'queued') return 'Waiting for a worker.'
  if (status === 'completed') return 'The partitions are proved and dropped. Restore them from here.'
  if (status === 'cancelled')
    return 'The partitions are in the table. Files that were written stay in the bucket.'
  return `${stageWords[stage]}.`
}

function factsOf({
  clusterSlug,
  database,
  table,
  folder,
  sourceName,
  graceHours,
  ...archive
}: ArchiveDetail) {
  return [
    {
      key: 'table',
      label: 'Table',
      value: (
        <Link className="font-mono hover:underline" href={routes.table(clusterSlug, database, table)}>
          {database}.{table}
        </Link>
      ),
    },
    { key: 'source', label: 'Source', value: sourceName },
    { key: 'folder', label: 'Folder', value: folder, mono: true },
    { key: 'columns', label: 'Columns', value: archive.columns.length.toLocaleString('en-US') },
    {
      key: 'grace',
      label: 'Grace time',
      value: formatDuration(graceHours * 3_600_000),
      note: archive.detachedAt ? (
        <>
          Detached <RelativeTime at={archive.detachedAt} />.
        </>
      ) : undefined,
    },
  ]
}
