import type { PartCounts, TtlPart } from './ttl-part.ts'
import type { TtlAction, TtlRule } from './ttl-rule.ts'

export interface JudgedAt {
  nowMs: number
  mode: TtlMode
  habits: TtlHabits
}

/** gentle: metadata only. heavy: the TTL is materialized, which writes every part again. */
export type TtlMode = 'gentle' | 'heavy'

/** What the TTLs of a table take out of one part. */
export interface PartLoss {
  /** Rows past a DELETE rule. */
  deleted: bigint
  /** Rows that a GROUP BY rule makes fewer: those it takes less those it makes. */
  folded: bigint
  /** Values that become the default of their column, by column. */
  values: ReadonlyMap<string, bigint>
  bytes: FreedBytes
  /** The figures are bounds: no more is lost, but it may be less. */
  atMost: boolean
}

/**
 * What the loss frees on the disk of the part: compressed bytes of its files, as system.parts has them before and after. Whole
 * parts, and columns of wide parts that go whole, are certain. Where some rows or values of them stay, it is at most all of the
 * part or the column, and about the share of its rows or values. What a part gets when it is
 * written again is not in it: TTL information, and statistics of its columns (with 26.7 up to 4 KiB in small parts of 13 columns).
 */
export interface FreedBytes {
  least: bigint
  about: bigint
  most: bigint
}

export const noFreedBytes: FreedBytes = { least: 0n, about: 0n, most: 0n }

export function addFreedBytes(a: FreedBytes, b: FreedBytes): FreedBytes {
  return { least: a.least + b.least, about: a.about + b.about, most: a.most + b.most }
}

export const noPartLoss: PartLoss = {
  deleted: 0n,
  folded: 0n,
  values: new Map(),
  bytes: noFreedBytes,
  atMost: false,
}

/** How a table takes rows, beside its rules. */
export interface TtlHabits {
  /** ttl_only_drop_parts */
  dropsWholeParts: boolean
  /** Columns with a TTL of their own. */
  columns: readonly string[]
  /**
   * Partitions with a part of which every time of the DELETE rule has passed. Merged with it, a part that holds no such
   * times goes whole, also rows that the rule keeps: the times of the one stand for both (seen with 26.7).
   */
  passedPartitions: ReadonlySet<string>
}

/**
 * What the TTL of a table takes out of a part, columns' own TTLs included, as the server does it (seen with 26.7):
 * DELETE rules first, then GROUP BY, then columns. A part keeps the times of the DELETE rule and the column TTL that it
 * was written under, without their expression: once the last of these has passed, all of it goes, whatever the rule
 * says by now. Null: it takes something, and nobody could count what.
 */
export function judgeLoss(
  part: TtlPart,
  rules: readonly TtlRule[],
  { nowMs, mode, habits }: JudgedAt,
): PartLoss | null {
  const { columns, passedPartitions } = habits
  const mergesAway = mode === 'gentle' && part.deleteInfo === null && passedPartitions.has(part.partitionId)
  if (mode === 'heavy' && holdsPassedDelete(part, rules, nowMs)) {
    const deleted = part.counted?.rows ?? part.rows
    return { ...noPartLoss, deleted, bytes: wholePart(part), atMost: part.counted === null }
  }
  if (!takesSomething(rules, columns)) return noPartLoss
  const { counted } = part
  if (counted === null) return null
  const { rows, deleted } = counted
  if (rows === 0n) return noPartLoss
  if (deleted === rows && !mayStay(part, rules, nowMs, mode))
    return { ...noPartLoss, deleted, bytes: wholePart(part) }
  // A merge folds rows of several parts together.
  const folded = mode === 'gentle' ? { ...counted.folded, output: 0n, exact: false } : counted.folded
  // What a merge does depends on the parts that it takes: all of this one may go, or what each rule takes of it.
  const mayGo = mergesAway || holdsPassedDelete(part, rules, nowMs)
  const stays = mayStay(part, rules, nowMs, mode)
  const { values, wholeColumns } = judgeValues(part, counted, { folded, deletedToo: mayGo || stays, nowMs })
  if (mayGo)
    return { deleted: rows, folded: 0n, values, bytes: { ...wholePart(part), least: 0n }, atMost: true }
  // The mutation leaves a part alone of which some rows are left. Merges do not (seen with 26.7).
  const leavesPart = leavesParts(rules, habits)
  const loss = { deleted, folded: folded.input - folded.output, values }
  const atMost =
    (folded.input > 0n && (!folded.exact || values.size > 0)) ||
    (mode === 'gentle' && wholeColumns) ||
    ((leavesPart || stays) && deleted > 0n)
  const bytes = estimateBytes(part, rows, loss)
  // What a merge leaves of columns depends on the parts that it takes.
  const least = mode === 'heavy' && !atMost ? bytesOfWholeColumns(part, values, nowMs) : 0n
  return { ...loss, bytes: { ...bytes, least }, atMost }
}

