'use client'
import {
  bytesColumn,
  countColumn,
  type DataColumn,
  DataTable,
  formatBytes,
  formatCountOf,
  monoColumn,
  Panel,
} from '@frostline/ui'
import Link from 'next/link'
import { linkColumn } from '@/features/status/link-column.tsx'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { PartInspection } from '../bucket-audit.ts'
import { type PartOfNode, usePartObjects } from './use-inspection.ts'

/** The objects of a part on one node, the largest first. */
export function PartPanel({ cluster, of }: { cluster: string; of: PartOfNode }) {
  const query = usePartObjects(cluster, of)
  const found = query.data?.data
  return (
    <Panel
      title="Objects of the part"
      description={
        <>
          <span className="font-mono">{of.part}</span> of{' '}
          <Link className="font-mono hover:underline" href={routes.table(cluster, of.database, of.table)}>
            {of.database}.{of.table}
          </Link>{' '}
          on <span className="font-mono">{of.node}</span>
        </>
      }
      flush
      minHeightPx={160}
      {...panelFromQuery(query, { task: 'find the objects of the part' })}
      footer={
        found ? (
          <span role="status">
            {formatCountOf(found.objects.length, 'object')}, {formatBytes(found.bytes)}
            {found.sharedBytes > 0n ? `, of which other parts share ${formatBytes(found.sharedBytes)}` : ''}
          </span>
        ) : undefined
      }
    >
      <DataTable
        label="Objects of the part"
        columns={columnsOf(cluster)}
        rows={found?.objects ?? []}
        getRowId={(row) => row.key}
        maxHeightPx={560}
      />
    </Panel>
  )
}

function columnsOf(cluster: string): readonly DataColumn<PartInspection['objects'][number]>[] {
  return [
    monoColumn('files', 'File', { minWidthPx: 190, hideable: false }, (row) => row.files.join(', ')),
    bytesColumn('size', 'Size', 90, (row) => row.sizeBytes),
    countColumn(
      'uses',
      'Files that need it',
      {
        minWidthPx: 136,
        description:
          'On this node, including frozen and detached parts. More than one means that the object is shared.',
      },
      (row) => row.uses,
    ),
    linkColumn('key', 'Key', 320, (row) => ({ href: routes.inspectObject(cluster, row.key), text: row.key })),
  ]
}
