import type { Transaction } from '@frostline/db'
import { pipelineScopes } from '../../identity/access/scopes-of.ts'
import { type ActingOwner, type OwnerAnswer, resolveActingOwner } from '../../platform/base/find-person.ts'

/** Whether loads may start in the name of a pipeline's owner. */
export function resolvePipelineOwner(
  tx: Transaction,
  pipeline: ActingOwner & { clusterId: string; spec: unknown },
  now: Date,
): Promise<OwnerAnswer> {
  const need = {
    role: 'operator',
    because: 'loads need the role operator',
    on: pipelineScopes(pipeline),
  } as const
  return resolveActingOwner(tx, pipeline, need, now)
}
