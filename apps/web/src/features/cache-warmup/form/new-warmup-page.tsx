'use client'
import { Button, ChecksField, Field, formatBytes, Panel, RadioGroup } from '@frostline/ui'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { TableSelect } from '@/features/tables/components/table-select.tsx'
import { tableOfAddress } from '@/features/tables/table-of-address.ts'
import { FormFrame } from '@/form/form-frame.tsx'
import { useForm } from '@/form/use-form.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { type LookTarget, useWarmupTableFacts } from '../hooks/use-warmup-look.ts'
import type { WarmupTableFacts } from '../warmup.ts'
import { FitPanel } from './fit-panel.tsx'
import { HowFields } from './how-fields.tsx'
import { PartitionFields } from './partition-fields.tsx'
import { emptyWarmup, type WarmupForm, warmupForm } from './warmup-draft.ts'

/** The table of the link to this page. */
const params = { database: textParam(), table: textParam() }

export function NewWarmupPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [address] = useUrlState(params)
  const { database, table } = tableOfAddress(address)
  return (
    <NeedsRole needed="operator" title="Warm up" task="Warming up a cache">
      <PageHeader
        title="Warm up"
        description="Reads a table into the filesystem caches before queries need it. Nothing is read from the store until you start it."
      />
      <NewWarmup key={`${visit} ${database} ${table}`} cluster={cluster} from={{ database, table }} />
    </NeedsRole>
  )
}

/** Whether a shard has several replicas: each has a cache of its own. An unreachable one may be one of them. */
function hasReplicas(look: WarmupTableFacts | undefined): boolean {
  if (!look?.replicated) return false
  const nodes = new Map(look.rooms.map(({ node, shard }) => [node, shard]))
  return new Set(nodes.values()).size < nodes.size + look.coverage.missingNodes.length
}

interface NewWarmupProps {
  cluster: string
  from: { database: string; table: string }
}

/** A table; then what of it is cached; then what to read, with its fit; then the start. */
function NewWarmup({ cluster, from }: NewWarmupProps) {
  const [asked, setAsked] = useState<LookTarget | null>(null)
  const look = useWarmupTableFacts(cluster, asked)
  const lookAt = ({ database, table }: LookTarget | WarmupForm['draft']) =>
    asked?.table === table && asked.database === database ? look.data?.data : undefined
  const form = useForm(warmupForm, () => ({ ...emptyWarmup, ...from }), {
    known: (draft) => ({ nodes: [...new Set(lookAt(draft)?.rooms.map(({ node }) => node))] }),
  })
  const { database, table, columns } = form.draft
  const seen = lookAt(form.draft)
  const target = { database, table, columns: columns ? [...columns] : null }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FormFrame
        // What to preview is known before the rest is valid.
        form={{ ...form, value: table === '' || columns?.size === 0 ? null : target }}
        label="Warm up"
        onSubmit={() => {
          if (JSON.stringify(target) === JSON.stringify(asked)) void look.refetch()
          else setAsked(target)
        }}
      >
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
          <Panel title="Data">
            <TableFields form={form} cluster={cluster} columns={seen?.columns ?? []} />
          </Panel>
          <Panel title="Options">
            <HowFields form={form} away={seen?.coverage.missingNodes ?? []} hasReplicas={hasReplicas(seen)} />
          </Panel>
        </div>
        <Button type="submit" className="self-start" icon={<Eye aria-hidden />} busy={look.isFetching}>
          {seen ? 'Refresh' : 'Read the caches'}
        </Button>
      </FormFrame>
      {asked ? (
        <>
          {seen ? <PartitionFields form={form} look={seen} /> : null}
          <FitPanel
            {...{ cluster, query: look, look: seen, form }}
            outdated={JSON.stringify(asked.columns) !== JSON.stringify(target.columns)}
          />
        </>
      ) : null}
    </div>
  )
}

interface TableFieldsProps {
  form: WarmupForm
  cluster: string
  /** The table's columns, once loaded. */
  columns: WarmupTableFacts['columns']
}

/** The table, and which of its columns. */
function TableFields({ form, cluster, columns }: TableFieldsProps) {
  const { draft, change, faults } = form
  return (
    <div className="flex flex-col gap-5">
      <Field label="Table" hint="For a Distributed table, choose its local table." error={faults.table}>
        <TableSelect
          cluster={cluster}
          value={draft.table === '' ? null : draft}
          onValueChange={(found) => change({ ...found, columns: null, chosen: new Set(), replicas: 'all' })}
        />
      </Field>
      <RadioGroup
        label="Columns"
        value={draft.columns === null ? 'all' : 'chosen'}
        onValueChange={(kind) => change({ columns: kind === 'all' ? null : new Set() })}
        options={[
          {
            value: 'all',
            label: 'All',
            description: 'Data files. Indexes are small and loaded automatically.',
          },
          {
            value: 'chosen',
            label: 'Some of them',
            description:
              columns.length > 0
                ? 'The columns that your queries read. A compact part has one file for all columns.'
                : 'Read the caches first.',
            disabled: columns.length === 0,
          },
        ]}
      />
      {draft.columns === null ? null : (
        <ChecksField
          {...form.field('columns')}
          value={draft.columns}
          legend="Columns to read"
          className="max-h-64 overflow-y-auto rounded-md border p-3"
          options={columns.map(({ name, type, compressedBytes }) => ({
            value: name,
            label: (
              <>
                <span className="font-mono text-xs">{name}</span>{' '}
                <span className="text-ink-3 text-xs">
                  {type}
                  {compressedBytes > 0n ? `, ${formatBytes(compressedBytes)}` : ''}
                </span>
              </>
            ),
          }))}
        />
      )}
    </div>
  )
}
