'use client'
import { printTableName } from '@frostline/domain'
import { Badge, Bytes, Panel, RadioGroup } from '@frostline/ui'
import { ManagedNotice } from '@/features/desired-state/managed.tsx'
import type { ClusterTable } from '@/features/tables/table-of-address.ts'
import { textParam } from '@/navigation/url-params.ts'
import { useUrlState } from '@/navigation/use-url-state.ts'
import { refetchFresh } from '@/trpc/answer-age.ts'
import { panelFromQuery } from '@/trpc/panel-from-query.ts'
import { type PolicyChoice, type TablePolicy, useTablePolicy } from '../hooks/use-table-policy.ts'
import { ChangePanel } from './change-panel.tsx'

const rank = { finish: 0, allowed: 1, refused: 2, current: 3 }

interface Props {
  choices: readonly PolicyChoice[]
  value: string
  onValueChange: (policy: string) => void
}

/** Acceptable policies first; for the rest, what is missing. Those can be selected too, to read the details. */
function PolicyChoices({ choices, value, onValueChange }: Props) {
  const sorted = choices
    .filter(({ verdict }) => verdict !== 'current')
    .toSorted((a, b) => rank[a.verdict] - rank[b.verdict])
  if (sorted.length === 0)
    return (
      <p className="text-ink-2 text-sm">The nodes have no other policy. Design one on the Storage page.</p>
    )
  return (
    <RadioGroup
      label="Policy"
      value={sorted.some(({ policy }) => policy === value) ? value : null}
      onValueChange={onValueChange}
      options={sorted.map((choice) => ({
        value: choice.policy,
        label: (
          <span className="inline-flex flex-wrap items-center gap-2">
            <span className="font-mono">{choice.policy}</span>
            {choice.verdict === 'refused' ? <Badge tone="danger">not possible</Badge> : null}
            {choice.verdict === 'finish' ? <Badge tone="warn">partly applied</Badge> : null}
          </span>
        ),
        description: describe(choice),
      }))}
    />
  )
}

function describe({ verdict, checks, volumes }: PolicyChoice): string {
  const blocking = checks.find(({ outcome }) => outcome === 'blocking')
  if (verdict === 'refused' && blocking) return blocking.text
  const gain = checks.find(({ id }) => id === 'gains')
  return [gain?.text, `Volumes: ${volumes.join(' → ')}.`].filter(Boolean).join(' ')
}

const params = { to: textParam() }

/** The policy of a table on each node, the possible policies, and the change itself. */
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
        <ManagedNotice kinds={['tables']} cluster={at.cluster} name={printTableName(at)} />
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
      <ChangePanel at={at} view={view} choice={choice} onChanged={() => refetchFresh(query)} />
    </div>
  )
}

/** One line per node: its policy, and the table's bytes on each volume. */
function PolicyByNode({ view }: { view: TablePolicy }) {
  return (
    <>
      {view.policy === null ? (
        <p className="border-b bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          A change was applied to some nodes only. Choose the policy for all nodes and finish the change.
        </p>
      ) : null}
      <ul aria-label="Policy by node" className="divide-y">
        {view.byNode.map(({ node, shard, replica, policy, volumes }) => (
          <li key={node} className="grid gap-x-6 gap-y-1.5 px-4 py-2.5 md:grid-cols-[14rem_minmax(0,1fr)]">
            <p className="min-w-0">
              <span className="block truncate font-mono text-sm">{node}</span>
              <span className="text-ink-3 text-xs">
                shard {shard}, replica {replica}
              </span>
            </p>
            <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
              <Badge mono tone={view.policy === null ? 'warn' : 'neutral'}>
                {policy}
              </Badge>
              <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
                {volumes.map(({ name, bytes }) => (
                  <div key={name} className="inline-flex items-baseline gap-1.5">
                    <dt className="font-mono text-2xs text-ink-3">{name}</dt>
                    <dd className="font-medium">
                      <Bytes value={bytes} />
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ul>
      {view.absentFrom.length > 0 ? (
        <p className="border-t px-4 py-2 text-ink-3 text-xs">
          {view.absentFrom.join(', ')} {view.absentFrom.length === 1 ? 'does' : 'do'} not have the table.
        </p>
      ) : null}
    </>
  )
}
