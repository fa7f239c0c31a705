'use client'
import { answerArchive, nameStorageClass } from '@frostline/domain'
import {
  Bytes,
  CodeBlock,
  Count,
  formatCountOf,
  formatDuration,
  KeyValueList,
  Panel,
  ProgressBar,
  RelativeTime,
  ShareBar,
  Stat,
  StatRow,
} from '@frostline/ui'
import Link from 'next/link'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
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
import { RetentionPanel } from '../retention/retention-panel.tsx'
import { ArchiveActions } from './archive-actions.tsx'
import { ArchiveStepsPanel } from './archive-steps-panel.tsx'
import { CostFacts } from './cost-facts.tsx'
import { FilesPanel } from './files-panel.tsx'
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
        lead="Archive of"
        subject={name}
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
      {archive.files > 0 ? <FilesPanel archive={archive} /> : null}
      <RetentionPanel archive={archive} />
      <ViewPanel at={{ cluster: archive.clusterSlug, database: archive.database, table: archive.table }} />
      <RestoresPanel of={{ archiveId: id }} />
      {archive.cost ? (
        <Panel
          title="Cost"
          description="By the price book, for object storage. Reads are of all files, in place or for a restore."
        >
          <CostFacts cost={archive.cost} />
        </Panel>
      ) : null}
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
  const [total, proved, held, dropped] = figures.map(([, sum]) => sum)
  const inTable = sumOf(archive, ['planned', 'exporting', 'proved', 'detaching', 'attached', 'kept'])
  return (
    <div className="flex flex-col gap-4">
      <div role="status">
        {total && proved && held && dropped ? (
          <AnswerFirst inset answer={answerArchive({ ...archive, total, proved, held, dropped })}>
            <ShareBar
              label="Rows by place"
              shares={[
                { key: 'table', label: 'In the table', value: inTable.rows },
                { key: 'held', label: 'In quarantine', value: held.rows },
                { key: 'archive', label: 'In the archive alone', value: dropped.rows },
              ]}
              formatValue={(rows) => formatCountOf(rows, 'row')}
            />
          </AnswerFirst>
        ) : null}
      </div>
      {isActive(archive) || status === 'paused' || status === 'failed' ? (
        <ProgressBar
          label={stageWords[stage]}
          share={shareOf(archive)}
          showPercent
          tone={status === 'failed' ? 'danger' : 'accent'}
        />
      ) : null}
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
    { key: 'class', label: 'Storage class', value: nameStorageClass(archive.storageClass) },
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
