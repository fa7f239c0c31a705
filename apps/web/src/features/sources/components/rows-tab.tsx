'use client'
import {
  type ObjectCompression,
  type ObjectFormat,
  objectCompressions,
  objectFormats,
} from '@frostline/domain'
import { EmptyState, Panel, Select } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { ObjectAt } from '../source.ts'
import { PreviewTable } from './preview-table.tsx'

/** The first rows, read by a node of the selected cluster. Format and compression follow the name until selected. */
export function RowsTab({ at }: { at: ObjectAt }) {
  const trpc = useTRPC()
  const clusters = useClusters()
  const [chosen, setChosen] = useState<string | null>(null)
  const [format, setFormat] = useState<ObjectFormat | null>(null)
  const [compression, setCompression] = useState<ObjectCompression | null>(null)
  const cluster = chosen ?? clusters.data?.[0]?.slug ?? null
  const query = useQuery(
    trpc.sources.previewRows.queryOptions(
      {
        ...at,
        cluster: cluster ?? '',
        ...(format === null ? {} : { format }),
        ...(compression === null ? {} : { compression }),
      },
      { enabled: cluster !== null, retry: false, refetchOnWindowFocus: false },
    ),
  )
  if (clusters.data?.length === 0)
    return (
      <EmptyState title="No clusters yet" className="py-12">
        ClickHouse reads the rows. The raw text needs no cluster.
      </EmptyState>
    )
  const read = query.data
  return (
    <div className="flex flex-col gap-3 pt-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          label="Format"
          size="sm"
          value={format ?? read?.format ?? null}
          placeholder="Format"
          options={objectFormats.map((value) => ({ value, label: value }))}
          onValueChange={setFormat}
        />
        <Select
          label="Compression"
          size="sm"
          value={compression ?? read?.compression ?? null}
          placeholder="Compression"
          options={objectCompressions.map((value) => ({ value, label: value }))}
          onValueChange={setCompression}
        />
        {(clusters.data?.length ?? 0) > 1 ? (
          <Select
            label="Read by"
            size="sm"
            value={cluster}
            options={(clusters.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }))}
            onValueChange={setChosen}
          />
        ) : null}
      </div>
      <Panel
        title="First rows"
        description={read ? `Read by ${read.node}` : undefined}
        flush
        minHeightPx={200}
        {...panelFromQuery(query, { task: 'read the rows' })}
        sql={
          read
            ? [
                {
                  name: 'preview_s3',
                  sql: read.sql,
                  node: read.node,
                  elapsedMs: read.elapsedMs,
                  rows: read.rows.length,
                },
              ]
            : undefined
        }
      >
        {read ? <PreviewTable columns={read.columns} rows={read.rows} /> : null}
      </Panel>
    </div>
  )
}
