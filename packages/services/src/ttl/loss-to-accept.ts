import { type AcceptedLoss, addTtlLosses, lossToAccept, type TtlLoss, type TtlMode } from '@frostline/domain'
import type { z } from 'zod'
import { ServiceError } from '../base/service-error.ts'
import type { acceptedLoss } from './schema.ts'

export interface NodeLoss {
  /** The node has another TTL now. */
  changes: boolean
  /** A rule is left: without one nothing is materialized. */
  hasRules: boolean
  gentle: TtlLoss
  heavy: TtlLoss
}

/** What one way of setting the TTL takes from these nodes. Set gently, a node that has it already loses nothing by it. */
export function findLossToAccept(nodes: readonly NodeLoss[], mode: TtlMode): AcceptedLoss | null {
  const losing = nodes.filter(({ changes, hasRules }) => hasRules && (mode === 'heavy' || changes))
  return lossToAccept(addTtlLosses(losing.map((node) => node[mode])), mode)
}

export function printAccepted(loss: AcceptedLoss | null): z.output<typeof acceptedLoss> | null {
  if (loss === null) return null
  const columns = loss.columns.map(({ column, values }) => ({ column, values: String(values) }))
  return { rows: String(loss.rows), columns, uncountedParts: loss.uncountedParts }
}

export function readAccepted(given: z.output<typeof acceptedLoss>): AcceptedLoss {
  const columns = given.columns.map(({ column, values }) => ({ column, values: BigInt(values) }))
  return { rows: BigInt(given.rows), columns, uncountedParts: given.uncountedParts }
}

/** @throws ServiceError `refused` for a loss that the caller did not accept, `conflict` for one that has grown since. */
export function refuseUnaccepted(name: string, lost: AcceptedLoss, accepted: AcceptedLoss | null): void {
  const said = `Setting this TTL on ${name} takes ${describeAccepted(lost)}`
  if (accepted === null)
    throw new ServiceError('refused', `${said}, and that was not accepted.`, {
      hint: 'Make the dry run, and send what it tells under accept as accepts.',
    })
  throw new ServiceError(
    'conflict',
    `${said}, more than the ${describeAccepted(accepted)} that were accepted.`,
    {
      hint: 'Nothing was changed. Make the dry run again, then decide.',
    },
  )
}

export function describeAccepted({ rows, columns, uncountedParts }: AcceptedLoss): string {
  return [
    rows > 0n || (columns.length === 0 && uncountedParts === 0) ? `${rows} rows` : '',
    ...columns.map(({ column, values }) => `${values} values of ${column}`),
    uncountedParts > 0 ? `an unknown amount of ${uncountedParts} parts` : '',
  ]
    .filter(Boolean)
    .join(', ')
}
