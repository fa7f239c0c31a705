import { Count, type DataColumn, formatDuration, formatElapsed, RelativeTime } from '@frostline/ui'
import { type Look, look } from '@/features/status/look.ts'
import { LookPill } from '@/features/status/look-pill.tsx'
import { describeAway, describeSpread, expectedOf } from '../describe-start.ts'
import type { MeasuredStart } from '../hooks/use-start-up.ts'

const looks: Record<NonNullable<MeasuredStart['temperature']>, Look> = {
  cold: look('cold', 'cold', 'Files were read from the object store, by its GET count.'),
  warm: {
    ...{ tone: 'cache', word: 'warm', live: false },
    meaning: 'Cached disks were read from the cache, by its GET count.',
  },
  mixed: look('neutral', 'mixed', 'Partly read from the caches, by its GET count.'),
  none: look('neutral', 'local', 'No parts on object storage.'),
}

const none = <span className="text-ink-3">—</span>

export const startColumns: readonly DataColumn<MeasuredStart>[] = [
  {
    ...{ id: 'started', header: 'Started', minWidthPx: 96, grow: 0, hideable: false, sortDescFirst: true },
    sortValue: (row) => row.startedAt,
    cell: (row) => <RelativeTime at={row.startedAt} />,
  },
  {
    ...{ id: 'caches', header: 'Caches', minWidthPx: 96, grow: 0 },
    cell: ({ loading, temperature }) =>
      loading ? (
        <LookPill look={loadingLook} />
      ) : temperature ? (
        <LookPill look={looks[temperature]} />
      ) : (
        <span className="text-ink-3" title="Frostline saw the node too late after this start.">
          not known
        </span>
      ),
  },
  {
    ...{ id: 'load', header: 'Load time', align: 'end', minWidthPx: 100, grow: 0, sortDescFirst: true },
    description: 'From the first table to the last, by the server’s loader.',
    sortValue: (row) => row.loadMs,
    cell: ({ loadMs }) => (loadMs === null ? none : formatDuration(loadMs)),
  },
  {
    ...{ id: 'expected', header: 'Expected', align: 'end', minWidthPx: 176, grow: 0 },
    description: 'Predicted from earlier starts, for the same parts and cache state.',
    cell: (row) => {
      const expected = expectedOf(row)
      return expected ? (
        <span>
          {formatDuration(expected.ms)} <span className="text-ink-3">({describeSpread(expected)})</span>
        </span>
      ) : (
        none
      )
    },
  },
  {
    ...{ id: 'away', header: 'Downtime', align: 'end', minWidthPx: 124 },
    description: 'From the last response before the start to the first one after it, as seen by a worker.',
    cell: ({ away }) => describeAway(away),
  },
  {
    ...{ id: 'answered', header: 'First response after', align: 'end', minWidthPx: 120, grow: 0 },
    description: 'From the start of the process to its first response, at most.',
    cell: ({ answeredWithinMs }) => (answeredWithinMs === null ? none : formatDuration(answeredWithinMs)),
  },
  {
    ...{ id: 'parts', header: 'Parts loaded', align: 'end', minWidthPx: 120, grow: 0 },
    description: 'LoadedDataParts of the server.',
    sortValue: (row) => row.loadedParts,
    cell: ({ loadedParts }) => <Count value={loadedParts} />,
  },
  {
    ...{ id: 'store', header: 'On object storage', align: 'end', minWidthPx: 152, grow: 0 },
    sortValue: ({ parts }) => parts && parts.store + parts.cached,
    cell: ({ parts }) => (parts ? <Count value={parts.store + parts.cached} /> : none),
  },
  {
    ...{ id: 'gets', header: 'GETs', align: 'end', minWidthPx: 84, grow: 0 },
    description: 'By its disks, until loading finished.',
    sortValue: (row) => row.gets,
    cell: ({ gets }) => (gets === null ? none : <Count value={gets} />),
  },
  {
    ...{ id: 'get', header: 'Time per GET', align: 'end', minWidthPx: 96, grow: 0 },
    sortValue: (row) => row.getMs,
    cell: ({ getMs }) => (getMs === null ? none : formatElapsed(getMs)),
  },
  {
    ...{ id: 'slowest', header: 'Slowest table', minWidthPx: 200 },
    description: 'By the server’s loader. Several tables load in parallel.',
    cell: ({ slowTables: [slowest] }) =>
      slowest ? (
        <span className="truncate text-xs">
          <span className="font-mono">{slowest.name}</span>, {formatElapsed(slowest.ms)}
        </span>
      ) : (
        none
      ),
  },
  {
    ...{ id: 'version', header: 'Version', minWidthPx: 96, grow: 0, hiddenByDefault: true },
    cell: ({ version }) => version,
  },
]

const loadingLook: Look = {
  ...{ tone: 'accent', word: 'loading', live: true },
  meaning: 'Tables are still being loaded.',
}
