'use client'
import { type LoadTable, loadTable } from '@frostline/domain'
import {
  Button,
  Checkbox,
  CodeBlock,
  ConfirmDialog,
  formatCountOf,
  KeyValueList,
  Panel,
  RadioGroup,
  SelectField,
  showToast,
  TextField,
} from '@frostline/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClusters } from '@/features/shell/hooks/use-clusters.ts'
import { bind } from '@/form/use-form.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { showFailure } from '@/trpc/show-failure.ts'
import type { LoadTablePlan } from '../load.ts'
import { type Draft, proposeWanted } from './draft.ts'
import type { StepProps } from './use-draft.ts'

const serverDefault = '(default)'

/** A table for the read columns: its statements first, then created on every node. */
export function NewTablePanel({ cluster, state, resolving, databases }: StepProps & { databases: string[] }) {
  const { draft, change } = state
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const clusters = useClusters()
  const own = clusters.data?.find(({ slug }) => slug === cluster)
  const storage = useQuery(trpc.storage.policies.queryOptions({ cluster }))
  const proposed = resolving.inspection.data?.proposed
  const [name, setName] = useState({ database: draft.database || (databases[0] ?? ''), table: draft.table })
  const [edited, setEdited] = useState(draft.wanted)
  const wanted = edited ?? (proposed ? proposeWanted(proposed, own?.clusterName ?? null) : null)
  const parsed = loadTable.safeParse({ ...name, ...wanted })
  const complete = parsed.success ? parsed.data : null
  const request = { cluster, wanted: complete ?? placeholder }
  const plan = useQuery({
    ...trpc.loads.previewTable.queryOptions(request),
    enabled: complete !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const create = useMutation(
    trpc.loads.createTable.mutationOptions({
      onSuccess: async (report) => {
        const failed = report.nodes.filter(({ state }) => state === 'failed')
        if (failed.length > 0) {
          showToast({
            tone: 'error',
            title: `${formatCountOf(failed.length, 'node')} did not get the table`,
            description: failed.map(({ node, message }) => `${node}: ${message}`).join(' '),
          })
          return
        }
        await queryClient.invalidateQueries(trpc.tables.list.queryFilter())
        await queryClient.invalidateQueries(trpc.loads.target.queryFilter())
        change({ ...name, wanted, mapping: null, strategy: null, node: null })
      },
      onError: (error: unknown) => showFailure(error, 'create the table'),
    }),
  )
  const created = draft.table !== '' && draft.table === name.table && draft.database === name.database
  const present = useQuery({
    ...trpc.loads.tableState.queryOptions(request),
    enabled: created && complete !== null,
    // A node that was down gets the table later, or not: only refetching tells.
    refetchInterval: ({ state: { data } }) => (data?.complete ? false : 5_000),
    retry: false,
  })
  if (!wanted) return null
  const set = (patch: Partial<typeof wanted>) => setEdited({ ...wanted, ...patch })
  const form = bind({ draft: wanted, change: set })
  const policies = storage.data?.data.policies.map((policy) => policy.name) ?? []
  const nodes = new Set(plan.data?.statements.map(({ node }) => node)).size
  const target = describeTarget(plan.data?.way, nodes, plan.data?.statements[0]?.node ?? '')
  const lacking = created ? (present.data?.nodes ?? []).filter(({ state }) => state !== 'done') : []
  const statements = plan.data?.statements.filter(({ node }) => node === plan.data.statements[0]?.node) ?? []
  return (
    <Panel title="New table" description="Nothing is created until you confirm.">
      <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <SelectField
          label="Database"
          value={name.database}
          options={databases}
          onValueChange={(database) => setName({ ...name, database })}
        />
        <TextField
          mono
          label="Table name"
          hint={wanted.cluster === null ? undefined : 'Rows are stored in <name>_local.'}
          value={name.table}
          onValueChange={(table) => setName({ ...name, table: table.trim() })}
        />
        <SelectField {...form.field('engine')} label="Engine" options={loadTable.shape.engine.options} />
        <TextField {...form.field('orderBy')} mono label="ORDER BY" />
        <TextField {...form.field('partitionBy')} mono optional label="PARTITION BY" />
        <TextField {...form.field('ttl')} mono optional label="TTL" hint="TTL rules, without the word TTL." />
        <SelectField
          label="Storage policy"
          value={wanted.storagePolicy || serverDefault}
          options={[serverDefault, ...policies]}
          onValueChange={(value) => set({ storagePolicy: value === serverDefault ? '' : value })}
        />
        {wanted.cluster === null ? null : (
          <TextField
            {...form.field('shardingKey')}
            mono
            label="Sharding key"
            hint="Decides the shard of a row, for later inserts and re-sharded loads."
          />
        )}
      </div>
      {own?.clusterName ? (
        <Checkbox
          className="mt-4"
          checked={wanted.cluster !== null}
          onCheckedChange={(over) => set({ cluster: over ? (own.clusterName ?? null) : null })}
        >
          Add a Distributed table over the cluster {own.clusterName}
        </Checkbox>
      ) : null}
      {plan.data ? <ReplicationFields plan={plan.data} wanted={wanted} set={set} /> : null}
      <h3 className="mt-5 mb-2 font-medium text-sm">Columns</h3>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {wanted.columns.map((column, index) => (
          <li key={column.name}>
            <TextField
              mono
              label={column.name}
              value={column.type}
              onValueChange={(type) => set({ columns: wanted.columns.with(index, { ...column, type }) })}
            />
          </li>
        ))}
      </ul>
      {complete === null ? (
        <p className="mt-4 text-ink-3 text-sm">Enter a table name to see the statements.</p>
      ) : (
        <div className="mt-5 flex flex-col gap-3">
          <PlanFaults faults={plan.data?.faults ?? []} error={plan.error} />
          {statements.map(({ sql }, index) => (
            <CodeBlock key={sql} code={sql} label={`Statement ${index + 1} that creates a table`} wrap />
          ))}
          <div className="flex flex-wrap items-center gap-3">
            <ConfirmDialog
              title={`Create ${name.database}.${name.table} ${target}?`}
              description={`Runs ${formatCountOf(statements.length, 'statement')} as shown, ${target}. An existing table with this name does not change.`}
              confirmLabel="Create table"
              cancelLabel="Cancel"
              onConfirm={async () =>
                void (await create.mutateAsync({ ...request, uuid: plan.data?.uuid ?? undefined }))
              }
              trigger={
                <Button
                  variant="primary"
                  disabled={statements.length === 0 || plan.isPlaceholderData}
                  busy={create.isPending}
                >
                  Create table
                </Button>
              }
            />
            {created ? (
              <span role="status" className="text-ok-ink text-sm">
                {name.database}.{name.table} exists{lacking.length > 0 ? ', but not on all nodes' : ''}.
              </span>
            ) : null}
          </div>
          {lacking.map(({ node, message }) => (
            <p key={node} className="break-words text-sm text-warn-ink">
              {message}
            </p>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** Never sent: the query is disabled before the table is complete. */
const placeholder: LoadTable = {
  database: '-',
  table: '-',
  columns: [{ name: '-', type: 'String' }],
  engine: 'MergeTree',
  orderBy: '',
  partitionBy: '',
  ttl: '',
  storagePolicy: '',
  cluster: null,
  shardingKey: '',
  sentBy: 'each-node',
}

function describeTarget(way: LoadTablePlan['way'] | undefined, nodes: number, first: string): string {
  if (way === 'on-cluster') return `on every host of the cluster, through ${first}`
  if (way === 'database') return `on every replica of the database, through ${first}`
  return `on ${formatCountOf(nodes, 'node')}`
}

const wayLabels = { 'each-node': 'Node by node', 'on-cluster': 'ON CLUSTER' } as const

/** Whether replicas keep the same rows, their Keeper path, and how the statements reach the nodes. */
function ReplicationFields(props: {
  plan: LoadTablePlan
  wanted: NonNullable<Draft['wanted']>
  set: (patch: Partial<NonNullable<Draft['wanted']>>) => void
}) {
  const { plan, wanted, set } = props
  const { replication, replicated, replicas, way, ways, away } = plan
  if (!replication.possible && !replicated)
    return <p className="mt-4 text-ink-3 text-sm">{replication.reason}</p>
  return (
    <div className="mt-4 flex flex-col gap-4">
      <div>
        <Checkbox checked={replicated} onCheckedChange={(next) => set({ replicated: next })}>
          Replicated
        </Checkbox>
        <p className="mt-1 text-ink-3 text-sm">{replication.reason}</p>
      </div>
      {way === 'database' ? (
        <p className="text-ink-2 text-sm">{ways[0]?.reason}</p>
      ) : (
        <RadioGroup
          label="Created"
          {...bind({ draft: wanted, change: set }).field('sentBy')}
          options={ways.flatMap(({ way: each, possible, reason }) =>
            each === 'database'
              ? []
              : [{ value: each, label: wayLabels[each], description: reason, disabled: !possible }],
          )}
        />
      )}
      {replicas.length > 0 ? (
        <KeyValueList
          items={replicas.map(({ node, path, replica }) => ({
            key: node,
            label: node,
            value: path,
            mono: true,
            note: `replica ${replica}`,
          }))}
        />
      ) : null}
      {away.length > 0 ? (
        <p className="text-sm text-warn-ink">{away.join(', ')}: no response, so it could not be checked.</p>
      ) : null}
    </div>
  )
}

function PlanFaults({ faults, error }: { faults: readonly string[]; error: unknown }) {
  const report = error ? reportError(error, 'write the statements') : null
  const texts = report ? [[report.title, report.object, report.hint].filter(Boolean).join(' ')] : faults
  return texts.map((text) => (
    <p key={text} role="alert" className="break-words text-danger-ink text-sm">
      {text}
    </p>
  ))
}
