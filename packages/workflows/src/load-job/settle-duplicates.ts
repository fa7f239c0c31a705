import { QueryFailedError, type StagingNames } from '@frostline/clickhouse'
import { type BatchFence, clearLeftOut, readLoadRule, recordBatch } from '@frostline/db'
import {
  type DuplicateParts,
  type DuplicateRule,
  decideDuplicates,
  describeDuplicates,
  duplicateRule,
} from '@frostline/domain'
import { Backoff, pause } from '../pause.ts'
import { findLeftOut, findUnproved } from './find-duplicates.ts'
import type { StagedOnNode } from './judge-attempt.ts'
import type { LoadTask } from './load-task.ts'

export type DuplicatesEnd =
  | { kind: 'stopped' }
  /** Nothing of the attempt is sent: the next one stages parts with ids of their own. */
  | { kind: 'stage-anew' }
  /** All else is sent; these parts are proved to be in the table. */
  | { kind: 'settled'; present: readonly DuplicateParts[] }

/**
 * Before anything of a batch is sent: staged parts that the table would leave out are seen in Keeper, told, and treated as
 * the person chooses. Nothing has arrived by then, so an order to stop drops what is staged and leaves nothing half-way.
 */
export async function settleDuplicates(
  task: LoadTask,
  fence: BatchFence,
  names: StagingNames,
  staged: readonly StagedOnNode[],
): Promise<DuplicatesEnd> {
  const { db, now } = task.deps
  const backoff = new Backoff(500, 10_000)
  let told = ''
  for (;;) {
    const found = await look()
    if (found !== null) {
      if (found.length === 0) {
        if (told !== '') await clearLeftOut(db, fence)
        return { kind: 'settled', present: [] }
      }
      const decision = decideDuplicates(await readRule(task), found, now())
      if (decision.kind === 'load') {
        await clearLeftOut(db, fence)
        return { kind: 'stage-anew' }
      }
      const unproved = decision.kind === 'adopt' ? await proveAll(found) : null
      if (decision.kind === 'adopt' && unproved === null) {
        await recordBatch(db, fence, { waitReason: null, leftOut: found })
        return { kind: 'settled', present: found }
      }
      const next =
        decision.kind === 'wait'
          ? `It will be loaded at ${decision.until.toISOString()}, when the window has passed.`
          : (unproved ?? 'Choose whether to wait, to load it anyway, or to count it as loaded.')
      await tell(`${describeDuplicates(found)} ${next}`, found)
    }
    await pause(found === null ? backoff.next() : 1000, () => task.orders.stopped())
    if (await task.orders.stopped()) return { kind: 'stopped' }
  }

  async function look(): Promise<DuplicateParts[] | null> {
    try {
      return await findLeftOut(task, staged)
    } catch (error) {
      if (!(error instanceof QueryFailedError)) throw error
      await tell(`It is unknown whether the table received this content before: ${error.message}`, null)
      return null
    }
  }

  async function proveAll(found: readonly DuplicateParts[]): Promise<string | null> {
    const reasons = await Promise.all(found.map((one) => findUnproved(task, names, one)))
    return reasons.find((reason) => reason !== null) ?? null
  }

  async function tell(waitReason: string, leftOut: DuplicateParts[] | null): Promise<void> {
    if (waitReason === told) return
    await recordBatch(db, fence, { waitReason, ...(leftOut ? { leftOut } : {}) })
    told = waitReason
    task.announce()
  }
}

/** People may change it while the load waits. */
export async function readRule(task: LoadTask): Promise<DuplicateRule> {
  return duplicateRule.catch('ask').parse(await readLoadRule(task.deps.db, task.run.id, 'duplicates'))
}
