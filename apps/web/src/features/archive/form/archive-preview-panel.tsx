'use client'
import {
  type ArchiveRetention,
  type ArchiveStorageClass,
  answerArchivePlan,
  describeRetention,
  expiryOf,
  storageClassFacts,
} from '@frostline/domain'
import {
  Button,
  Bytes,
  bytesColumn,
  ConfirmDialog,
  Count,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  monoColumn,
  numberColumn,
  Panel,
  SelectField,
  ShareBar,
  Stat,
  StatRow,
  timeColumn,
} from '@frostline/ui'
import { Archive } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { ExpectedApproval } from '@/features/approvals/expected-approval.tsx'
import { PreviewFindings } from '@/features/run/preview-findings.tsx'
import { look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { ArchiveInput, ArchivePreview } from '../archive.ts'
import { CostFacts } from '../components/cost-facts.tsx'
import { useArchiveActions, useArchivePreview } from '../hooks/use-archives.ts'
import { type Keep, keeps, retentionOfKeep } from '../retention/retention-draft.ts'
import { classOptions, type Grace, graces } from './archive-draft.ts'

interface PreviewProps {
  input: ArchiveInput
  /** The form has changed since. */
  outdated: boolean
}

/** Exactly which partitions, rows, bytes, files and types, and what blocks it. */
export function ArchivePreviewPanel({ input, outdated }: PreviewProps) {
  const query = useArchivePreview(input)
  const preview = query.data
  return (
    <div className="flex flex-col gap-4">
      <PreviewFindings
        found={preview}
        title="These partitions cannot be archived now"
        hint="Fix this, then preview again."
      />
      <Panel
        title="Preview"
        description={preview ? `Files go below ${preview.folder}. Nothing was written.` : undefined}
        flush
        minHeightPx={200}
        {...panelFromQuery(query, { task: 'preview the archive' })}
        footer={
          preview ? (
            <StartBar input={input} preview={preview} outdated={outdated || query.isFetching} />
          ) : undefined
        }
      >
        {preview ? (
          <>
            <div className="flex flex-col gap-4 p-4">
              <AnswerFirst
                inset
                answer={answerArchivePlan({
                  ...preview,
                  ...{ partitions: preview.steps.length, obstacles: preview.obstacles.length },
                })}
              >
                <ShareBar label="Bytes by partition" shares={sharesOf(preview)} formatValue={formatBytes} />
              </AnswerFirst>
              <StatRow>
                <Stat
                  label="Partitions"
                  value={<Count value={preview.steps.length} />}
                  note="of all shards"
                />
                <Stat
                  label="Rows"
                  value={<Count value={preview.rows} />}
                  note="leave the table after approval"
                />
                <Stat label="On disk" value={<Bytes value={preview.bytes} />} note="freed by the drop" />
                <Stat
                  label="Files"
                  value={<Count value={preview.files} />}
                  note={`${preview.format}, zstd`}
                />
              </StatRow>
              {preview.steps.length > 0 ? <CostFacts cost={preview.cost} /> : null}
            </div>
            <DataTable
              label="Partitions to archive"
              columns={columns}
              rows={preview.steps}
              getRowId={({ shard, partitionId }) => `${shard} ${partitionId}`}
              maxHeightPx={360}
            />
          </>
        ) : null}
      </Panel>
      {preview && preview.remarks.length > 0 ? (
        <Panel
          title="Types"
          description={`${preview.columns} columns are archived. These need a remark, all others come back as they are.`}
          flush
        >
          <DataTable
            label="Types with remarks"
            columns={remarkColumns}
            rows={preview.remarks}
            getRowId={({ column: name, text }) => `${name} ${text}`}
            maxHeightPx={280}
          />
        </Panel>
      ) : null}
    </div>
  )
}

/** The bytes of each partition in all shards, the largest first. */
function sharesOf({ steps }: ArchivePreview) {
  const sums = new Map<string, bigint>()
  for (const { partition, bytes } of steps) sums.set(partition, (sums.get(partition) ?? 0n) + bytes)
  return [...sums]
    .toSorted(([, a], [, b]) => Number(b - a))
    .map(([label, value]) => ({ key: label, label, value }))
}

type Step = ArchivePreview['steps'][number]
const columns: readonly DataColumn<Step>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 140, hideable: false }, (row) => row.partition),
  numberColumn('shard', 'Shard', 70, (row) => row.shard),
  column('node', 'Written by', 150, (row) => <span className="truncate">{row.node}</span>),
  countColumn('parts', 'Parts', 80, (row) => row.parts),
  countColumn('rows', 'Rows', 110, (row) => row.rows),
  bytesColumn('bytes', 'On disk', 100, (row) => row.bytes),
  countColumn('files', 'Files', 80, (row) => row.files),
  timeColumn('newest', 'Newest row', { minWidthPx: 110, none: '—' }, (row) => row.newest),
]

