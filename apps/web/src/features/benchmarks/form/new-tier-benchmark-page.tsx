'use client'
import {
  benchTiers,
  centsPerMillionReads,
  listQueryTemplates,
  objectPricesOf,
  type PriceBook,
} from '@frostline/domain'
import {
  ChecksField,
  ErrorState,
  Field,
  NumberField,
  Panel,
  SelectField,
  SkeletonRows,
  TextField,
} from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { NeedsRole } from '@/auth/needs-role.tsx'
import { usePriceBook } from '@/features/costs/hooks/use-price-book.ts'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { PageHeader } from '@/features/shell/components/page-header.tsx'
import { TableSelect } from '@/features/tables/components/table-select.tsx'
import { tableOfAddress } from '@/features/tables/table-of-address.ts'
import { useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { useVisit } from '@/navigation/use-visit.ts'
import { useTRPC } from '@/trpc/context.ts'
import { placeholderFromQuery } from '@/trpc/panel-from-query.ts'
import { reportError } from '@/trpc/report-error.ts'
import { type BenchTableFacts, tierWords } from '../benchmark.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'
import { DataFields } from './data-fields.tsx'
import { StartBar } from './start-bar.tsx'
import { emptyTierDraft, suggest, type TierDraft, type TierForm, tierForm } from './tier-draft.ts'

/** The table of the link to this page. */
const params = { database: textParam(), table: textParam() }

export function NewTierBenchmarkPage({ cluster }: { cluster: string }) {
  const visit = useVisit()
  const [address] = useUrlState(params)
  const { database, table } = tableOfAddress(address)
  return (
    <NeedsRole needed="admin" title="Measure tiers" task="Tier benchmarks with your own SQL">
      <PageHeader
        title="Measure tiers"
        description="Runs one SELECT several times on local disks, on object storage and through a cache. Server counters verify where each run read from."
      />
      <NewTierBenchmark key={`${visit} ${database} ${table}`} cluster={cluster} from={{ database, table }} />
    </NeedsRole>
  )
}

interface NewTierBenchmarkProps {
  cluster: string
  from: Pick<TierDraft, 'database' | 'table'>
}

/** A table on a node; then what to copy of it, what to run and how often; then the start. */
function NewTierBenchmark({ cluster, from }: NewTierBenchmarkProps) {
  const nodes = useNodes(cluster)
  const names = (nodes.data?.data.byNode ?? []).map(({ name }) => name)
  const form = useForm(tierForm, () => ({ ...emptyTierDraft, ...from }), {
    known: ({ node }) => (node === '' ? { node: names[0] ?? '' } : {}),
  })
  const look = useTableLook(cluster, form.draft)
  const seen = look.data?.data
  /** Another table or node has other partitions and disks: their selection is reset. */
  const [suggestedOf, setSuggestedOf] = useState<typeof seen>()
  if (seen && seen !== suggestedOf) {
    setSuggestedOf(seen)
    form.change(suggest(seen))
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Table">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Table" hint="For a Distributed table, choose its local table.">
            <TableSelect
              cluster={cluster}
              value={form.draft.table === '' ? null : form.draft}
              onValueChange={form.change}
            />
          </Field>
          <SelectField
            {...form.field('node')}
            label="Node"
            hint="Runs the query. Its disks are measured."
            options={names}
            placeholder={placeholderFromQuery(nodes, 'the nodes')}
          />
        </div>
      </Panel>
      {look.error ? (
        <ErrorState
          error={reportError(look.error, 'read the table')}
          onRetry={() => void look.refetch()}
          retrying={look.isFetching}
          className="rounded-lg border bg-danger-soft"
        />
      ) : null}
      {look.isLoading ? (
        <Panel title="Data">
          <SkeletonRows />
        </Panel>
      ) : null}
      {seen ? (
        <>
          <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
            <Panel title="Data">
              <DataFields form={form} look={seen} />
            </Panel>
            <div className="flex min-w-0 flex-col gap-4">
              <Panel title="Query">
                <QueryFields form={form} columns={seen.columns} />
              </Panel>
              <Panel title="Runs">
                <RunFields form={form} cluster={cluster} look={seen} />
              </Panel>
            </div>
          </div>
          <Start cluster={cluster} form={form} look={seen} />
        </>
      ) : null}
    </div>
  )
}

function Start(bar: Omit<Parameters<typeof StartBar>[0], 'onStart'>) {
  const router = useRouter()
  const { startTiers } = useBenchmarkActions()
  return (
    <StartBar
      {...bar}
      onStart={async (spec) => {
        const { id } = await startTiers.mutateAsync({ cluster: bar.cluster, spec })
        router.push(routes.tierBenchmark(bar.cluster, id))
      }}
    />
  )
}

/** Read once for a table and a node: its data does not change while a form is filled in. */
function useTableLook(cluster: string, { node, database, table }: TierDraft) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.benchmarks.table.queryOptions({ cluster, node, database, table }),
    enabled: node !== '' && table !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
}

/** One SELECT, typed or taken from a template. */
function QueryFields({ form, columns }: { form: TierForm; columns: BenchTableFacts['columns'] }) {
  const templates = listQueryTemplates(columns)
  const chosen = templates.find(({ sql }) => sql === form.draft.query)
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Template"
        optional
        hint="Common query shapes for object storage."
        value={chosen?.title ?? null}
        options={templates.map(({ title }) => title)}
        onValueChange={(title) => {
          const found = templates.find((template) => template.title === title)
          if (found) form.change({ query: found.sql })
        }}
      />
      <TextField
        {...form.field('query')}
        mono
        rows={6}
        label="SELECT"
        hint="{table} is the table. Its full name also works. Rows are discarded on the server."
      />
    </div>
  )
}

/** Which tiers, how often, and the limits of a run. */
function RunFields({ cluster, form, look }: { cluster: string; form: TierForm; look: BenchTableFacts }) {
  const { data: prices } = usePriceBook(cluster)
  const cold = look.disks.find(({ name }) => name === form.draft.coldDisk)
  const cached = form.draft.data === 'in-place' || cold?.kind === 'cached'
  return (
    <div className="flex flex-col gap-4">
      <ChecksField
        {...form.field('tiers')}
        legend="Tiers"
        options={benchTiers.map((tier) => ({
          value: tier,
          label: tierWords[tier].label,
          description: tierWords[tier].meaning,
          disabled: tier.startsWith('cache-') && !cached,
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField {...form.field('runs')} label="Runs per tier" />
        <NumberField {...form.field('maxSeconds')} label="Max run time, seconds" />
        <NumberField
          {...form.field('threads')}
          optional
          label="Threads"
          hint="Leave empty for the server default."
        />
        <NumberField
          {...form.field('millionGets')}
          value={form.draft.millionGets ?? priceOfMillion(prices?.book, cold?.storage)}
          decimal
          label={`Price per million GETs, ${prices?.book.currency ?? 'price'}`}
          hint="For the cost of a run. The default is from the price book."
        />
      </div>
    </div>
  )
}

function priceOfMillion(book: PriceBook | undefined, storage: readonly string[] = []): string {
  return book ? (centsPerMillionReads(objectPricesOf(book, storage)) / 100).toFixed(2) : ''
}
