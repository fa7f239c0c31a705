'use client'
import { Button, Panel } from '@frostline/ui'
import { Eye } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { focusFirstFault } from '@/features/account/focus-first-fault.ts'
import { type LookTarget, useWarmupLook } from '../hooks/use-warmup-look.ts'
import type { WarmupLook } from '../warmup.ts'
import { FitPanel } from './fit-panel.tsx'
import { HowFields } from './how-fields.tsx'
import { PartitionFields } from './partition-fields.tsx'
import { TableFields } from './table-fields.tsx'
import { emptyWarmupDraft, readWarmupDraft, type WarmupDraft, type WarmupFaults } from './warmup-draft.ts'

export interface FieldsProps {
  draft: WarmupDraft
  change: (patch: Partial<WarmupDraft>) => void
  faults: WarmupFaults
}

/** Whether a shard has several: each has a cache of its own. One that is away may be one of them. */
function hasReplicas(look: WarmupLook | undefined): boolean {
  if (!look?.replicated) return false
  const nodes = new Map(look.rooms.map(({ node, shard }) => [node, shard]))
  return new Set(nodes.values()).size < nodes.size + look.coverage.missingNodes.length
}

interface WarmupFormProps {
  cluster: string
  from: Pick<WarmupDraft, 'database' | 'table'>
}

/** A table; then a look at what of it is cached; then what is to be read, with its fit at once; then the start. */
export function WarmupForm({ cluster, from }: WarmupFormProps) {
  const [draft, setDraft] = useState<WarmupDraft>({ ...emptyWarmupDraft, ...from })
  const [tried, setTried] = useState(false)
  const [asked, setAsked] = useState<LookTarget | null>(null)
  const look = useWarmupLook(cluster, asked)
  const seen =
    asked && asked.table === draft.table && asked.database === draft.database ? look.data?.data : undefined
  const nodes = [...new Set(seen?.rooms.map(({ node }) => node))]
  const read = readWarmupDraft(draft, nodes)
  const fields: FieldsProps = {
    draft,
    change: (patch) => setDraft((present) => ({ ...present, ...patch })),
    faults: tried && read.kind === 'faulty' ? read.faults : {},
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    focusFirstFault(event.currentTarget)
    const { database, table, columns } = draft
    if (table === '' || columns?.size === 0) return
    const target = { database, table, columns: columns ? [...columns] : null }
    if (JSON.stringify(target) === JSON.stringify(asked)) void look.refetch()
    else setAsked(target)
  }
  const outdated =
    JSON.stringify(asked?.columns ?? null) !== JSON.stringify(draft.columns ? [...draft.columns] : null)
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <form
        method="post"
        noValidate
        aria-label="Warm up"
        onSubmit={submit}
        className="flex min-w-0 flex-col gap-4"
      >
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
          <Panel title="What">
            <TableFields {...fields} cluster={cluster} columns={seen?.columns ?? []} />
          </Panel>
          <Panel title="How">
            <HowFields
              {...fields}
              nodes={nodes}
              away={seen?.coverage.missingNodes ?? []}
              hasReplicas={hasReplicas(seen)}
            />
          </Panel>
        </div>
        <Button type="submit" className="self-start" icon={<Eye aria-hidden />} busy={look.isFetching}>
          {seen ? 'Look again' : 'Read the caches'}
        </Button>
      </form>
      {asked ? (
        <>
          {seen ? <PartitionFields {...fields} look={seen} /> : null}
          <FitPanel
            {...{ cluster, query: look, look: seen, read, draft, outdated }}
            onTried={() => setTried(true)}
          />
        </>
      ) : null}
    </div>
  )
}
