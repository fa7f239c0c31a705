import { readRunWish } from '@frostline/domain'
import type { ChangeSetStep, ChangeSetStepState, Prisma, Run } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import type { RunEnd } from '../run/change-run.ts'
import { fencedRun, nameRun, type RunRef, readRun } from '../run/fence-run.ts'
import { refuseStaleWriter } from '../stale-writer.ts'
import type { Database, Transaction } from '../transaction.ts'

/** A change of a pipeline lists its bucket. */
const stepTimeoutMs = 120_000

/**
 * Carries one step out in the transaction that also records it, while the run is locked: it is done exactly once, and
 * only by the current generation. Returns false if it is not its turn any more: it is done, or a person has stopped the
 * run. Throws StaleWriterError.
 */
export async function inChangeSetStep(
  db: Database,
  ref: RunRef,
  ordinal: number,
  now: () => Date,
  act: (tx: Transaction, step: ChangeSetStep) => Promise<ChangeSetStepState>,
): Promise<boolean> {
  return db.$transaction(
    async (tx) => {
      await lockRow(tx, 'run', ref.id)
      const { status } = await readRun(tx, ref)
      if (readRunWish(status) !== 'go-on') return false
      const where = { changeSetId: ref.id, ordinal }
      const step = await tx.changeSetStep.findUniqueOrThrow({ where: { changeSetId_ordinal: where } })
      if (step.state === 'done' || step.state === 'unchanged') return false
      const state = await act(tx, step)
      await tx.changeSetStep.updateMany({ where, data: { state, error: null, changedAt: now() } })
      return true
    },
    { timeout: stepTimeoutMs, maxWait: 10_000 },
  )
}

/** The step is being made, and waits: it has not failed any more. Throws StaleWriterError. */
export async function noteChangeSetWait(db: Transaction, ref: RunRef, ordinal: number): Promise<void> {
  await changeStep(db, ref, ordinal, { state: 'planned', error: null })
}

/** Of a step that a storage rollout makes. Throws StaleWriterError. */
export async function linkChangeSetProposal(
  db: Transaction,
  ref: RunRef,
  ordinal: number,
  proposalId: string,
): Promise<void> {
  await changeStep(db, ref, ordinal, { proposalId })
}

/** Throws StaleWriterError when the run is no longer the current generation. */
export async function failChangeSetStep(
  db: Transaction,
  ref: RunRef,
  ordinal: number,
  error: string,
  now: Date,
): Promise<void> {
  await changeStep(db, ref, ordinal, { state: 'failed', error: error.slice(0, 2_000), changedAt: now })
}

async function changeStep(
  db: Transaction,
  ref: RunRef,
  ordinal: number,
  data: Prisma.ChangeSetStepUncheckedUpdateManyInput,
): Promise<void> {
  const { count } = await db.changeSetStep.updateMany({
    where: { changeSetId: ref.id, ordinal, changeSet: { run: fencedRun(ref) } },
    data,
  })
  refuseStaleWriter(count, nameRun(ref))
}

const openStates: ChangeSetStepState[] = ['planned', 'failed']

/** In the order in which they are carried out. */
export async function listOpenChangeSetSteps(db: Transaction, changeSetId: string): Promise<ChangeSetStep[]> {
  return db.changeSetStep.findMany({
    where: { changeSetId, state: { in: openStates } },
    orderBy: { ordinal: 'asc' },
  })
}

/** Done when every step is. Without an approval that it needs it waits. Secrets are kept only for a retry. */
export async function endChangeSet(tx: Transaction, { id, status, error }: Run): Promise<RunEnd> {
  const { needsApproval, approvedAt, cancelledBy } = await tx.changeSet.findUniqueOrThrow({ where: { id } })
  const stopped = { isDone: false, fault: null }
  if (cancelledBy !== null) {
    await forgetChangeSetSecrets(tx, id)
    return { ...stopped, order: 'cancel-rest' }
  }
  if (error !== null) return stopped
  if (readRunWish(status) === 'cancel') await forgetChangeSetSecrets(tx, id)
  const open = await tx.changeSetStep.count({ where: { changeSetId: id, state: { in: openStates } } })
  if (open > 0) {
    const waits = needsApproval && approvedAt === null && readRunWish(status) === 'go-on'
    return waits ? { ...stopped, order: 'hold' } : stopped
  }
  await forgetChangeSetSecrets(tx, id)
  return { isDone: true, fault: null }
}

async function forgetChangeSetSecrets(tx: Transaction, id: string): Promise<void> {
  await tx.changeSet.update({ where: { id }, data: { sealedSecrets: null } })
}
