import { addFreedBytes, type FreedBytes, noFreedBytes, type PartLoss } from './part-loss.ts'

/** What the TTLs of a table take, over some parts: of a node, or of several nodes together. */
export interface TtlLoss {
  /** Parts that lose something. */
  parts: number
  /** Rows past a DELETE rule. */
  deletedRows: bigint
  /** Rows that GROUP BY rules make fewer. */
  foldedRows: bigint
  /** Values that become the default of their column; columns without a loss are left out. */
  columns: { column: string; values: bigint }[]
  bytes: FreedBytes
  /** Some figures are bounds. */
  atMost: boolean
  /** Parts that lose something of which nobody could count what. */
  uncountedParts: number
}

export const noTtlLoss: TtlLoss = {
  parts: 0,
  deletedRows: 0n,
  foldedRows: 0n,
  columns: [],
  bytes: noFreedBytes,
  atMost: false,
  uncountedParts: 0,
}

export function toTtlLoss(loss: PartLoss | null): TtlLoss {
  if (loss === null) return { ...noTtlLoss, parts: 1, uncountedParts: 1 }
  const columns = [...loss.values].map(([column, values]) => ({ column, values }))
  const nothing = loss.deleted + loss.folded === 0n && columns.length === 0
  if (nothing) return noTtlLoss
  const { deleted: deletedRows, folded: foldedRows, bytes, atMost } = loss
  return { parts: 1, deletedRows, foldedRows, columns, bytes, atMost, uncountedParts: 0 }
}

export function addTtlLosses(losses: readonly TtlLoss[]): TtlLoss {
  const columns = new Map<string, bigint>()
  for (const loss of losses)
    for (const { column, values } of loss.columns) columns.set(column, (columns.get(column) ?? 0n) + values)
  const sum = losses.reduce(
    (a, b) => ({
      parts: a.parts + b.parts,
      deletedRows: a.deletedRows + b.deletedRows,
      foldedRows: a.foldedRows + b.foldedRows,
      columns: [],
      bytes: addFreedBytes(a.bytes, b.bytes),
      atMost: a.atMost || b.atMost,
      uncountedParts: a.uncountedParts + b.uncountedParts,
    }),
    noTtlLoss,
  )
  return { ...sum, columns: [...columns].map(([column, values]) => ({ column, values })) }
}

/** What a person accepts to lose in one place: on a node, or in a shard of a replicated table. */
export interface AcceptedLoss {
  rows: bigint
  columns: readonly { column: string; values: bigint }[]
  uncountedParts: number
}

/**
 * What has to be accepted before the TTL is set. Heavy: all that goes. Gentle: the rows; values go by columns' own
 * TTLs at the next merge, whether this TTL is set or not.
 */
export function lossToAccept(loss: TtlLoss, mode: 'gentle' | 'heavy'): AcceptedLoss | null {
  const rows = loss.deletedRows + loss.foldedRows
  const columns = mode === 'heavy' ? loss.columns : []
  if (rows === 0n && columns.length === 0 && loss.uncountedParts === 0) return null
  return { rows, columns, uncountedParts: loss.uncountedParts }
}

/** Whether all that is lost now was accepted: nothing more than was said, and nothing else. */
export function isAccepted(lost: AcceptedLoss, accepted: AcceptedLoss): boolean {
  const known = new Map(accepted.columns.map(({ column, values }) => [column, values]))
  return (
    lost.rows <= accepted.rows &&
    lost.uncountedParts <= accepted.uncountedParts &&
    lost.columns.every(({ column, values }) => values <= (known.get(column) ?? 0n))
  )
}
