import { type LoadBatch, type LoadFile, listFilesToLoad } from '@frostline/db'
import { type AttemptPlan, explainTakeOver, type LoadSpec, planAttempt } from '@frostline/domain'
import type { LoadTask } from './load-task.ts'
import { LostReplicaError } from './watch-replicas.ts'

export interface PlannedAttempt {
  files: LoadFile[]
  plan: AttemptPlan<LoadFile>
  /** While it lasts an attempt has the spec that it was planned by. */
  spec: LoadSpec
}

/** What the batch still has to load, with the nodes that are there by now. */
export async function planNextAttempt(
  { deps, spec }: LoadTask,
  batch: LoadBatch,
  oneByOne: boolean,
): Promise<PlannedAttempt> {
  const files = await listFilesToLoad(deps.db, batch)
  return { files, plan: planAttempt(spec, files, oneByOne), spec }
}

/** Work of an attempt. Null: a replica that it needs was lost before anything of it was published; `tell` heard why. */
export async function unlessLost<Answer>(
  task: LoadTask,
  { plan, spec }: PlannedAttempt,
  tell: (reason: string) => Promise<void>,
  work: (during: LoadTask) => Promise<Answer>,
): Promise<Answer | null> {
  const names = new Set([...plan.nodeNames, ...plan.statements.map(({ nodeName }) => nodeName)])
  const orders = {
    stopped() {
      const lost = task.spec === spec ? undefined : [...names].find((name) => task.replicas.takeOverOf(name))
      const taken = lost === undefined ? null : task.replicas.takeOverOf(lost)
      return taken ? Promise.reject(new LostReplicaError(explainTakeOver(taken))) : task.orders.stopped()
    },
  }
  try {
    return await work({ ...task, spec, orders })
  } catch (error) {
    if (!(error instanceof LostReplicaError)) throw error
    await tell(error.message)
    return null
  }
}
