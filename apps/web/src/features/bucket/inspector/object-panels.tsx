'use client'
import {
  Bytes,
  bytesColumn,
  CopyButton,
  column,
  type DataColumn,
  DataTable,
  formatCountOf,
  KeyValueList,
  monoColumn,
  Panel,
  RelativeTime,
} from '@frostline/ui'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type ObjectInspection, stateWords } from '../bucket-audit.ts'
import { useObject } from './use-inspection.ts'

type File = ObjectInspection['files'][number]
type Event = ObjectInspection['history'][number]

/** The store's facts, who needs it, and its history. */
export function ObjectPanels({ cluster, objectKey }: { cluster: string; objectKey: string }) {
  const query = useObject(cluster, objectKey)
  const found = query.data?.data
  return (
    <>
      <Panel title="Object" minHeightPx={120} {...panelFromQuery(query, { task: 'find the object' })}>
        {found ? <KeyValueList items={factsOf(found)} /> : null}
      </Panel>
      {found ? (
        <>
          <Panel
            title="Files"
            description="Files that need the object, on all nodes. A shared object has several."
            flush
            footer={<span role="status">{formatCountOf(found.files.length, 'file')} of the cluster</span>}
          >
            <DataTable
              label="Files"
              columns={fileColumns(cluster)}
              rows={found.files}
              getRowId={(row) => `${row.node} ${row.localPath}`}
              maxHeightPx={360}
            />
          </Panel>
          <Panel
            title="History"
            description="From system.blob_storage_log, on nodes that have it. It also shows the origin of an orphan."
            flush
          >
            <DataTable
              label="History"
              columns={eventColumns}
              rows={found.history}
              getRowId={(row) => `${row.node} ${row.at.getTime()} ${row.event}`}
              maxHeightPx={360}
            />
          </Panel>
        </>
      ) : null}
    </>
  )
}

function factsOf({ key, stored, files, coverage }: ObjectInspection) {
  const needed =
    files.length > 0
      ? `by ${formatCountOf(files.length, 'file')}`
      : coverage.complete
        ? 'by no node of the cluster'
        : `unknown: ${coverage.missingNodes.join(', ')} did not respond`
  return [
    {
      key: 'key',
      label: 'Key',
      mono: true,
      value: (
        <span className="flex items-center gap-2">
          <span className="min-w-0 break-all">{key}</span>
          <CopyButton text={key} label="Copy key" />
        </span>
      ),
    },
    {
      key: 'stored',
      label: 'In the store',
      value: stored
        ? `${stored.bucket} through ${stored.sourceName}`
        : 'not in a bucket of the saved sources',
    },
    { key: 'size', label: 'Size', value: stored ? <Bytes value={stored.sizeBytes} /> : '—' },
    { key: 'age', label: 'Changed', value: stored ? <RelativeTime at={stored.modifiedAt} /> : '—' },
    {
      key: 'needed',
      label: 'Needed',
      value: needed,
      note:
        files.length === 0
          ? 'An audit reads all clusters twice before it reports an object as an orphan.'
          : undefined,
    },
  ]
}

function fileColumns(cluster: string): readonly DataColumn<File>[] {
  return [
    column('table', 'Table', { minWidthPx: 160, hideable: false }, (row) =>
      row.table === '' ? (
        '—'
      ) : (
        <Link
          href={routes.table(cluster, row.database, row.table)}
          className="truncate font-mono text-xs hover:underline"
        >
          {row.database}.{row.table}
        </Link>
      ),
    ),
    column('part', 'Part', 150, (row) =>
      row.table !== '' && (row.state === 'part' || row.state === 'detached') ? (
        <Link
          href={routes.inspectPart(cluster, {
            ...{ node: row.node, database: row.database, table: row.table, part: row.part },
          })}
          className="truncate font-mono text-xs hover:underline"
        >
          {row.part}
        </Link>
      ) : (
        <span className="truncate font-mono text-xs">{row.part || '—'}</span>
      ),
    ),
    column('file', 'File', 130, (row) => (
      <span className="truncate font-mono text-xs" title={row.localPath}>
        {row.file}
      </span>
    )),
    column('state', 'Part state', 110, (row) => stateWords[row.state]),
    monoColumn('node', 'Node', 160, (row) => row.node),
    monoColumn('disk', 'Disk', 90, (row) => row.disk),
    bytesColumn('size', 'Size', 90, (row) => row.sizeBytes),
  ]
}

const eventColumns: readonly DataColumn<Event>[] = [
  column('event', 'Event', { minWidthPx: 130, hideable: false }, (row) => row.event),
  column('at', 'When', { minWidthPx: 110, grow: 0 }, (row) => <RelativeTime at={row.at} />),
  monoColumn('node', 'Node', 160, (row) => row.node),
  monoColumn('path', 'File at that time', 260, (row) => row.localPath),
  column('query', 'query_id', 150, (row) => (
    <span className="truncate font-mono text-xs" title={row.queryId}>
      {row.queryId || '—'}
    </span>
  )),
]
