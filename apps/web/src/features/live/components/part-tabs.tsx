'use client'
import {
  bytesColumn,
  column,
  type DataColumn,
  DataTable,
  formatDuration,
  monoColumn,
  numberColumn,
  Panel,
  ProgressBar,
  TierBadge,
} from '@frostline/ui'
import { emptyUnlessAway } from '@/features/status/empty-unless-away.ts'
import { tableColumn } from '@/features/status/link-column.tsx'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { describeCut } from '../describe-live.ts'
import type { LiveData, LiveFetch, LiveMerge, LiveMove, useLive } from '../hooks/use-live.ts'
import { OwnRunLink } from './own-run-link.tsx'

interface TabProps {
  cluster: string
  query: ReturnType<typeof useLive>
}

interface Place {
  node: string
  database: string
  table: string
}

/** What merges, moves and fetches have in common. */
function commonColumns<Row extends Place & { part: string }>(cluster: string): DataColumn<Row>[] {
  return [
    tableColumn(cluster, { hideable: false }),
    monoColumn('part', 'Part', { minWidthPx: 160, sorted: true }, (row) => row.part),
    monoColumn('node', 'Node', { minWidthPx: 150, sorted: true }, (row) => row.node),
  ]
}

function diskColumn<Row extends { disk: string | null; tier: LiveMove['tier'] }>(
  header: string,
): DataColumn<Row> {
  return column('disk', header, { minWidthPx: 120, sortValue: (row) => row.disk }, (row) => (
    <TierBadge tier={row.tier}>{row.disk ?? undefined}</TierBadge>
  ))
}

function progressColumn<Row extends { progress: number; part: string }>(): DataColumn<Row> {
  return column('progress', 'Progress', { minWidthPx: 130, sortValue: (row) => row.progress }, (row) => (
    <ProgressBar label={`Progress of ${row.part}`} share={row.progress} showPercent />
  ))
}

function ageColumn<Row extends { elapsedSeconds: number }>(): DataColumn<Row> {
  return numberColumn('age', 'Age', { minWidthPx: 84, sortValue: (row) => row.elapsedSeconds }, (row) =>
    formatDuration(row.elapsedSeconds * 1_000),
  )
}

function bytesOf<Row extends { bytes: bigint }>(): DataColumn<Row> {
  return bytesColumn(
    'bytes',
    'Bytes',
    { minWidthPx: 96, description: 'Compressed, of the whole part.', sorted: true },
    (row) => row.bytes,
  )
}

function mergeColumns(cluster: string): readonly DataColumn<LiveMerge>[] {
  return [
    ...commonColumns<LiveMerge>(cluster),
    column('kind', 'Kind', { minWidthPx: 150, sortValue: (row) => kindOf(row) }, (row) => (
      <span className="truncate text-xs">{kindOf(row)}</span>
    )),
    diskColumn('Disk'),
    progressColumn(),
    bytesOf(),
    bytesColumn('memory', 'Memory', { minWidthPx: 90, sorted: true }, (row) => row.memoryBytes),
    ageColumn(),
  ]
}

function kindOf({ isMutation, kind, sourceParts }: LiveMerge): string {
  if (isMutation) return 'Mutation of a part'
  const name = kind === 'Regular' ? 'Merge' : kind
  return `${name} of ${sourceParts} ${sourceParts === 1n ? 'part' : 'parts'}`
}

function moveColumns(cluster: string): readonly DataColumn<LiveMove>[] {
  return [
    ...commonColumns<LiveMove>(cluster),
    diskColumn('To disk'),
    bytesOf(),
    ageColumn(),
    column('run', 'Sent by', { minWidthPx: 200 }, (row) =>
      row.run ? (
        <OwnRunLink run={row.run} />
      ) : (
        <span className="text-ink-3 text-xs" title="A TTL, a move factor, or a statement of another client.">
          Server or another client
        </span>
      ),
    ),
  ]
}

function fetchColumns(cluster: string): readonly DataColumn<LiveFetch>[] {
  return [
    ...commonColumns<LiveFetch>(cluster),
    monoColumn('source', 'From', { minWidthPx: 150, sorted: true }, (row) => row.source),
    diskColumn('To disk'),
    progressColumn(),
    bytesOf(),
    bytesColumn('read', 'Fetched', { minWidthPx: 96, sorted: true }, (row) => row.readBytes),
    ageColumn(),
  ]
}

interface PartsTabProps<Row extends Place & { part: string }> extends TabProps {
  title: string
  nouns: string
  about: string
  columns: readonly DataColumn<Row>[]
  work: { rows: readonly Row[]; cut: LiveData['merges']['cut'] } | undefined
}

function PartsTab<Row extends Place & { part: string }>(props: PartsTabProps<Row>) {
  const { query, title, nouns, about, columns, work } = props
  const rows = work?.rows ?? []
  return (
    <Panel
      title={title}
      flush
      minHeightPx={240}
      {...panelFromQuery(query, {
        task: `read the running ${nouns}`,
        empty: ({ data }) =>
          rows.length > 0
            ? null
            : emptyUnlessAway(data.coverage, { title: `No running ${nouns}`, children: about }),
      })}
      footer={describeCut(work?.cut ?? [], nouns)}
    >
      <DataTable
        label={title}
        columns={columns}
        rows={rows}
        getRowId={(row) => JSON.stringify([row.node, row.database, row.table, row.part])}
      />
    </Panel>
  )
}

export function MergesTab({ cluster, query }: TabProps) {
  return (
    <PartsTab
      {...{ cluster, query }}
      title="Merges"
      nouns="merges"
      about="Merges and mutations of parts appear here while they run."
      columns={mergeColumns(cluster)}
      work={query.data?.data.merges}
    />
  )
}

export function MovesTab({ cluster, query }: TabProps) {
  return (
    <PartsTab
      {...{ cluster, query }}
      title="Moves"
      nouns="moves"
      about="Parts that change their disk appear here, whether a TTL, a tier migration or another client moves them."
      columns={moveColumns(cluster)}
      work={query.data?.data.moves}
    />
  )
}

export function FetchesTab({ cluster, query }: TabProps) {
  return (
    <PartsTab
      {...{ cluster, query }}
      title="Fetches"
      nouns="fetches"
      about="Parts that a replica copies from another appear here. Tables that are not replicated have none."
      columns={fetchColumns(cluster)}
      work={query.data?.data.fetches}
    />
  )
}
