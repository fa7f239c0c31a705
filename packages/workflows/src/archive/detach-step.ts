import { randomUUID } from 'node:crypto'
import { detachPartsStatement, explain } from '@frostline/clickhouse'
import { readArchiveStep, recordArchiveStep, type StepOfArchive, thawArchiveStep } from '@frostline/db'
import { compareFrozen, type PartWitness, sumRows } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'
import { checkFiles } from './check-files.ts'
import { describeGone, refuseHidden } from './export-step.ts'
import { detachPrefix, frozenParts, lookAtStep, mark, primaryOf, type ReplicaLook } from './look-at-step.ts'
import { settleView, switchView } from './switch-view.ts'

/** Parts named in one statement. */
const partsAtOnce = 50
const maxRefusals = 30

const attachAgain = 'Nothing is dropped. Attach the partitions again, then archive anew.'

/**
 * Detaches the proved parts of a step, on every replica. It observes, sends, and observes again: what an earlier worker has
 * sent needs no record of its own.
 */
export async function detachStep(task: ArchiveTask, given: StepOfArchive): Promise<void> {
  const backoff = new Backoff(200, 10_000)
  let isSwitched = false
  for (let refusals = 0; ; ) {
    const step = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
    if (step.state !== 'proved' && step.state !== 'detaching') return
    const looks = await lookAtStep(task, step)
    if (looks === null) return
    const frozen = frozenParts(step)
    if (step.state === 'proved' && !(await mayBegin(task, step, frozen, looks))) {
      if (await task.stopped()) return
      const now = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
      if (now.state !== 'proved') return
      await pause(backoff.next(), () => task.stopped())
      continue
    }
    const { node, parts, detached } = primaryOf(step, looks)
    const active = new Set(parts.map(({ name }) => name))
    const left = frozen.filter(({ name }) => active.has(name))
    const lost = frozen.filter(({ name }) => !active.has(name) && !detached.has(name))
    if (lost.length > 0)
      throw new ArchiveFault(
        `${describeGone(lost.map(({ name }) => name))} Other parts of ${nameStep(step)} are detached already. ${attachAgain}`,
      )
    if (left.length === 0) {
      if (await isDetachedEverywhere(task, step, frozen, looks)) {
        // An update that came between the check and the detach is not in the files.
        await refuseHidden(task, step, looks, attachAgain)
        return finish(task, step, parts)
      }
    } else {
      isSwitched ||= await switchView(task, step)
      if (!isSwitched) return
      const fault = await sendDetach(task, node.client, left)
      if (fault !== null && ++refusals >= maxRefusals)
        throw new ArchiveFault(`${nameStep(step)} could not be detached. ${fault}`)
      await task.wait('detach', fault)
    }
    if (await task.stopped()) return
    await pause(left.length === 0 || refusals > 0 ? backoff.next() : 0, () => task.stopped())
  }
}

/** Everything is as it was proved, on every replica and in the bucket. Otherwise the step starts over, or waits. */
async function mayBegin(
  task: ArchiveTask,
  step: StepOfArchive,
  frozen: readonly PartWitness[],
  looks: readonly ReplicaLook[],
): Promise<boolean> {
  const primary = primaryOf(step, looks)
  const { gone } = compareFrozen(frozen, primary.parts)
  if (gone.length > 0) {
    const reason = `${describeGone(gone)} The partition was written again and needs a new approval.`
    await thawArchiveStep(task.deps.db, task.run, step.ordinal, reason, task.deps.now())
    return false
  }
  await refuseHidden(task, step, looks)
  for (const { node, parts, detached } of looks) {
    const twice = frozen.find(({ name }) => detached.has(name))
    if (twice)
      throw new ArchiveFault(
        `${node.name} has a detached part ${twice.name} already, which is not of this archive. Attach or drop it, then resume.`,
      )
    const active = new Set(parts.map(({ name }) => name))
    if (frozen.some(({ name }) => !active.has(name))) {
      await task.wait(
        'replication',
        `${node.name} has other parts of ${nameStep(step)}. Waiting for replication.`,
      )
      return false
    }
  }
  await task.wait('replication', null)
  return (await checkFiles(task, step)) && (await mark(task, step, ['proved'], 'detaching'))
}

/** Returns why the server did not do it; null: it did, or it is unknown, and the next look shows it. */
async function sendDetach(
  task: ArchiveTask,
  client: ReplicaLook['node']['client'],
  left: readonly PartWitness[],
): Promise<string | null> {
  const outcome = await client.command({
    ...detachPartsStatement(
      task.at,
      left.slice(0, partsAtOnce).map(({ name }) => name),
    ),
    ...{ queryId: `${detachPrefix(task)}${randomUUID()}`, purpose: 'archive' },
  })
  return outcome.kind === 'refused' ? explain(outcome) : null
}

async function isDetachedEverywhere(
  task: ArchiveTask,
  step: StepOfArchive,
  frozen: readonly PartWitness[],
  looks: readonly ReplicaLook[],
): Promise<boolean> {
  const late = looks.find(({ parts, detached }) => {
    const active = new Set(parts.map(({ name }) => name))
    return frozen.some(({ name }) => active.has(name) || !detached.has(name))
  })
  await task.wait(
    'replication',
    late ? `Waiting until ${late.node.name} has detached ${nameStep(step)}.` : null,
  )
  return late === undefined
}

async function finish(
  task: ArchiveTask,
  step: StepOfArchive,
  late: readonly { rows: bigint }[],
): Promise<void> {
  await task.wait('detach', null)
  await recordArchiveStep(task.deps.db, task.run, step.ordinal, {
    ...{ state: 'detached', lateRows: sumRows(late), error: null, changedAt: task.deps.now() },
  })
  await settleView(task.deps, { clusterId: task.clusterId, ...task.at }, step.shard)
  task.announce()
}
