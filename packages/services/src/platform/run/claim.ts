import type { Transaction } from '@frostline/db'
import { claimingStatuses, type RunKind } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import { isUniqueViolation } from '../base/unique-violation.ts'
import { phraseOf, type RowOfKind, type RunOfKind, type Started } from './run-of-kind.ts'

const hint = 'Wait until it ends, or cancel it first.'

/**
 * Names the holder of a run's claim. The unique index rejects a competing write after this check, and explainClaim
 * explains it.
 * @throws ServiceError `conflict`
 */
export async function refuseClaimed<Row extends RowOfKind>(
  tx: Transaction,
  own: RunOfKind<Row>,
  row: Started<Row>,
): Promise<void> {
  const { id, claimKey } = row.run
  if (claimKey !== null) await refuseHolder(tx, own, { id, claimKey, name: claimedBy(own, row) })
}

/** What a run holds, in readable form. */
export function claimedBy<Row extends RowOfKind>(own: RunOfKind<Row>, row: Row): string {
  return (own.claimedBy ?? own.nameOf)(row)
}

/** The same for one that is not stored yet. */
export async function refuseHolder(
  tx: Transaction,
  { kind }: { kind: RunKind },
  { id, claimKey, name }: { id?: string; claimKey: string; name: string },
): Promise<void> {
  const holder = await tx.run.findFirst({
    where: {
      ...{ claimKey, status: { in: [...claimingStatuses(kind)] } },
      ...(id === undefined ? {} : { id: { not: id } }),
    },
    select: { requestedBy: true, status: true, kind: true },
  })
  if (!holder) return
  throw new ServiceError(
    'conflict',
    `Another ${phraseOf({ kind: holder.kind as RunKind }, name)} is ${holder.status}. ${holder.requestedBy} started it.`,
    { hint },
  )
}

/** The same error, or its meaning where two requests competed. */
export function explainClaim(error: unknown, { kind }: { kind: RunKind }, name: string): unknown {
  if (!isUniqueViolation(error)) return error
  return new ServiceError('conflict', `Another ${phraseOf({ kind }, name)} was started a moment ago.`, {
    hint,
    cause: error,
  })
}
