import { notifyChange, type RunRef, type Transaction } from '@frostline/db'
import { describeMissingApprovals } from '@frostline/domain'
import { judgeHeldRun, readHeldRun } from './read-held-run.ts'

/**
 * Whether a queued run may begin. The only door: each kind of run passes it, whoever or whatever started it. One that must wait
 * says in the ledger for whom.
 */
export async function mayBeginByRules(tx: Transaction, ref: RunRef, now: Date): Promise<boolean> {
  const run = await readHeldRun(tx, ref.id)
  if (!run || run.begun || run.status !== 'queued') return true
  const { verdicts } = await judgeHeldRun(tx, run, now)
  const waitReason = describeMissingApprovals(verdicts)
  if (waitReason === null) return true
  const { count } = await tx.run.updateMany({
    where: {
      ...{ id: ref.id, generation: ref.generation, status: 'queued' },
      OR: [{ waitReason: null }, { waitReason: { not: waitReason } }],
    },
    data: { waitReason },
  })
  if (count > 0) await notifyChange(tx, ref.kind, ref.id)
  return false
}
