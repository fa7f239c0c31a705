import {
  endedRunStatuses,
  endOrderOf,
  nextRunStatus,
  type RunKind,
  type RunOrder,
  type RunTransition,
  runTransitions,
} from '@frostline/domain'
import type { ActorType, Run } from '../generated/client.ts'
import { lockRow } from '../lock-row.ts'
import type { Database, Transaction } from '../transaction.ts'
import { fencedRun, type RunRef, readRun } from './fence-run.ts'

/** Who gives an order, for the run's log. */
interface OrderGiver {
  type: ActorType
  id: string | null
  name: string
}

export interface GivenOrder {
  by: OrderGiver
  now: Date
  why?: string | null
}

/** The caller has locked the run's row. */
export async function changeRunState(
  tx: Transaction,
  run: Run,
  order: RunOrder,
  { by, now, why = null }: GivenOrder,
): Promise<Run> {
  const to = nextRunStatus(order, run.status)
  if (to === null) throw new Error(`A run that is ${run.status} takes no order to ${order}.`)
  const { newGeneration }: RunTransition = runTransitions[order]
  const hasEnded = endedRunStatuses.some((ended) => ended === to)
  const isTakenUp = to === 'queued' && order !== 'recover'
  await tx.runTransition.create({
    data: {
      ...{ runId: run.id, generation: run.generation, order, from: run.status, to, at: now, why },
      ...{ byType: by.type, byId: by.id, byName: by.name },
    },
  })
  return tx.run.update({
    where: { id: run.id },
    data: {
      status: to,
      ...(newGeneration ? { generation: { increment: 1 } } : {}),
      ...(order === 'begin' && run.startedAt === null ? { startedAt: now } : {}),
      ...(order === 'recover' ? { recoveries: { increment: 1 } } : {}),
      ...(isTakenUp ? { recoveries: 0, finishedAt: null, error: null } : {}),
      ...(hasEnded ? { finishedAt: now } : {}),
      ...(to === 'completed' ? { error: null } : {}),
      ...(hasEnded || isTakenUp || order === 'begin' || to === 'paused' || to === 'waiting'
        ? { waitReason: null }
        : {}),
      ...(why !== null && to === 'failed' ? { error: why } : {}),
    },
  })
}

/**
 * queued → running. Also returns a run that was started before and continues. `mayBegin` decides in the same
 * transaction: null while it is not its turn. Throws StaleWriterError.
 */
export async function beginRun(
  db: Database,
  ref: RunRef,
  given: GivenOrder,
  mayBegin: (tx: Transaction) => Promise<boolean> = () => Promise.resolve(true),
): Promise<Run | null> {
  return db.$transaction(async (tx) => {
    const isItsTurn = await mayBegin(tx)
    await lockRow(tx, 'run', ref.id)
    const { kind, id, generation } = ref
    const queued = await tx.run.findFirst({ where: { kind, id, generation, status: 'queued' } })
    if (!queued) return readRun(tx, ref)
    return isItsTurn ? changeRunState(tx, queued, 'begin', given) : null
  })
}

/** The result of a run, derived from its children. */
export interface RunEnd {
  /** All of it is done. */
  isDone: boolean
  /** Why it failed, even if a person stopped it. Null: it did not. */
  fault: string | null
  /** The rest was cancelled before. Omitted: it was not. */
  isRestCancelled?: boolean
  /** A person has added work since it was driven. Omitted: no. */
  goesOn?: boolean
  /** Overrides how it ends or continues, where its kind decides. Omitted: the common rule. */
  order?: 'hold' | 'bring-back' | 'cancel-rest'
}

/**
 * Ends a worker's drive: completed where all is done, otherwise paused or cancelled as requested, otherwise failed.
 * `judge` reads the run's children and `record` writes the consequences, in the same transaction. Null: it is not the
 * current generation. `goes-on`: nothing was written, it is to be driven again.
 */
export async function settleRun(
  db: Database,
  ref: RunRef,
  given: GivenOrder,
  settlement: {
    judge: (tx: Transaction, run: Run, now: Date) => Promise<RunEnd>
    record: (tx: Transaction, settled: Run) => Promise<void>
    timeoutMs?: number | undefined
  },
): Promise<Run | 'goes-on' | null> {
  return db.$transaction(
    async (tx) => {
      await lockRow(tx, 'run', ref.id)
      const run = await tx.run.findFirst({ where: fencedRun(ref) })
      if (!run) return null
      const { fault, goesOn, order: ownOrder, ...end } = await settlement.judge(tx, run, given.now)
      if (goesOn) return 'goes-on'
      const why = run.error ?? fault
      const order = ownOrder ?? endOrderOf(run.status, { ...end, isFaulty: why !== null })
      const settled = await changeRunState(tx, run, order, {
        ...given,
        why: order === 'fail' ? (why ?? 'It was not carried out.') : null,
      })
      await settlement.record(tx, settled)
      return settled
    },
    { timeout: settlement.timeoutMs ?? 30_000 },
  )
}

/** Starts a new generation of a run whose workflow ended without settling it; with `why` it is failed instead. */
export async function recoverRun(
  db: Database,
  { kind, id, generation }: RunRef,
  given: GivenOrder,
): Promise<void> {
  const order = given.why == null ? 'recover' : 'give-up'
  await db.$transaction(async (tx) => {
    await lockRow(tx, 'run', id)
    const run = await tx.run.findFirst({ where: { kind, id, generation } })
    if (run && nextRunStatus(order, run.status) !== null) await changeRunState(tx, run, order, given)
  })
}

export interface NewRun {
  /** Omitted: a new one. */
  id?: string
  kind: RunKind
  clusterId: string
  /** The table that it is about: who may see it may see the run. Null: the whole cluster. */
  of: { database: string; table: string } | null
  /** No other open run may hold it. Null: no limit. */
  claimKey: string | null
  requestedById: string | null
  requestedBy: string
  now: Date
}

/** Queued: a worker takes it from the ledger. */
export async function storeRun(tx: Transaction, { now, of, ...own }: NewRun): Promise<Run> {
  const { database = null, table = null } = of ?? {}
  return tx.run.create({ data: { ...own, database, table, createdAt: now } })
}
