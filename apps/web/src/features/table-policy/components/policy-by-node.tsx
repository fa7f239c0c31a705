import { Badge, Bytes } from '@frostline/ui'
import type { TablePolicy } from '../hooks/use-table-policy.ts'

/** One line a node: its policy, and the bytes of the table on each volume. */
export function PolicyByNode({ view }: { view: TablePolicy }) {
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
