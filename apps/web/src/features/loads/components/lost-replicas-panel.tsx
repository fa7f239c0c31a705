'use client'
import { defaultLostReplicaRule } from '@frostline/domain'
import { Button, Panel, RelativeTime } from '@frostline/ui'
import { useRoleAllows } from '@/auth/use-person.ts'
import { useLoadActions } from '../hooks/use-load-actions.ts'
import { isActiveLoad, type LoadDetail } from '../load.ts'
import { describeLostReplicaRule } from '../lost-replica-rule.tsx'

/** Replicas that do not answer while the load runs: who took over, when and why, or what it waits for. */
export function LostReplicasPanel({ load }: { load: LoadDetail }) {
  const operator = useRoleAllows('operator')
  const actions = useLoadActions(load.id)
  const { takeOvers, spec, waitReason } = load
  const waits = isActiveLoad(load) && waitReason !== null && spec.landing.replicated
  if (takeOvers.length === 0 && !waits) return null
  const rule = spec.lostReplica
  return (
    <Panel
      title="Lost replicas"
      description={`Rows of a shard are staged on one of its replicas. If it does not respond: ${describeLostReplicaRule(rule).toLowerCase()}.`}
    >
      <div className="flex flex-col gap-3 text-sm">
        <ul className="flex flex-col gap-1.5" aria-label="Replicas that took over">
          {takeOvers.map(({ lost, by, at, reason }) => (
            <li key={`${lost} ${at}`} className="break-words">
              <span className="font-mono">{by}</span> took over from <span className="font-mono">{lost}</span>{' '}
              <RelativeTime at={new Date(at)} />. <span className="text-ink-2">{reason}</span>
            </li>
          ))}
        </ul>
        {waits ? <p className="break-words">{waitReason}</p> : null}
        {operator && isActiveLoad(load) ? (
          <div>
            <Button
              busy={actions.busy}
              onClick={() =>
                void actions
                  .chooseLostReplica(rule.kind === 'wait' ? defaultLostReplicaRule : { kind: 'wait' })
                  .catch(() => undefined)
              }
            >
              {rule.kind === 'wait' ? 'Continue on another replica' : 'Wait for lost replicas'}
            </Button>
          </div>
        ) : null}
      </div>
    </Panel>
  )
}
