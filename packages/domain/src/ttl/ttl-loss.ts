import { addFreedBytes, type FreedBytes, noFreedBytes, type PartLoss } from './part-loss.ts'

/** What a table's TTLs remove over some parts: of one node, or of several. */
export interface TtlLoss {
  /** Parts that lose something. */
  parts: number
  /** Rows past a DELETE rule. */
  deletedRows: bigint
  /** Rows removed by GROUP BY rules. */
  foldedRows: bigint
  /** Values that become the default of their column; columns without a loss are left out. */
  columns: { column: string; values: bigint }[]
  bytes: FreedBytes
  /** Some figures are upper bounds. */
  atMost: boolean
  /** Parts with a loss that could not be counted. */
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

/** The accepted loss in one place: on a node, or in a shard of a replicated table. */
export interface AcceptedLoss {
  rows: bigint
  columns: readonly { column: string; values: bigint }[]
  uncountedParts: number
}

/**
 * What has to be accepted before the TTL is set. Heavy: everything removed. Gentle: the rows; values are removed by
 * column TTLs at the next merge, whether this TTL is set or not.
 */
export function lossToAccept(loss: TtlLoss, mode: 'gentle' | 'heavy'): AcceptedLoss | null {
  const rows = loss.deletedRows + loss.foldedRows
  const columns = mode === 'heavy' ? loss.columns : []
  if (rows === 0n && columns.length === 0 && loss.uncountedParts === 0) return null
  return { rows, columns, uncountedParts: loss.uncountedParts }
}

/** Whether the current loss was accepted: nothing more and nothing else. */
export function isAccepted(lost: AcceptedLoss, accepted: AcceptedLoss): boolean {
  const known = new Map(accepted.columns.map(({ column, values }) => [column, values]))
  return (
    lost.rows <= accepted.rows &&
    lost.uncountedParts <= accepted.uncountedParts &&
    lost.columns.every(({ column, values }) => values <= (known.get(column) ?? 0n))
  )
}
