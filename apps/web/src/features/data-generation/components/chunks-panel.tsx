'use client'
import { Bytes, Count, type DataColumn, DataTable, formatCountOf, Panel } from '@frostline/ui'
import { errorColumn, stateColumn, tookColumn } from '@/features/run/run-columns.tsx'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import { panelFromInfinite } from '@/trpc/panel-from-query.ts'
import { chunkLooks, type GenerationChunk, type GenerationDetail } from '../generation.ts'
import { useGenerationChunks } from '../hooks/use-generation.ts'
import { ChunkDrawer } from './chunk-drawer.tsx'

/** The statement whose drawer is open; -1 for none. */
const params = { statement: integerParam(-1, 0) }

/** The ledger: what became of each statement. */
export function ChunksPanel({ generation }: { generation: GenerationDetail }) {
  const [{ statement }, setUrl] = useUrlState(params)
  const query = useGenerationChunks(generation.id)
  const rows = query.data?.pages.flatMap((page) => page.chunks) ?? []
  const total = query.data?.pages[0]?.total ?? 0
  return (
    <Panel
      title="Statements"
      description="Each statement writes its files on one node. Open one to see its text."
      flush
      minHeightPx={160}
      {...panelFromInfinite(query, { task: 'read the statements' })}
      footer={
        <span role="status">
          {`${generation.chunks.completed} of ${formatCountOf(total, 'statement')} written`}
          {generation.chunks.failed > 0 ? `, ${generation.chunks.failed} failed` : ''}
        </span>
      }
    >
      <DataTable
        label="Statements"
        columns={columnsOf((ordinal) => setUrl({ statement: ordinal }, { history: 'push' }))}
        rows={rows}
        getRowId={(row) => String(row.ordinal)}
        totalCount={total}
        maxHeightPx={420}
        {...moreRows(query)}
      />
      <ChunkDrawer
        generation={generation}
        ordinal={statement < 0 ? null : statement}
        onClose={() => setUrl({ statement: -1 }, { history: 'push' })}
      />
    </Panel>
  )
}

function columnsOf(onOpen: (ordinal: number) => void): readonly DataColumn<GenerationChunk>[] {
  return [
    {
      id: 'statement',
      header: 'Statement',
      minWidthPx: 120,
      grow: 0,
      hideable: false,
      cell: (row) => (
        <button type="button" className="text-accent-ink hover:underline" onClick={() => onOpen(row.ordinal)}>
          Statement {row.ordinal + 1}
        </button>
      ),
    },
    stateColumn((row) => chunkLooks[row.status]),
    {
      id: 'files',
      header: 'Files',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: (row) =>
        row.files === 1 ? row.firstFile : `${row.firstFile} – ${row.firstFile + row.files - 1}`,
    },
    {
      id: 'rows',
      header: 'Rows',
      align: 'end',
      minWidthPx: 110,
      grow: 0,
      cell: (row) => <Count value={row.writtenRows ?? row.rows} />,
    },
    {
      id: 'bytes',
      header: 'Bytes',
      align: 'end',
      minWidthPx: 90,
      grow: 0,
      cell: (row) => (row.writtenBytes === null ? '—' : <Bytes value={row.writtenBytes} />),
    },
    {
      id: 'attempts',
      header: 'Attempts',
      align: 'end',
      minWidthPx: 80,
      grow: 0,
      cell: (row) => row.attempts,
    },
    tookColumn((row) => [row.sentAt, row.finishedAt]),
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 160,
      cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName ?? '—'}</span>,
    },
    errorColumn(),
  ]
}
