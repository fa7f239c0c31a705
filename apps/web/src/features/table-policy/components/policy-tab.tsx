'use client'
import { Panel } from '@frostline/ui'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { askAnew } from '@/trpc/answer-age.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { useTablePolicy } from '../hooks/use-table-policy.ts'
import { ChangePanel } from './change-panel.tsx'
import { PolicyByNode } from './policy-by-node.tsx'
import { PolicyChoices } from './policy-choices.tsx'

const params = { to: textParam() }

/** The policy of a table on each node, what it could change to, and the change itself. */
export function PolicyTab({ at }: { at: ClusterTable }) {
  const [{ to }, setUrl] = useUrlState(params)
  const query = useTablePolicy(at)
  const view = query.data?.data
  const panel = panelFromQuery(query, {
    task: `read the storage policy of ${at.database}.${at.table}`,
  })
  const half = view !== undefined && view.policy === null
  const choice = view?.choices.find(({ policy }) => policy === to)
  return (
    <div className="grid items-start gap-4 pt-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <Panel
          title={half ? 'Current policy: nodes differ' : 'Current policy'}
          flush
          minHeightPx={120}
          {...panel}
          className={half ? 'border-warn' : undefined}
        >
          {view ? <PolicyByNode view={view} /> : null}
        </Panel>
        <Panel
          title="Change to"
          description="A table can change only to a policy that has all its current volumes, with the same names and disks."
          minHeightPx={160}
          state={panel.state}
        >
          {view ? (
            <PolicyChoices choices={view.choices} value={to} onValueChange={(next) => setUrl({ to: next })} />
          ) : null}
        </Panel>
      </div>
      <ChangePanel at={at} view={view} choice={choice} onChanged={() => askAnew(query)} />
    </div>
  )
}
