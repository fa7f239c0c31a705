'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  ErrorState,
  monoColumn,
  numberColumn,
  SkeletonRows,
} from '@frostline/ui'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { useTRPC, useTRPCClient } from '@/trpc/context.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useOffsetPages } from '@/trpc/use-offset-pages.ts'
import type { ExplainedPart, Finding } from '../explanation.ts'
import { DueTime } from './due-time.tsx'

/** The parts of a finding, each with what was found about it. */
export function FindingParts({ at, finding, late }: { at: ClusterTable; finding: Finding; late: boolean }) {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const { node, partitionId, reason } = finding
  const input = { ...at, node, partitionId, reason, late, limit: 200 }
  const query = useOffsetPages({
    queryKey: trpc.moveExplain.parts.queryKey(input),
    readPage: (offset, signal) => client.moveExplain.parts.query({ ...input, offset }, { signal }),
    measure: ({ data }) => ({ rows: data.parts.length, total: data.total }),
  })
  const total = query.data?.pages[0]?.data.total
  return (
    <section aria-label="Parts of the finding" className="flex min-w-0 flex-col gap-2">
      <h3 className="font-medium text-sm">Parts</h3>
      {query.data ? (
        <DataTable
          label="Parts of the finding"
          className="rounded-md border"
          columns={columns}
          rows={query.data.pages.flatMap(({ data }) => data.parts)}
          getRowId={(row) => row.name}
          totalCount={total}
          {...moreRows(query)}
          maxHeightPx={260}
          empty={<p className="p-4 text-ink-3 text-sm">The parts have changed.</p>}
        />
      ) : query.error ? (
        <ErrorState error={reportError(query.error, 'read the parts')} onRetry={() => refetchFresh(query)} />
      ) : (
        <SkeletonRows count={2} />
      )}
    </section>
  )
}

const columns: readonly DataColumn<ExplainedPart>[] = [
  column('name', 'Part', { minWidthPx: 150, hideable: false }, (row) => (
    <span className="truncate font-mono text-xs" title={row.text}>
      {row.name}
    </span>
  )),
  monoColumn('disk', 'Disk', 90, (row) => row.disk),
  numberColumn('due', 'Due', 120, (row) => <DueTime dueAt={row.dueAt} estimatedAt={row.estimatedDueAt} />),
  bytesColumn('bytes', 'Bytes', 84, (row) => row.bytes),
]
