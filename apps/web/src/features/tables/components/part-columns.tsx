import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  monoColumn,
  numberColumn,
  StatusPill,
  TierBadge,
  timeColumn,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type PartRow = RouterOutputs['tables']['parts']['data']['parts'][number]

/** `of`: the table. A part on object storage links to its objects. */
export function partColumnsOf(
  cluster: string,
  of: { database: string; table: string },
): readonly DataColumn<PartRow>[] {
  const name: DataColumn<PartRow> = column(
    'name',
    'Part',
    { minWidthPx: 180, grow: 2, hideable: false, sortValue: (row) => row.name },
    (row) =>
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
  )
  return [name, ...otherColumns]
}

const otherColumns: readonly DataColumn<PartRow>[] = [
  monoColumn('partition', 'Partition', { minWidthPx: 110, sorted: true }, (row) => row.partition),
  monoColumn('node', 'Node', 150, (row) => row.node),
  column('disk', 'Disk', 120, (row) => <TierBadge tier={row.tier}>{row.disk}</TierBadge>),
  column('active', 'State', { minWidthPx: 90, grow: 0 }, (row) => (
    <StatusPill tone={row.active ? 'ok' : 'neutral'}>{row.active ? 'active' : 'inactive'}</StatusPill>
  )),
  bytesColumn('bytes', 'Bytes', { minWidthPx: 90, sorted: true }, (row) => row.bytes),
  countColumn('rows', 'Rows', { minWidthPx: 90, sorted: true }, (row) => row.rows),
  numberColumn('level', 'Level', { minWidthPx: 70, sortValue: (row) => row.level }, (row) => row.level),
  timeColumn(
    'modified',
    'Changed',
    {
      minWidthPx: 110,
      description:
        'When the part was inserted, merged, mutated, or moved to another disk. ClickHouse keeps only the latest.',
      sorted: true,
    },
    (row) => row.modifiedAt,
  ),
  countColumn('files', 'Files', 70, (row) => row.files),
  column('hash', 'Hash', 130, (row) => (
    <span className="truncate font-mono text-2xs" title={row.hash}>
      {row.hash.slice(0, 12)}
    </span>
  )),
]
