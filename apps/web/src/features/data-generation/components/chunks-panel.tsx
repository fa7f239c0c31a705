'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  formatCountOf,
  monoColumn,
  numberColumn,
} from '@frostline/ui'
import { durationColumn, errorColumn, stateColumn } from '@/features/run/run-columns.tsx'
import { PagedPanel } from '@/features/status/paged-panel.tsx'
import { integerParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { chunkLooks, type GenerationChunk, type GenerationDetail } from '../generation.ts'
import { useGenerationChunks } from '../hooks/use-generation.ts'
import { ChunkDrawer } from './chunk-drawer.tsx'

/** The statement whose drawer is open; -1 for none. */
const params = { statement: integerParam(-1, 0) }

/** The ledger: the result of each statement. */
export function ChunksPanel({ generation }: { generation: GenerationDetail }) {
  const [{ statement }, setUrl] = useUrlState(params)
  const query = useGenerationChunks(generation.id)
  return (
    <PagedPanel
      title="Statements"
      description="Each statement writes its files on one node. Open one to see its text."
      task="read the statements"
      label="Statements"
      query={query}
      rowsOf={(page) => page.chunks}
      columns={columnsOf((ordinal) => setUrl({ statement: ordinal }, { history: 'push' }))}
      footer={(total) =>
        `${generation.chunks.completed} of ${formatCountOf(total, 'statement')} written${generation.chunks.failed > 0 ? `, ${generation.chunks.failed} failed` : ''}`
      }
      maxHeightPx={420}
    >
      <ChunkDrawer
        generation={generation}
        ordinal={statement < 0 ? null : statement}
        onClose={() => setUrl({ statement: -1 }, { history: 'push' })}
      />
    </PagedPanel>
  )
}

function columnsOf(onOpen: (ordinal: number) => void): readonly DataColumn<GenerationChunk>[] {
  return [
    column('statement', 'Statement', { minWidthPx: 120, grow: 0, hideable: false }, (row) => (
      <button type="button" className="text-accent-ink hover:underline" onClick={() => onOpen(row.ordinal)}>
        Statement {row.ordinal + 1}
      </button>
    )),
    stateColumn((row) => chunkLooks[row.status]),
    numberColumn('files', 'Files', 110, (row) =>
      row.files === 1 ? row.firstFile : `${row.firstFile} – ${row.firstFile + row.files - 1}`,
    ),
    countColumn('rows', 'Rows', 110, (row) => row.writtenRows ?? row.rows),
    bytesColumn('bytes', 'Bytes', { minWidthPx: 90, none: '—' }, (row) => row.writtenBytes),
    numberColumn('attempts', 'Attempts', 80, (row) => row.attempts),
    durationColumn((row) => [row.sentAt, row.finishedAt]),
    monoColumn('node', 'Node', 160, (row) => row.nodeName ?? '—'),
    errorColumn(),
  ]
}
