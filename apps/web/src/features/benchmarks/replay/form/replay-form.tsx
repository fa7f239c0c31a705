'use client'
import { Button, ErrorState, Panel } from '@frostline/ui'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { reportError } from '@/trpc/report-error.ts'
import { FilterFields } from './filter-fields.tsx'
import { LookedQueriesPanel } from './looked-queries-panel.tsx'
import { PaceFields } from './pace-fields.tsx'
import {
  emptyReplayDraft,
  movesDatabase,
  type ReplayDraft,
  type ReplayFaults,
  readFilter,
  readPlan,
} from './replay-draft.ts'
import { StartReplay } from './start-replay.tsx'
import { TargetFields } from './target-fields.tsx'
import { type LookQuestion, useReplayLook } from './use-replay-look.ts'

export interface ReplayFieldsProps {
  draft: ReplayDraft
  change: (patch: Partial<ReplayDraft>) => void
  faults: ReplayFaults
}

/** Which queries, and a look at them; then where and how; then the start of exactly those that were seen. */
export function ReplayForm({ cluster, hash }: { cluster: string; hash: string }) {
  const [draft, setDraft] = useState(() => emptyReplayDraft(cluster, hash))
  const [asked, setAsked] = useState<LookQuestion | null>(null)
  const [faults, setFaults] = useState<ReplayFaults>({})
  const look = useReplayLook(asked)
  const change = (patch: Partial<ReplayDraft>) => setDraft((now) => ({ ...now, ...patch }))
  const { allowOutside, keepSettings } = draft
  const fields: ReplayFieldsProps = { draft, change, faults }
  /** Another database among the targets changes which queries can be run. */
  const outdated = asked !== null && asked.movesDatabase !== movesDatabase(draft)
  const lookNow = () => {
    const read = readFilter(draft, new Date())
    setFaults(read.kind === 'faulty' ? read.faults : {})
    if (read.kind === 'complete')
      setAsked({
        cluster,
        filter: read.value,
        rules: { allowOutside, keepSettings },
        movesDatabase: movesDatabase(draft),
      })
  }
  const seen = outdated ? undefined : look.data
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Panel title="Queries" description="Successful SELECT queries by users, from the log of this cluster.">
        {/* What is changed here is looked for anew: nobody starts what they have not seen. */}
        <FilterFields
          {...fields}
          change={(patch) => {
            setAsked(null)
            change(patch)
          }}
        />
        <Button
          className="mt-4 w-fit"
          variant={seen ? undefined : 'primary'}
          icon={<Search aria-hidden />}
          busy={look.isFetching}
          onClick={lookNow}
        >
          {outdated ? 'Look again' : 'Find queries'}
        </Button>
      </Panel>
      {look.error ? (
        <ErrorState
          error={reportError(look.error, 'find queries')}
          className="rounded-lg border bg-danger-soft"
        />
      ) : null}
      {seen ? <LookedQueriesPanel look={seen} /> : null}
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-2">
        <Panel title="Where" description="One target, or two to compare.">
          <TargetFields {...fields} cluster={cluster} />
        </Panel>
        <Panel title="How">
          <PaceFields {...fields} />
        </Panel>
      </div>
      {asked && seen ? (
        <StartReplay
          cluster={cluster}
          asked={asked}
          look={seen.data}
          plan={readPlan(draft, seen.data.runnable)}
          onFaults={setFaults}
        />
      ) : (
        <p className="text-ink-3 text-sm">Find queries first. Only queries that you have seen are run.</p>
      )}
    </div>
  )
}
