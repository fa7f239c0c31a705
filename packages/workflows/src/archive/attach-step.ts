import { randomUUID } from 'node:crypto'
import { attachPartStatement, explain } from '@frostline/clickhouse'
import { readArchiveStep, recordArchiveStep, type StepOfArchive } from '@frostline/db'
import { covers, type PartWitness, sumRows } from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'
import { frozenParts, lookAtStep, mark, primaryOf, type ReplicaLook } from './look-at-step.ts'
import { settleView, switchView } from './switch-view.ts'

const maxRefusals = 30
const untouched = ['planned', 'exporting', 'proved'] as const

/** Brings back what a step has detached. One that was not detached stays as it is. */
export async function attachStep(task: ArchiveTask, given: StepOfArchive): Promise<void> {
  if (untouched.some((state) => state === given.state)) {
    await recordArchiveStep(task.deps.db, task.run, given.ordinal, {
      ...{ state: 'kept', changedAt: task.deps.now() },
    })
    return
  }
  const backoff = new Backoff(200, 10_000)
  const frozen = frozenParts(given)
  let isSwitched = false
  for (let refusals = 0; ; ) {
    const step = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
    if (step.state === 'attached') return
    const looks = await lookAtStep(task, step)
    if (looks === null) return
    const primary = primaryOf(step, looks)
    const { node, parts, detached } = primary
    if (looks.some(({ isDetaching }) => isDetaching)) {
      await task.wait('attach', `A detach of ${nameStep(step)} still runs.`)
      await pause(backoff.next(), () => task.stopped())
      if (await task.stopped()) return
      continue
    }
    if (step.state !== 'attaching') {
      requireAll(step, frozen, primary)
      if (!(await mark(task, step, ['detaching', 'detached'], 'attaching'))) return
    }
    const left = frozen.filter(({ name }) => detached.has(name))
    if (left.length === 0) {
      // A server that was killed while it attached a part leaves it under another name.
      const stuck = [...detached].find((name) => frozen.some((part) => name.endsWith(`_${part.name}`)))
      if (stuck)
        throw new ArchiveFault(
          `${node.name} has ${stuck} in detached. Rename it without its prefix, then resume.`,
        )
      if (sumRows(parts) < sumRows(frozen))
        throw new ArchiveFault(
          `${nameStep(step)} has ${sumRows(parts)} rows after all its parts were attached, less than the ${sumRows(frozen)} that were archived. Its files are unchanged: restore from them.`,
        )
      await task.wait('attach', null)
      await recordArchiveStep(task.deps.db, task.run, step.ordinal, {
        ...{ state: 'attached', error: null, changedAt: task.deps.now() },
      })
      await settleView(task.deps, { clusterId: task.clusterId, ...task.at }, step.shard)
      task.announce()
      return
    }
    isSwitched ||= await switchView(task, step)
    if (!isSwitched) return
    const [first] = left
    const outcome = await node.client.command({
      ...attachPartStatement(task.at, first?.name ?? ''),
      ...{ queryId: `frostline-archive-${randomUUID()}`, purpose: 'archive' },
    })
    const fault = outcome.kind === 'refused' ? `${node.name}: ${explain(outcome)}` : null
    if (fault !== null && ++refusals >= maxRefusals)
      throw new ArchiveFault(`${nameStep(step)} could not be attached. ${fault}`)
    await task.wait('attach', fault)
    if (await task.stopped()) return
    await pause(fault === null ? 0 : backoff.next(), () => task.stopped())
  }
}

/** Afterwards parts have other names, and rows that came late would hide that some are missing. */
function requireAll(
  step: StepOfArchive,
  frozen: readonly PartWitness[],
  { node, parts, detached }: ReplicaLook,
): void {
  const active = new Set(parts.map(({ name }) => name))
  const isThere = (part: PartWitness) =>
    active.has(part.name) ||
    detached.has(part.name) ||
    // Merged, where its detach was not sent yet.
    (step.state === 'detaching' && parts.some((each) => covers(each, part)))
  const lost = frozen.find((part) => !isThere(part))
  if (lost)
    throw new ArchiveFault(
      `${node.name} has part ${lost.name} of ${nameStep(step)} neither in the table nor in detached, so nothing was attached. Put it back into detached, then resume. Its rows are in the files of the archive, too: restoreSql of the manifest reads them.`,
    )
}
