import { endChangeSet, failChangeSetStep, listOpenChangeSetSteps, readWish } from '@frostline/db'
import { cancelBegunRollouts, carryOutChangeSetStep, ServiceError } from '@frostline/services'
import { pause } from '../pause.ts'
import { type BegunRun, RunTask } from '../run/run-task.ts'
import type { WorkOfKind } from '../run/work-of-kind.ts'
import { workerContext } from '../worker/worker-context.ts'

/** Each change is one transaction, so that after a crash it was made or not. The first one that fails ends the run. */
export const changeSetWork: WorkOfKind = {
  kind: 'change-set',
  maxAtOnce: 1,
  drive: carryOutChangeSet,
  judge: endChangeSet,
  async describe(tx, id) {
    const { file, commit, approvedBy } = await tx.changeSet.findUniqueOrThrow({ where: { id } })
    const groups = await tx.changeSetStep.groupBy({ by: ['state'], where: { changeSetId: id }, _count: true })
    const counts = Object.fromEntries(groups.map(({ state, _count }) => [state, _count]))
    return {
      objectName: file,
      didSome: (counts.done ?? 0) > 0,
      details: { file, commit, approvedBy, ...counts },
    }
  },
}

async function carryOutChangeSet(begun: BegunRun): Promise<void> {
  const { deps, ref } = begun
  const task = new RunTask(begun)
  const { needsApproval, approvedAt, cancelledBy } = await deps.db.changeSet.findUniqueOrThrow({
    where: { id: ref.id },
  })
  if (cancelledBy !== null || (needsApproval && approvedAt === null)) return
  for (const { ordinal, address } of await listOpenChangeSetSteps(deps.db, ref.id)) {
    if (await task.stopped()) return
    try {
      if (!(await carryOut(task, ordinal, address))) return
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      const why = error.hint === undefined ? error.message : `${error.message} ${error.hint}`
      await failChangeSetStep(deps.db, ref, ordinal, why, deps.now())
      await task.fail(`${address}: ${why}`)
      return
    }
  }
}

const lookEveryMs = 1_000

/** Until it is made. False: a person has stopped the change set. */
async function carryOut(task: RunTask, ordinal: number, address: string): Promise<boolean> {
  const { deps, run } = task
  const context = workerContext(deps)
  for (;;) {
    const waits = await carryOutChangeSetStep(context, run, ordinal)
    await task.wait(address, waits)
    task.announce()
    if (waits === null) return true
    await pause(lookEveryMs, () => task.stopped())
    if (!(await task.stopped())) continue
    if ((await readWish(deps.db, run)) === 'cancel') await cancelBegunRollouts(context, run)
    return false
  }
}
