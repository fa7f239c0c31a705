import { Bytes, Count, type DataColumn, RelativeTime, StatusPill, TierBadge } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type PartRow = RouterOutputs['tables']['parts']['data']['parts'][number]

/** `of`: the table. A part on object storage leads to its objects. */
export function partColumnsOf(
  cluster: string,
  of: { database: string; table: string },
): readonly DataColumn<PartRow>[] {
  const name: DataColumn<PartRow> = {
    id: 'name',
    header: 'Part',
    minWidthPx: 180,
    grow: 2,
    hideable: false,
    cell: (row) =>
      row.tier === 'cold' ? (
        <Link
          href={routes.inspectPart(cluster, { ...of, node: row.node, part: row.name })}
          className="truncate font-mono text-xs hover:underline"
          title={`The objects of ${row.name}`}
        >
          {row.name}
        </Link>
      ) : (
        <span className="truncate font-mono text-xs">{row.name}</span>
      ),
    sortValue: (row) => row.name,
  }
  return [name, ...otherColumns]
}

const otherColumns: readonly DataColumn<PartRow>[] = [
  {
    id: 'partition',
    header: 'Partition',
    minWidthPx: 110,
    cell: (row) => <span className="truncate font-mono text-xs">{row.partition}</span>,
    sortValue: (row) => row.partition,
  },
  {
    id: 'node',
    header: 'Node',
    minWidthPx: 150,
    cell: (row) => <span className="truncate font-mono text-xs">{row.node}</span>,
  },
  {
    id: 'disk',
    header: 'Disk',
    minWidthPx: 120,
    cell: (row) => <TierBadge tier={row.tier}>{row.disk}</TierBadge>,
  },
  {
    id: 'active',
    header: 'State',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => (
      <StatusPill tone={row.active ? 'ok' : 'neutral'}>{row.active ? 'active' : 'inactive'}</StatusPill>
    ),
  },
  {
    id: 'bytes',
    header: 'Bytes',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Bytes value={row.bytes} />,
    sortValue: (row) => row.bytes,
    sortDescFirst: true,
  },
  {
    id: 'rows',
    header: 'Rows',
    align: 'end',
    minWidthPx: 90,
    grow: 0,
    cell: (row) => <Count value={row.rows} />,
    sortValue: (row) => row.rows,
    sortDescFirst: true,
  },
  {
    id: 'level',
    header: 'Level',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => row.level,
    sortValue: (row) => row.level,
    sortDescFirst: true,
  },
  {
    id: 'modified',
    header: 'Changed',
    description:
      'When the part was inserted, merged, mutated, or moved to another disk. ClickHouse keeps only the latest.',
    align: 'end',
    minWidthPx: 110,
    grow: 0,
    cell: (row) => <RelativeTime at={row.modifiedAt} />,
    sortValue: (row) => row.modifiedAt,
    sortDescFirst: true,
  },
  {
    id: 'files',
    header: 'Files',
    align: 'end',
    minWidthPx: 70,
    grow: 0,
    cell: (row) => <Count value={row.files} />,
  },
  {
    id: 'hash',
    header: 'Hash',
    minWidthPx: 130,
    cell: (row) => (
      <span className="truncate font-mono text-2xs" title={row.hash}>
        {row.hash.slice(0, 12)}
      </span>
    ),
  },
]