/**
 * A merge takes no row by the DELETE rule while the first of the times that the part keeps of it is still to come, whatever the
 * rule says by now; unless another part of the merge lacks its times (seen with 26.7). So the rows go or stay.
 */
function mayStay({ deleteInfo }: TtlPart, rules: readonly TtlRule[], nowMs: number, mode: TtlMode): boolean {
  const hasRule = rules.some(({ action }) => isPlainDelete(action))
  return mode === 'gentle' && hasRule && deleteInfo !== null && deleteInfo.firstMs > nowMs
}

/** @param deletedToo rows past a DELETE rule may stay, and then lose their values */
function judgeValues(
  part: TtlPart,
  counted: PartCounts,
  { folded, deletedToo, nowMs }: { folded: PartCounts['folded']; deletedToo: boolean; nowMs: number },
): { values: ReadonlyMap<string, bigint>; wholeColumns: boolean } {
  const values = new Map<string, bigint>()
  let wholeColumns = false
  for (const [name, { kept, everywhere }] of counted.values) {
    const { past, all } = deletedToo ? everywhere : kept
    const info = part.columnInfo.get(name)
    const whole = part.wide && info?.lastMs != null && info.lastMs <= nowMs
    wholeColumns ||= whole && all > past
    // A folded row may be made of values that were the default, and its time may be a new one.
    const made = (folded.exact ? folded.output : folded.input) + (deletedToo ? counted.deleted : 0n)
    const lost = (whole ? all : past) + (folded.input > 0n ? made : 0n)
    if (lost > 0n) values.set(name, lost)
  }
  return { values, wholeColumns }
}

/** All rows go by the times that the part holds. */
export function holdsPassedDelete(
  { deleteInfo }: Pick<TtlPart, 'deleteInfo'>,
  rules: readonly TtlRule[],
  nowMs: number,
): boolean {
  return (
    deleteInfo !== null && deleteInfo.lastMs <= nowMs && rules.some(({ action }) => isPlainDelete(action))
  )
}

/** MATERIALIZE TTL gives parts their times and takes no row: whole parts go by merges after it. */
export function leavesParts(
  rules: readonly TtlRule[],
  { dropsWholeParts, columns }: Pick<TtlHabits, 'dropsWholeParts' | 'columns'>,
): boolean {
  return dropsWholeParts && columns.length === 0 && rules.every(({ action }) => isPlainDelete(action))
}

/** Whether the TTL has a rule that makes rows fewer. */
export function takesRows(rules: readonly TtlRule[]): boolean {
  return rules.some(({ action }) => action.kind === 'delete' || action.kind === 'group-by')
}

export function isPlainDelete(action: TtlAction): boolean {
  return action.kind === 'delete' && action.where === null
}

function takesSomething(rules: readonly TtlRule[], columns: readonly string[]): boolean {
  return columns.length > 0 || takesRows(rules)
}

function wholePart({ bytesOnDisk }: TtlPart): FreedBytes {
  return { least: bytesOnDisk, about: bytesOnDisk, most: bytesOnDisk }
}

/** The server drops the files of a column of which every value is past its TTL. */
function bytesOfWholeColumns(part: TtlPart, values: PartLoss['values'], nowMs: number): bigint {
  if (!part.wide) return 0n
  return [...values.keys()].reduce((sum, name) => {
    const info = part.columnInfo.get(name)
    return info?.lastMs != null && info.lastMs <= nowMs ? sum + info.bytes : sum
  }, 0n)
}

function estimateBytes(
  part: TtlPart,
  rows: bigint,
  loss: Pick<PartLoss, 'deleted' | 'folded' | 'values'>,
): Omit<FreedBytes, 'least'> {
  const ofColumns = [...loss.values].map(([name, values]) => {
    const bytes = part.columnInfo.get(name)?.bytes ?? 0n
    return { all: bytes, share: (bytes * values) / rows }
  })
  const rowsLost = loss.deleted + loss.folded
  const about = (part.bytesOnDisk * rowsLost) / rows + ofColumns.reduce((sum, { share }) => sum + share, 0n)
  // A compact part keeps no size by column.
  const most =
    rowsLost > 0n || (ofColumns.length > 0 && !part.wide)
      ? part.bytesOnDisk
      : ofColumns.reduce((sum, { all }) => sum + all, 0n)
  return { about: about < most ? about : most, most }
}