type Remark = ArchivePreview['remarks'][number]
const outcomeLooks = {
  refused: look('danger', 'refused', 'A table with this column cannot be archived.'),
  remark: look('neutral', 'remark', 'Comes back equal.'),
}
const remarkColumns: readonly DataColumn<Remark>[] = [
  monoColumn('column', 'Column', { minWidthPx: 140, hideable: false }, (row) => row.column),
  monoColumn('type', 'Type', 180, (row) => row.type),
  column('outcome', 'Outcome', { minWidthPx: 100, grow: 0 }, (row) => (
    <LookPill look={outcomeLooks[row.outcome]} />
  )),
  column('text', 'Remark', { minWidthPx: 280, grow: 2 }, (row) => (
    <span className="truncate text-xs" title={row.text}>
      {row.text}
    </span>
  )),
]

function explainClass(storageClass: ArchiveStorageClass): string {
  const { label, minDays, retrievalHours } = storageClassFacts[storageClass]
  if (minDays === 0) return ''
  const away = retrievalHours
    ? ' After the drop they cannot be queried in place, and a restore waits for hours until the store has retrieved them.'
    : ''
  return ` They are stored in ${label}, which bills at least ${minDays} days.${away}`
}

/** Which rows vanish, and when at the earliest. */
function explainKeep(
  retention: ArchiveRetention | null,
  { rows, files, observedAt }: ArchivePreview,
  graceHours: number,
): string {
  if (retention === null) return 'The files are kept forever.'
  const setMs = observedAt.getTime()
  const at = new Date(expiryOf(retention, { droppedMs: setMs + graceHours * 3_600_000, setMs }))
  return `${formatCountOf(files, 'file')} with ${formatCountOf(rows, 'row')} are deleted from the bucket ${describeRetention(retention)} after the drop, not before ${at.toISOString().slice(0, 10)}.`
}

function StartBar({ input, preview, outdated }: PreviewProps & { preview: ArchivePreview }) {
  const router = useRouter()
  const { start } = useArchiveActions()
  const [grace, setGrace] = useState<Grace>('168')
  const [keep, setKeep] = useState<Keep>('for-ever')
  const retention = retentionOfKeep(keep)
  const [storageClass, setStorageClass] = useState<ArchiveStorageClass>('STANDARD')
  const blocked = preview.obstacles.length > 0
  const label = graces.find(({ value }) => value === grace)?.label
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SelectField
        label="Grace time before the drop"
        className="w-56"
        value={grace}
        options={graces}
        onValueChange={(value) => setGrace(value)}
      />
      <SelectField
        label="Storage class"
        className="w-56"
        value={storageClass}
        options={classOptions}
        onValueChange={(value) => setStorageClass(value)}
      />
      <SelectField
        label="Delete the files"
        className="w-44"
        value={keep}
        options={keeps}
        onValueChange={(value) => setKeep(value)}
      />
      <ConfirmDialog
        title={`Archive ${formatCountOf(preview.rows, 'row')} in ${formatCountOf(preview.steps.length, 'partition')}?`}
        description={`${formatCountOf(preview.files, 'file')} of about ${formatBytes(preview.bytes)} are written and proved. Nothing leaves the table before you approve it. After that the partitions are detached for ${label}, then dropped. ${explainKeep(retention, preview, Number(grace))}${explainClass(storageClass)}`}
        confirmLabel="Write and prove"
        cancelLabel="Cancel"
        onConfirm={async () => {
          const { id } = await start.mutateAsync({
            ...input,
            ...{ graceHours: Number(grace), retention, storageClass },
            expectedRows: String(preview.rows),
            expectedPartitions: preview.steps.length,
          })
          router.push(routes.archive(input.cluster, id))
        }}
        trigger={
          <Button variant="primary" icon={<Archive aria-hidden />} disabled={blocked || outdated}>
            Start archive
          </Button>
        }
      >
        <ExpectedApproval
          {...{ cluster: input.cluster, bytes: preview.bytes }}
          kind="archive"
          table={{ database: input.database, table: input.table }}
        />
      </ConfirmDialog>
      {outdated && !blocked ? (
        <span className="text-ink-3 text-xs">Preview again: the form has changed.</span>
      ) : null}
    </div>
  )
}
