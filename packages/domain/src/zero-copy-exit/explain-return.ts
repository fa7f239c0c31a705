import { type MoveRule, resolveDestination } from '../move-explain/move-rule.ts'
import type { ObservedReplica } from '../tier-migration/snapshot.ts'
import type { ExitReturn } from './exit-stage.ts'

type Placed = Pick<ObservedReplica, 'node' | 'policy' | 'disks'>

/**
 * Why parts move to object storage by themselves, where replicas share them while the setting is on. Null: they do not.
 * @param moveRules of the TTL. Null: it could not be parsed.
 */
export function explainReturn(
  moveRules: readonly MoveRule[] | null,
  replicas: readonly Placed[],
): ExitReturn | null {
  if (moveRules === null)
    return {
      id: 'ttl',
      text: 'The TTL of the table cannot be read, so it is unknown whether it moves parts to object storage.',
      hint: 'Check the TTL, and remove rules that move parts.',
    }
  const rule = moveRules.find(({ destination }) =>
    replicas.some((replica) => isRemote(replica, resolveDestination(destination, replica.policy)?.disks)),
  )
  if (rule)
    return {
      id: 'ttl',
      text: `The TTL moves parts to the ${rule.destination.kind} '${rule.destination.name}' automatically (${rule.expression}), where they would be shared again.`,
      hint: 'Remove this rule, and set it again after the exit.',
    }
  const remote = replicas.find((replica) => isRemote(replica, replica.policy.volumes[0]?.disks))
  return remote
    ? {
        id: 'first-volume',
        text: `New parts land on volume '${remote.policy.volumes[0]?.name}', the first of policy '${remote.policy.name}' on ${remote.node.name}. It is on object storage, so new parts are shared.`,
        hint: 'Change to a policy whose first volume is local, or copy the table to a new one with the setting off.',
      }
    : null
}

function isRemote({ disks }: Placed, names: readonly string[] = []): boolean {
  return names.some((name) => disks.some((disk) => disk.name === name && disk.freeBytes === null))
}
