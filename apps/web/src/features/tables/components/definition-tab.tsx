'use client'
import { CodeBlock, KeyValueList, Panel } from '@frostline/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { RouterOutputs } from '@/trpc/router-outputs.ts'

type TableDetail = RouterOutputs['tables']['get']

/** Each node's DDL, TTL, keys and table settings. */
export function DefinitionTab({ query }: { query: UseQueryResult<TableDetail, unknown> }) {
  const table = query.data?.data
  const state = panelFromQuery(query, { task: 'read the definition' })
  const or = (text: string | undefined) => (text ? <span className="font-mono text-xs">{text}</span> : 'none')
  const settings = Object.entries(table?.settings ?? {})
  return (
    <div className="grid gap-4 pt-4 lg:grid-cols-2">
      <Panel title="Keys and TTL" minHeightPx={240} {...state}>
        <KeyValueList
          items={[
            { key: 'Partition key', value: or(table?.partitionKey) },
            { key: 'Sorting key', value: or(table?.sortingKey) },
            { key: 'Primary key', value: or(table?.primaryKey) },
            { key: 'Sampling key', value: or(table?.samplingKey) },
            { key: 'TTL', value: or(table?.ttl) },
          ]}
        />
      </Panel>
      <Panel
        title="Settings"
        description="Set on the table. All others are server defaults."
        minHeightPx={240}
        {...state}
      >
        {settings.length > 0 ? (
          <KeyValueList items={settings.map(([key, value]) => ({ key, value, mono: true }))} />
        ) : (
          <p className="text-ink-3 text-sm">None.</p>
        )}
      </Panel>
      {table?.definitions.map(({ ddl, nodes }, index) => (
        <Panel
          key={ddl}
          className="lg:col-span-2"
          title={
            table.definitions.length > 1 ? `DDL, form ${index + 1} of ${table.definitions.length}` : 'DDL'
          }
          description={`On ${nodes.join(', ')}`}
          {...state}
        >
          <CodeBlock code={ddl} label="CREATE TABLE statement" />
        </Panel>
      ))}
    </div>
  )
}
