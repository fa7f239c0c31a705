'use client'
import { KeyValueList, Panel, RadioGroup, SelectField } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/trpc/context.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import type { LoadTarget } from '../load.ts'
import { MappingPanel } from './mapping-panel.tsx'
import { NewTablePanel } from './new-table-panel.tsx'
import type { StepProps } from './use-draft.ts'

/** The target table, and which column gets what. */
export function TargetStep(props: StepProps) {
  const { cluster, state, resolving } = props
  const { draft, change } = state
  const trpc = useTRPC()
  const tables = useQuery(trpc.tables.list.queryOptions({ cluster, limit: 1_000 }))
  const loadable = (tables.data?.data.tables ?? []).filter(
    ({ family }) => family === 'merge-tree' || family === 'distributed',
  )
  const { target } = resolving
  return (
    <>
      <Panel title="Target" {...panelFromQuery(tables, { task: 'read the tables' })}>
        <RadioGroup
          label="Into"
          value={draft.into}
          onValueChange={(into) => change({ into, database: '', table: '', mapping: null, wanted: null })}
          options={[
            { value: 'new', label: 'New table', description: 'Created for the source columns.' },
            {
              value: 'existing',
              label: 'Existing table',
              description: 'MergeTree, or Distributed over MergeTree.',
            },
          ]}
        />
        {draft.into === 'existing' ? (
          <SelectField
            className="mt-4 max-w-96"
            label="Table"
            value={draft.table === '' ? null : JSON.stringify([draft.database, draft.table])}
            options={loadable.map(({ database, table, engine }) => ({
              value: JSON.stringify([database, table]),
              label: `${database}.${table}`,
              description: engine,
            }))}
            onValueChange={(value) => {
              const [database = '', table = ''] = JSON.parse(value) as string[]
              change({ database, table, mapping: null, strategy: null, node: null })
            }}
          />
        ) : null}
      </Panel>
      {draft.into === 'new' ? (
        <NewTablePanel
          {...props}
          databases={[...new Set((tables.data?.data.tables ?? []).map(({ database }) => database))]}
        />
      ) : null}
      {target.isEnabled && (draft.into === 'existing' || target.data) ? (
        <Panel
          title="Target nodes"
          {...panelFromQuery(target, { task: `read ${draft.database}.${draft.table}` })}
        >
          {target.data ? <KeyValueList items={factsOf(target.data)} /> : null}
        </Panel>
      ) : null}
      {target.data ? <MappingPanel {...props} target={target.data} /> : null}
    </>
  )
}

function factsOf(target: LoadTarget) {
  const { landing, distributed, replicas } = target
  return [
    {
      key: 'engine',
      label: 'Engine',
      value:
        distributed === null
          ? landing.engine
          : `Distributed over ${distributed.cluster}, by ${distributed.shardingKey === '' ? 'no key' : distributed.shardingKey}`,
      mono: true,
    },
    {
      key: 'landing',
      label: 'Rows are stored in',
      value: `${landing.database}.${landing.table}`,
      mono: true,
      note: `${landing.engine}, on ${replicas.map(({ name }) => name).join(', ')}`,
    },
    ...(target.missingNodes.length === 0
      ? []
      : [{ key: 'missing', label: 'Not seen on', value: target.missingNodes.join(', '), mono: true }]),
    { key: 'order', label: 'ORDER BY', value: landing.sortingKey || 'nothing', mono: true },
    { key: 'partition', label: 'PARTITION BY', value: landing.partitionKey || 'nothing', mono: true },
    { key: 'policy', label: 'Storage policy', value: landing.storagePolicy, mono: true },
    ...(landing.ttl === '' ? [] : [{ key: 'ttl', label: 'TTL', value: landing.ttl, mono: true }]),
  ]
}
