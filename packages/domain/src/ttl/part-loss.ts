import type { PartCounts, TtlPart } from './ttl-part.ts'
import type { TtlAction, TtlRule } from './ttl-rule.ts'

export interface JudgedAt {
  nowMs: number
  mode: TtlMode
  habits: TtlHabits
}

/** gentle: metadata only. heavy: the TTL is materialized, which rewrites every part. */
export type TtlMode = 'gentle' | 'heavy'

/** What the TTLs of a table remove from one part. */
export interface PartLoss {
  /** Rows past a DELETE rule. */
  deleted: bigint
  /** Rows removed by a GROUP BY rule: its input less its output. */
  folded: bigint
  /** Values that become the default of their column, by column. */
  values: ReadonlyMap<string, bigint>
  bytes: FreedBytes
  /** The figures are upper bounds. */
  atMost: boolean
}

/**
 * What the loss frees on the disk of the part: compressed bytes of its files, as system.parts has them before and
 * after. Whole parts, and whole columns of wide parts, are certain. Where some rows or values stay, it is at most the
 * whole part or column, and about the share of its rows or values. Not included is what a rewritten part gains: TTL
 * information, and column statistics (on 26.7 up to 4 KiB in small parts of 13 columns).
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

/** How a table removes rows, apart from its rules. */
export interface TtlHabits {
  /** ttl_only_drop_parts */
  dropsWholeParts: boolean
  /** Columns with a TTL of their own. */
  columns: readonly string[]
  /**
   * Partitions with a part of which every time of the DELETE rule has passed. Merged with it, a part without such times
   * is dropped whole, even rows that the rule keeps: the times of the one apply to both (seen on 26.7).
   */
  passedPartitions: ReadonlySet<string>
}

/**
 * What a table's TTL removes from a part, including column TTLs, as the server does it (seen on 26.7): DELETE rules
 * first, then GROUP BY, then columns. A part keeps the times of the DELETE rule and the column TTL under which it was
 * written, without their expression: once the last of these has passed, all of it is removed, whatever the current rule
 * says. Null: it removes something that could not be counted.
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
  // A merge aggregates rows of several parts.
  const folded = mode === 'gentle' ? { ...counted.folded, output: 0n, exact: false } : counted.folded
  // What a merge does depends on the parts that it includes: all of this one may be removed, or what each rule removes
  // of it.
  const mayGo = mergesAway || holdsPassedDelete(part, rules, nowMs)
  const stays = mayStay(part, rules, nowMs, mode)
  const { values, wholeColumns } = judgeValues(part, counted, { folded, deletedToo: mayGo || stays, nowMs })
  if (mayGo)
    return { deleted: rows, folded: 0n, values, bytes: { ...wholePart(part), least: 0n }, atMost: true }
  // The mutation leaves a part alone if some rows remain. Merges do not (seen on 26.7).
  const leavesPart = leavesParts(rules, habits)
  const loss = { deleted, folded: folded.input - folded.output, values }
  const atMost =
    (folded.input > 0n && (!folded.exact || values.size > 0)) ||
    (mode === 'gentle' && wholeColumns) ||
    ((leavesPart || stays) && deleted > 0n)
  const bytes = estimateBytes(part, rows, loss)
  // What a merge leaves of columns depends on the parts that it includes.
  const least = mode === 'heavy' && !atMost ? bytesOfWholeColumns(part, values, nowMs) : 0n
  return { ...loss, bytes: { ...bytes, least }, atMost }
}

/**
 * A merge removes no row by the DELETE rule while the first of the rule's times in the part is in the future, whatever
 * the current rule says, unless another part of the merge has no such times (seen on 26.7). So the rows may be removed
 * or stay.
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
    // An aggregated row may consist of values that were the default, and its time may be a new one.
    const made = (folded.exact ? folded.output : folded.input) + (deletedToo ? counted.deleted : 0n)
    const lost = (whole ? all : past) + (folded.input > 0n ? made : 0n)
    if (lost > 0n) values.set(name, lost)
  }
  return { values, wholeColumns }
}

/** All rows are removed by the times in the part. */
export function holdsPassedDelete(
  { deleteInfo }: Pick<TtlPart, 'deleteInfo'>,
  rules: readonly TtlRule[],
  nowMs: number,
): boolean {
  return (
    deleteInfo !== null && deleteInfo.lastMs <= nowMs && rules.some(({ action }) => isPlainDelete(action))
  )
}

/** MATERIALIZE TTL gives parts their times and removes no row: later merges drop whole parts. */
export function leavesParts(
  rules: readonly TtlRule[],
  { dropsWholeParts, columns }: Pick<TtlHabits, 'dropsWholeParts' | 'columns'>,
): boolean {
  return dropsWholeParts && columns.length === 0 && rules.every(({ action }) => isPlainDelete(action))
}

/** Whether the TTL has a rule that removes rows. */
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
  // A compact part stores no size per column.
  const most =
    rowsLost > 0n || (ofColumns.length > 0 && !part.wide)
      ? part.bytesOnDisk
      : ofColumns.reduce((sum, { all }) => sum + all, 0n)
  return { about: about < most ? about : most, most }
}
