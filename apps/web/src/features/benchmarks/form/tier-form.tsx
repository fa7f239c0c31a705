'use client'
import { ErrorState, Field, Panel, Select } from '@frostline/ui'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useNodes } from '@/features/nodes/hooks/use-nodes.ts'
import { TableSelect } from '@/features/tables/components/table-select.tsx'
import { routes } from '@/navigation/routes.ts'
import { useTRPC } from '@/trpc/context.ts'
import { reportError } from '@/trpc/report-error.ts'
import { useBenchmarkActions } from '../hooks/use-benchmarks.ts'
import { DataFields } from './data-fields.tsx'
import { QueryFields } from './query-fields.tsx'
import { RunFields } from './run-fields.tsx'
import { StartBar } from './start-bar.tsx'
import { emptyTierDraft, readTierDraft, suggest, type TierDraft, type TierFaults } from './tier-draft.ts'

export interface TierFieldsProps {
  draft: TierDraft
  change: (patch: Partial<TierDraft>) => void
  faults: TierFaults
}

interface TierFormProps {
  cluster: string
  from: Pick<TierDraft, 'database' | 'table'>
}

/** A table on a node; then what to copy of it, what to run and how often; then the start. */
export function TierForm({ cluster, from }: TierFormProps) {
  const [draft, setDraft] = useState<TierDraft>({ ...emptyTierDraft, ...from })
  /** What the person has chosen by hand goes before what is suggested. */
  const [touched, setTouched] = useState(false)
  const [tried, setTried] = useState(false)
  const nodes = useNodes(cluster)
  const names = (nodes.data?.data.byNode ?? []).map(({ name }) => name)
  const node = draft.node === '' ? (names[0] ?? '') : draft.node
  const look = useTableLook(cluster, { ...draft, node })
  const seen = look.data?.data
  const shown = { ...draft, node, ...(seen && !touched ? suggest(seen) : {}) }
  const read = readTierDraft(shown)
  const fields: TierFieldsProps = {
    draft: shown,
    change: (patch) => {
      setTouched(true)
      setDraft({ ...shown, ...patch })
    },
    faults: tried && read.kind === 'faulty' ? read.faults : {},
  }
  /** Another table has other partitions and disks: what was chosen of those falls away. */
  const rechoose = (patch: Partial<TierDraft>) => {
    setTouched(false)
    setDraft({ ...shown, ...patch })
  }
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Table">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Table" hint="For a Distributed table, choose its local table.">
            <TableSelect
              cluster={cluster}
              value={draft.table === '' ? null : draft}
              onValueChange={(table) => rechoose(table)}
            />
          </Field>
          <Field label="Node" hint="Runs the query. Its disks are measured.">
            <Select
              value={node === '' ? null : node}
              options={names.map((name) => ({ value: name, label: name }))}
              onValueChange={(name) => rechoose({ node: name })}
              placeholder={nodes.data ? 'Choose…' : 'Reading the nodes…'}
            />
          </Field>
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
              <DataFields {...fields} look={seen} />
            </Panel>
            <div className="flex min-w-0 flex-col gap-4">
              <Panel title="Query">
                <QueryFields {...fields} columns={seen.columns} />
              </Panel>
              <Panel title="Runs">
                <RunFields {...fields} cluster={cluster} look={seen} />
              </Panel>
            </div>
          </div>
          <Start cluster={cluster} read={read} look={seen} tried={tried} onTried={() => setTried(true)} />
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
