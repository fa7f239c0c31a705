'use client'
import { answerRemovalPlan } from '@frostline/domain'
import {
  Bytes,
  column,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  numberColumn,
  Panel,
} from '@frostline/ui'
import { PackageCheck } from 'lucide-react'
import { AnswerFirst } from '@/features/answer/answer-first.tsx'
import { PreviewFindings } from '@/features/run/preview-findings.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { objectsColumn } from '../../components/object-columns.tsx'
import type { useRemovalPreview } from '../hooks/use-removals.ts'
import { kindWords, type RemovalPreview } from '../removal.ts'

type Sum = RemovalPreview['sums'][number]

/** Exactly what would be taken, what is left alone and why, and what blocks it. */
export function PreviewPanel({ query }: { query: ReturnType<typeof useRemovalPreview> }) {
  const preview = query.data
  return (
    <div className="flex flex-col gap-4">
      {preview ? (
        <AnswerFirst
          answer={answerRemovalPlan({
            removed: sumWhere(preview.sums, (sum) => sum.reason === null && sum.kind !== 'upload'),
            kept: sumWhere(preview.sums, (sum) => sum.reason !== null && sum.kind !== 'upload'),
            obstacles: preview.obstacles.length,
            replicas: preview.replicas,
          })}
        />
      ) : null}
      <PreviewFindings
        found={preview}
        title="Removal is not possible now"
        hint="Until this is fixed, orphans cannot be told apart from objects in use."
      />
      <Panel
        title="Objects to remove"
        description="As found by the audit. All replicas were checked now for disks and backups that the audit does not cover."
        flush
        minHeightPx={120}
        {...panelFromQuery(query, {
          task: 'count the orphans',
          empty: (data) =>
            data.sums.length > 0
              ? null
              : {
                  icon: <PackageCheck />,
                  title: 'None',
                  children: 'The audit found nothing of this kind.',
                },
        })}
        footer={
          <span role="status">
            {preview
              ? `${formatCountOf(preview.objects, 'object')} of ${formatBytes(preview.bytes)} in total. ${formatCountOf(preview.replicas, 'replica')} are checked before each step.`
              : ''}
          </span>
        }
      >
        <DataTable
          label="Objects to remove"
          columns={columns}
          rows={preview?.sums ?? []}
          getRowId={(row) => `${row.kind} ${row.reason ?? ''}`}
        />
      </Panel>
    </div>
  )
}

function sumWhere(sums: readonly Sum[], fits: (sum: Sum) => boolean) {
  return sums
    .filter(fits)
    .reduce(
      (total, { objects, bytes }) => ({ objects: total.objects + objects, bytes: total.bytes + bytes }),
      {
        objects: 0n,
        bytes: 0n,
      },
    )
}

const columns: readonly DataColumn<Sum>[] = [
  column('kind', 'Kind', { minWidthPx: 210, hideable: false }, (row) => kindWords[row.kind]),
  column('what', 'Action', 220, (row) => (
    <span className="truncate" title={row.reason ?? undefined}>
      {row.reason === null ? 'removed' : `kept: ${row.reason}`}
    </span>
  )),
  objectsColumn(),
  numberColumn('bytes', 'Size', 90, (row) => (row.kind === 'upload' ? '—' : <Bytes value={row.bytes} />)),
]
