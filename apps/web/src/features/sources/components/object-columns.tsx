import { Bytes, column, type DataColumn, numberColumn, RelativeTime } from '@frostline/ui'
import { FileText, Folder } from 'lucide-react'
import Link from 'next/link'
import { routes } from '@/navigation/routes.ts'
import { nameOfKey } from '../name-of-key.ts'
import type { StoredObject } from '../source.ts'

export type BrowserRow = { kind: 'folder'; key: string } | ({ kind: 'object' } & StoredObject)

interface Place {
  id: string
  bucket: string
  prefix: string
  /** Kept in the URL of an object that is opened from a search. */
  search: string
}

/** In the store's order: it pages by key, so no other order is possible. */
export function objectColumns({ id, bucket, prefix, search }: Place): readonly DataColumn<BrowserRow>[] {
  const linkTo = (row: BrowserRow) =>
    row.kind === 'folder'
      ? routes.browseSource(id, { bucket, prefix: row.key })
      : routes.browseSource(id, { bucket, prefix, search, object: row.key })
  return [
    column('name', 'Name', { minWidthPx: 220, grow: 3, hideable: false }, (row) => (
      <Link
        href={linkTo(row)}
        scroll={false}
        title={row.key}
        className="flex min-w-0 items-center gap-2 rounded-sm hover:underline"
      >
        {row.kind === 'folder' ? (
          <Folder aria-hidden className="size-4 shrink-0 text-accent" />
        ) : (
          <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
        )}
        <span className="truncate whitespace-pre font-mono text-xs">{nameOfKey(row.key, prefix)}</span>
      </Link>
    )),
    numberColumn('size', 'Size', 90, (row) =>
      row.kind === 'object' ? <Bytes value={row.sizeBytes} /> : null,
    ),
    numberColumn('changed', 'Changed', 110, (row) =>
      row.kind === 'object' ? <RelativeTime at={row.lastModified} /> : null,
    ),
    column('class', 'Storage class', { minWidthPx: 120, grow: 0 }, (row) =>
      row.kind === 'object' ? <span className="text-xs">{row.storageClass}</span> : null,
    ),
    column('etag', 'ETag', 180, (row) =>
      row.kind === 'object' ? (
        <span className="truncate font-mono text-xs" title={row.etag}>
          {row.etag}
        </span>
      ) : null,
    ),
  ]
}
