'use client'
import { ErrorState, Field, Panel, SelectField } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { TableSelect } from '@/features/tables/components/table-select.tsx'
import { useForm } from '@/form/use-form.ts'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'
import { DataFields } from './data-fields.tsx'
import { QueryFields } from './query-fields.tsx'
import { RunFields } from './run-fields.tsx'
import { StartBar } from './start-bar.tsx'
import { emptyTierDraft, suggest, type TierDraft, tierForm } from './tier-draft.ts'

interface TierFormProps {
  cluster: string
  from: Pick<TierDraft, 'database' | 'table'>
}

/** A table on a node; then what to copy of it, what to run and how often; then the start. */
export function TierForm({ cluster, from }: TierFormProps) {
  const nodes = useNodes(cluster)
  const names = (nodes.data?.data.byNode ?? []).map(({ name }) => name)
  const form = useForm(tierForm, () => ({ ...emptyTierDraft, ...from }), {
    known: ({ node }) => (node === '' ? { node: names[0] ?? '' } : {}),
  })
  const look = useTableLook(cluster, form.draft)
  const seen = look.data?.data
  /** Another table or node has other partitions and disks: what was chosen of those falls away. */
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
            placeholder={nodes.data ? 'Choose…' : 'Reading the nodes…'}
          />
        </div>
      </Panel>
      {look.error ? (
        <ErrorState
          error={reportError(look.error, 'read the table')}
          className="rounded-lg border bg-danger-soft"
        />
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

function Start({ cluster, ...bar }: Omit<Parameters<typeof StartBar>[0], 'onStart'> & { cluster: string }) {
  const router = useRouter()
  const { startTiers } = useBenchmarkActions()
  return (
    <StartBar
      {...bar}
      onStart={async (spec) => {
        const { id } = await startTiers.mutateAsync({ cluster, spec })
        router.push(routes.tierBenchmark(cluster, id))
      }}
    />
  )
}

/** Read once for a table and a node: what lies there does not change while a form is filled in. */
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
