'use client'
import { Bytes, Count, type DataColumn, DataTable, Drawer } from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { moreRows } from '@/trpc/more-rows.ts'
import {
  type AuditDetail,
  type BucketPlace,
  holdingWords,
  nameOfTable,
  type TableInBucket,
} from '../bucket-audit.ts'
import { usePlaces } from '../hooks/use-audits.ts'

interface PlacesDrawerProps {
  audit: AuditDetail
  of: TableInBucket | null
  onClose: () => void
}

/** Part by part: objects and bytes of one table. */
export function PlacesDrawer({ audit, of, onClose }: PlacesDrawerProps) {
  const query = usePlaces(audit.id, of)
  const rows = query.data?.pages.flatMap((page) => page.places) ?? []
  return (
    <Drawer
      open={of !== null}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={of ? `${nameOfTable(of)} in the bucket` : 'Parts'}
      description="Parts on each node at the time of the audit."
    >
      {query.error ? <p role="alert">{query.error.message}</p> : null}
      <DataTable
        label="Parts in the bucket"
        columns={columnsOf(audit.clusterSlug, of)}
        rows={rows}
        getRowId={(row) => row.id}
        refreshing={query.isPending}
        maxHeightPx={640}
        {...moreRows(query)}
      />
    </Drawer>
  )
}

function columnsOf(cluster: string, of: TableInBucket | null): readonly DataColumn<BucketPlace>[] {
  return [
    {
      id: 'part',
      header: 'Part',
      minWidthPx: 160,
      hideable: false,
      cell: (row) =>
        of && of.table !== '' && isWhole(row) ? (
          <Link
            href={routes.inspectPart(cluster, {
              ...{ node: row.nodeName, database: of.database, table: of.table, part: row.part },
            })}
            className="truncate font-mono text-xs hover:underline"
            title={row.part}
          >
            {row.part}
          </Link>
        ) : (
          <span className="truncate font-mono text-xs" title={row.part}>
            {row.part === '' ? '—' : row.part}
          </span>
        ),
    },
    {
      id: 'what',
      header: 'What',
      minWidthPx: 110,
      cell: (row) => <span className="truncate">{holdingWords[row.holding].word}</span>,
    },
    {
      id: 'node',
      header: 'Node',
      minWidthPx: 160,
      cell: (row) => <span className="truncate font-mono text-xs">{row.nodeName}</span>,
    },
    {
      id: 'objects',
      header: 'Objects',
      align: 'end',
      minWidthPx: 84,
      grow: 0,
      cell: (row) => <Count value={row.objects} />,
    },
    {
      id: 'bytes',
      header: 'In the bucket',
      align: 'end',
      minWidthPx: 112,
      grow: 0,
      cell: (row) => <Bytes value={row.objectBytes} />,
    },
    {
      id: 'parts-say',
      header: 'system.parts says',
      align: 'end',
      minWidthPx: 140,
      grow: 0,
      cell: (row) => (row.partBytes === null ? '—' : <Bytes value={row.partBytes} />),
    },
  ]
}

/** A part that the server can be asked for by its name. */
function isWhole({ holding, part }: BucketPlace): boolean {
  return part !== '' && (holding === 'active' || holding === 'inactive' || holding === 'detached')
}
