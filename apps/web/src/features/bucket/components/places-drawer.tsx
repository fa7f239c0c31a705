'use client'
import {
  bytesColumn,
  column,
  countColumn,
  type DataColumn,
  DataTable,
  Drawer,
  monoColumn,
} from '@frostline/ui'
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
    column('part', 'Part', { minWidthPx: 160, hideable: false }, (row) =>
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
    ),
    column('what', 'What', 110, (row) => <span className="truncate">{holdingWords[row.holding].word}</span>),
    monoColumn('node', 'Node', 160, (row) => row.nodeName),
    countColumn('objects', 'Objects', 84, (row) => row.objects),
    bytesColumn('bytes', 'In the bucket', 112, (row) => row.objectBytes),
    bytesColumn('parts-say', 'system.parts says', { minWidthPx: 140, none: '—' }, (row) => row.partBytes),
  ]
}

/** A part that the server can be queried for by name. */
function isWhole({ holding, part }: BucketPlace): boolean {
  return part !== '' && (holding === 'active' || holding === 'inactive' || holding === 'detached')
}
