import { type AcceptedLoss, isAccepted, lossToAccept, type TtlLoss, type TtlMode } from '@frostline/domain'
import type { z } from 'zod'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { acceptedLosses } from './schema.ts'

export interface PlaceLoss {
  /** A node, or a shard of a replicated table. */
  place: string
  /** It has another TTL now. */
  changes: boolean
  /** A rule is left: without one nothing is materialized. */
  hasRules: boolean
  gentle: TtlLoss
  heavy: TtlLoss
}

type Losses = (AcceptedLoss & { place: string })[]

/**
 * The loss in each place for one mode of setting the TTL: in a sum one place could lose more where another loses less.
 * In gentle mode, a place that has the TTL already loses nothing. Null: nothing is lost.
 */
export function findLossToAccept(places: readonly PlaceLoss[], mode: TtlMode): Losses | null {
  const losing = places.flatMap(({ place, changes, hasRules, ...losses }) => {
    const loss = hasRules && (mode === 'heavy' || changes) ? lossToAccept(losses[mode], mode) : null
    return loss ? [{ place, ...loss }] : []
  })
  return losing.length === 0 ? null : losing
}

export function printAccepted(losses: Losses | null): z.output<typeof acceptedLosses> | null {
  return (
    losses?.map(({ place, rows, columns, uncountedParts }) => ({
      ...{ place, rows: String(rows), uncountedParts },
      columns: columns.map(({ column, values }) => ({ column, values: String(values) })),
    })) ?? null
  )
}

export function readAccepted(given: z.output<typeof acceptedLosses>): Losses {
  return given.map(({ place, rows, columns, uncountedParts }) => ({
    ...{ place, rows: BigInt(rows), uncountedParts },
    columns: columns.map(({ column, values }) => ({ column, values: BigInt(values) })),
  }))
}

/**
 * @throws ServiceError `refused` for a loss that the caller did not accept, `conflict` where a place now loses more
 * than was accepted for it
 */
export function requireAccepted(name: string, lost: Losses, accepted: Losses | null): void {
  if (accepted === null)
    throw new ServiceError(
      'refused',
      `Setting this TTL on ${name} deletes ${describeAccepted(lost)}, which was not accepted.`,
      { hint: 'Run the dry run, and send its `accept` as `accepts`.' },
    )
  const known = new Map(accepted.map((each) => [each.place, each]))
  const more = lost.find((each) => {
    const own = known.get(each.place)
    return !own || !isAccepted(each, own)
  })
  if (!more) return
  const own = known.get(more.place)
  throw new ServiceError(
    'conflict',
    `Setting this TTL on ${name} deletes ${describeAccepted([more])}. Accepted there: ${own ? describeLoss(own) : 'nothing'}.`,
    { hint: 'Nothing was changed. Run the dry run again, then decide.' },
  )
}

export function describeAccepted(losses: Losses): string {
  return losses.map((loss) => `${describeLoss(loss)} on ${loss.place}`).join('; ')
}

function describeLoss({ rows, columns, uncountedParts }: AcceptedLoss): string {
  return [
    rows > 0n || (columns.length === 0 && uncountedParts === 0) ? `${rows} rows` : '',
    ...columns.map(({ column, values }) => `${values} values of ${column}`),
    uncountedParts > 0 ? `an unknown amount of ${uncountedParts} parts` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
