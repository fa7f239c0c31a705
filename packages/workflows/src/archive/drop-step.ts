import { randomUUID } from 'node:crypto'
import { dropDetachedPartsStatement, explain } from '@frostline/clickhouse'
import { readArchiveStep, recordArchiveStep, type StepOfArchive } from '@frostline/db'
import { Backoff, pause } from '../pause.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'
import { checkFiles } from './check-files.ts'
import { frozenParts, lookAtStep, mark } from './look-at-step.ts'
import { storeFiles } from './store-files.ts'

const partsAtOnce = 50
const maxRefusals = 30

/** Drops the detached parts of a step on every replica, after a last look at its files. It only goes forward. */
export async function dropStep(task: ArchiveTask, given: StepOfArchive): Promise<void> {
  const backoff = new Backoff(200, 10_000)
  const names = frozenParts(given).map(({ name }) => name)
  for (let refusals = 0; ; ) {
    const step = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
    if (step.state !== 'detached' && step.state !== 'dropping') return
    const looks = await lookAtStep(task, step)
    if (looks === null) return
    if (step.state === 'detached') {
      const without = looks.find(({ detached }) => names.some((name) => !detached.has(name)))
      if (without)
        throw new ArchiveFault(
          `${without.node.name} does not have all detached parts of ${nameStep(step)} any more: somebody attached or removed them. Nothing was dropped.`,
        )
      if (!(await checkFiles(task, step))) return
      if (!(await mark(task, step, ['detached'], 'dropping'))) return
    }
    const left = looks.flatMap(({ node, detached }) => {
      const own = names.filter((name) => detached.has(name))
      return own.length === 0 ? [] : [{ node, own }]
    })
    if (left.length === 0) {
      await task.wait('drop', null)
      if (!(await storeFiles(task, step))) return
      await recordArchiveStep(task.deps.db, task.run, step.ordinal, {
        ...{ state: 'dropped', error: null, changedAt: task.deps.now() },
      })
      task.announce()
      return
    }
    let fault: string | null = null
    for (const { node, own } of left) {
      const outcome = await node.client.command({
        ...dropDetachedPartsStatement(task.at, own.slice(0, partsAtOnce)),
        ...{ queryId: `frostline-archive-${randomUUID()}`, purpose: 'archive' },
      })
      if (outcome.kind === 'refused') fault = `${node.name}: ${explain(outcome)}`
    }
    if (fault !== null && ++refusals >= maxRefusals)
      throw new ArchiveFault(`The detached parts of ${nameStep(step)} could not be dropped. ${fault}`)
    await task.wait('drop', fault)
    if (await task.stopped()) return
    await pause(fault === null ? 0 : backoff.next(), () => task.stopped())
  }
}
