import type { Transaction } from '@frostline/db'
import { pipelineScopes, scopesOfSource } from '../../identity/access/scopes-of.ts'
import { type ActingOwner, type OwnerAnswer, resolveActingOwner } from '../../platform/base/find-person.ts'

/** Whether loads may start in the name of a pipeline's owner: on its tables, and from its source. */
export async function resolvePipelineOwner(
  tx: Transaction,
  pipeline: ActingOwner & { clusterId: string; sourceId: string; spec: unknown },
  now: Date,
): Promise<OwnerAnswer> {
  const source = await scopesOfSource(tx, pipeline.sourceId)
  const need = {
    role: 'operator',
    verb: 'loadPipelines.create',
    because: 'loads need the role operator',
    on: [...pipelineScopes(pipeline), ...(source ?? [])],
  } as const
  return resolveActingOwner(tx, pipeline, need, now)
}
