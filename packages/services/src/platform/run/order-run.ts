import { changeRunState, lockRow, notifyChange, type Transaction } from '@frostline/db'
import {
  nextRunStatus,
  type RunKind,
  type RunOrder,
  type RunStatus,
  type RunTransition,
  runTransitions,
} from '@frostline/domain'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { type AuditFacts, recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { requireNodes } from '../cluster/require-nodes.ts'
import { claimedBy, explainClaim, refuseClaimed } from './claim.ts'
import {
  describeRun,
  factsOf,
  findRun,
  isStarted,
  phraseOf,
  type RowOfKind,
  type RunOfKind,
  type Started,
} from './run-of-kind.ts'
import { type RunRefInput, runRef } from './run-schema.ts'
import type { StoredRun } from './stored-run.ts'

/** A run may have many children. */
const inTime = { timeout: 120_000 }

type PersonsOrder = {
  [Order in RunOrder]: (typeof runTransitions)[Order]['by'] extends 'person' ? Order : never
}[RunOrder]
/** An order that depends on the state of the run. */
interface ChosenOrder<Row> {
  /** Its name in the audit. */
  verb: string
  orderFor: (row: Row) => PersonsOrder
  /**
   * Runs in the same transaction before the run is locked: orders that lock other runs too lock them in one sequence.
   * It may reject.
   */
  first?: (row: Row, tx: Transaction) => Promise<void>
}
type Within<Row> = (row: Row, tx: Transaction) => Promise<unknown> | unknown

/**
 * One person's order to a run: authorized, checked against its state under a row lock, logged, audited, announced.
 * @param within what the kind does in the same transaction; it may reject.
 * @throws ServiceError `not_found`, `forbidden`, `conflict` where its state does not allow it, one of its nodes is
 * gone, or another run holds its claim.
 */
export async function orderRun<Row extends RowOfKind>(
  ctx: ServiceContext,
  own: RunOfKind<Row>,
  given: RunRefInput,
  order: PersonsOrder | ChosenOrder<Row>,
  within: Within<Row> = () => undefined,
  details: AuditFacts['details'] = {},
): Promise<{ id: string; status: RunStatus }> {
  const { orderFor, ...change }: ChosenOrder<Row> =
    typeof order === 'string' ? { verb: order, orderFor: () => order } : order
  return changeRun(ctx, own, given, { ...change, details }, async (row, tx) => {
    if (isStarted(row)) return giveOrder(tx, ctx, own, row, orderFor(row), within)
    if (own.plans?.order) return own.plans.order(tx, ctx, row, orderFor(row))
    throw new Error(`Run ${given.id} (${own.kind}) takes no orders for plans.`)
  })
}

/** The same for a run that the transaction has locked, by an authorized actor. The caller writes the audit entry. */
export async function giveOrder<Row extends RowOfKind>(
  tx: Transaction,
  ctx: ServiceContext,
  own: RunOfKind<Row>,
  row: Started<Row>,
  order: PersonsOrder,
  within: Within<Row> = () => undefined,
): Promise<RunStatus> {
  const { newGeneration, participle, hint }: RunTransition = runTransitions[order]
  const { run } = row
  if (nextRunStatus(order, run.status) === null)
    refuseState(own, { name: own.nameOf(row), status: run.status, participle, hint })
  await within(row, tx)
  if (newGeneration) {
    await refuseClaimed(tx, own, row)
    if (own.listNodes) await requireNodes(tx, run.clusterId, await own.listNodes(tx, run.id))
  }
  const { status } = await changeRunState(tx, run, order, { by: ctx.actor, now: ctx.now() })
  if (status === 'cancelled') await own.cancelRest?.(tx, run.id, ctx.now())
  return status
}

/**
 * One person's change of a run that keeps its state, such as its limits, while it is open.
 * @param change.participle as in "cannot be given another pace".
 */
export async function editRun<Row extends { run: StoredRun }>(
  ctx: ServiceContext,
  own: RunOfKind<Row>,
  given: RunRefInput,
  change: {
    verb: string
    from: readonly RunStatus[]
    participle: string
    hint: string
    details: NonNullable<AuditFacts['details']>
  },
  within: Within<Row>,
): Promise<{ id: string; status: RunStatus }> {
  return changeRun(ctx, own, given, change, async (row, tx) => {
    const { status } = row.run
    if (!change.from.includes(status)) refuseState(own, { name: own.nameOf(row), status, ...change })
    await within(row, tx)
    return status
  })
}

export interface RunChange {
  /** As the audit calls it. */
  verb: string
  details?: AuditFacts['details']
  /** It has its effect at once. Left out: a worker has to act. */
  isImmediate?: boolean
}

/**
 * One person's change of a run or a plan: authorized, decided under a row lock, audited, announced. Of two people at the same
 * time the second one meets the new state.
 */
export async function changeRun<Row extends RowOfKind, Status extends string>(
  ctx: ServiceContext,
  own: RunOfKind<Row>,
  given: RunRefInput,
  { first, ...change }: RunChange & Pick<ChosenOrder<Row>, 'first'>,
  decide: (row: Row, tx: Transaction) => Promise<Status>,
): Promise<{ id: string; status: Status }> {
  const { id } = parseInput(runRef, given)
  const known = await own.find(ctx.db, id)
  const role = (known && own.roleOf?.(known)) ?? factsOf(own).role
  await authorize(ctx, role, describeRun(own, change.verb, id, known))
  return ctx.db
    .$transaction(async (tx) => {
      if (known) await first?.(known, tx)
      return changeRunWithin(tx, ctx, own, id, change, decide)
    }, inTime)
    .catch((error: unknown) => {
      throw explainClaim(error, own, known ? claimedBy(own, known) : id)
    })
}

/** The same within a transaction, of somebody who was authorized. */
export async function changeRunWithin<Row extends RowOfKind, Status extends string>(
  tx: Transaction,
  ctx: ServiceContext,
  own: RunOfKind<Row>,
  id: string,
  { verb, details, isImmediate }: RunChange,
  decide: (row: Row, tx: Transaction) => Promise<Status>,
): Promise<{ id: string; status: Status }> {
  await lockRow(tx, 'run', id)
  if (own.plans) await lockRow(tx, own.plans.table, id)
  const row = await findRun(tx, own, id)
  const status = await decide(row, tx)
  await recordAudit(tx, ctx, {
    ...describeRun(own, verb, id, row),
    outcome: isImmediate ? 'succeeded' : status === 'cancelled' ? 'cancelled' : 'requested',
    details: { ...(await own.detailsOf?.(row, tx)), ...details },
  })
  await notifyChange(tx, own.kind, id)
  return { id, status }
}

/** @throws ServiceError `conflict` */
export function refuseState(
  own: { kind: RunKind },
  { name, status, participle, hint }: { name: string; status: string; participle: string; hint: string },
): never {
  throw new ServiceError(
    'conflict',
    `The ${phraseOf(own, name)} is ${status}, so it cannot be ${participle}.`,
    { hint },
  )
}
