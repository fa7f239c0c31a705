import { type LoadSpec, loadSpec } from '@frostline/domain'
import type { z } from 'zod'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { changeLoad, type LoadChange, refuseLoadState } from './change-status.ts'
import { loadDuplicatesInput, loadLostReplicaInput } from './job-schema.ts'

/** Chooses what becomes of parts that the table would leave out, for all that the load has not brought in yet. */
export async function settleLoadDuplicates(ctx: ServiceContext, given: z.input<typeof loadDuplicatesInput>) {
  const { id, duplicates } = parseInput(loadDuplicatesInput, given)
  return chooseRule(ctx, id, { action: 'load-job.duplicates', details: { duplicates } }, { duplicates })
}

/** Chooses what the load does while a replica that stages its rows does not answer. */
export async function settleLoadLostReplica(
  ctx: ServiceContext,
  given: z.input<typeof loadLostReplicaInput>,
) {
  const { id, lostReplica } = parseInput(loadLostReplicaInput, given)
  const { kind, ...limit } = lostReplica
  return chooseRule(
    ctx,
    id,
    { action: 'load-job.lost-replica', details: { lostReplica: kind, ...limit } },
    { lostReplica },
  )
}

function chooseRule(
  ctx: ServiceContext,
  id: string,
  told: Pick<LoadChange, 'action' | 'details'>,
  rule: Partial<Pick<LoadSpec, 'duplicates' | 'lostReplica'>>,
) {
  return changeLoad(ctx, id, {
    ...told,
    decide: (job) => {
      if (job.status === 'completed')
        refuseLoadState(job, 'changed', 'Nothing of it is left to load: start a new load.')
      return { spec: { ...loadSpec.parse(job.spec), ...rule } }
    },
  })
}
