'use client'
import { isWritable } from '@frostline/domain'
import { formatCountOf, Input, Panel } from '@frostline/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { PreviewTable } from '@/features/sources/components/preview-table.tsx'
import { showText } from '@/features/sources/name-of-key.ts'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { LoadTarget } from '../load.ts'
import { mappingOf } from './draft.ts'
import type { StepProps } from './use-draft.ts'

/** An expression over the read columns for each table column; the engine checks them live. */
export function MappingPanel({ cluster, state, resolving, target }: StepProps & { target: LoadTarget }) {
  const { draft, change } = state
  const { mapping, columns, format, compression, sampleKey } = resolving
  const trpc = useTRPC()
  const sent = useDeferredValue(JSON.stringify(mapping))
  const entries = mappingOf(JSON.parse(sent) as Record<string, string>)
  const query = useQuery({
    ...trpc.loads.mapping.queryOptions({
      cluster,
      source: { id: draft.source, bucket: draft.bucket, key: sampleKey ?? '-' },
      read: { format: format ?? 'CSV', compression, text: draft.text, columns },
      target: { database: target.database, table: target.table },
      mapping: entries.length > 0 ? entries : [{ column: '-', expression: '-' }],
    }),
    enabled: entries.length > 0 && sampleKey !== null && columns.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const judged = new Map(query.data?.columns.map((column) => [column.column, column]))
  const listId = 'read-columns'
  return (
    <>
      <Panel
        title="Columns of the table"
        description="A source column or an expression for each column. Leave empty for the column default."
      >
        <datalist id={listId}>
          {columns.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <ul className="flex flex-col gap-2">
          {target.columns.filter(isWritable).map(({ name, type }) => {
            const found = judged.get(name)
            const misfits = found?.misfits ?? 0n
            return (
              <li
                key={name}
                className="grid items-start gap-x-4 gap-y-1 border-b pb-2 last:border-b-0 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_minmax(0,1fr)]"
              >
                <span className="min-w-0 text-sm">
                  <span className="block truncate font-medium">{showText(name)}</span>
                  <span className="block truncate font-mono text-ink-3 text-xs" title={type}>
                    {type}
                  </span>
                </span>
                <Input
                  mono
                  aria-label={`Expression for ${name}`}
                  list={listId}
                  spellCheck={false}
                  placeholder="its default"
                  value={mapping[name] ?? ''}
                  onValueChange={(expression) => change({ mapping: { ...mapping, [name]: expression } })}
                />
                <span className="min-w-0 text-xs">
                  {found ? (
                    <span className="block truncate font-mono text-ink-3">{found.readType}</span>
                  ) : null}
                  {misfits > 0n ? (
                    <span className="block break-words text-danger-ink">
                      {formatCountOf(misfits, 'value')} of the sample {misfits === 1n ? 'does' : 'do'} not
                      fit, such as “{showText(found?.example ?? '')}”
                    </span>
                  ) : null}
                </span>
              </li>
            )
          })}
        </ul>
      </Panel>
      {query.isEnabled ? (
        <Panel
          title="Rows as loaded"
          description={
            query.data
              ? `Converted by ${query.data.node}. Checked ${formatCountOf(query.data.sampledRows, 'row')} for values that do not fit.`
              : undefined
          }
          flush
          {...panelFromQuery(query, { task: 'convert the first rows' })}
          sql={query.data?.sql.map((each) => ({ ...each, node: query.data.node }))}
        >
          {query.data?.fault ? (
            <p role="alert" className="m-4 break-words text-danger-ink text-sm">
              Some of these rows cannot be loaded: {query.data.fault} Change a type or an expression. For text
              formats, the next step can also skip bad rows.
            </p>
          ) : null}
          {query.data && query.data.rows.length > 0 ? (
            <PreviewTable
              columns={query.data.columns.map(({ column, type }) => ({ name: column, type }))}
              rows={query.data.rows}
            />
          ) : null}
        </Panel>
      ) : null}
    </>
  )
}
