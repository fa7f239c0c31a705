import { z } from 'zod'
import type { PartWitness } from '../tier-migration/proof.ts'

const wholeNumber = z.string().regex(/^\d+$/)

/** What one read of some rows gives. Sums modulo 2^64 do not depend on the order of rows. */
export const contentChecks = z.object({
  rows: wholeNumber,
  /** Of whole rows: values of one row that changed places are noticed. */
  rowSum: wholeNumber,
  /** Of each column, in the order of the archive's columns. */
  columnSums: z.array(wholeNumber),
  /** Smallest and largest value of the first key column, as text. Null: the table has no key. */
  keyRange: z.object({ min: z.string(), max: z.string() }).nullable(),
})
export type ContentChecks = z.infer<typeof contentChecks>

/** Why what was read is not what it must be; null: it is. @param places where each of them is, for the text. */
export function compareContents(
  columns: readonly string[],
  expectedRows: bigint,
  source: ContentChecks,
  found: ContentChecks,
  places: readonly [string, string] = ['in the table', 'in the file'],
): string | null {
  const differ = (what: string, of: (checks: ContentChecks) => string | undefined) =>
    `${what}: ${of(source)} ${places[0]}, ${of(found)} ${places[1]}.`
  if (BigInt(source.rows) !== expectedRows)
    return `The parts have ${expectedRows} rows, and ${source.rows} of them could be read. A row policy of the console user, or a lightweight DELETE, may hide the others.`
  if (source.rows !== found.rows) return differ('The number of rows differs', ({ rows }) => rows)
  const at = columns.findIndex((_, index) => source.columnSums[index] !== found.columnSums[index])
  if (at !== -1)
    return differ(`The checksum of column ${columns[at]} differs`, ({ columnSums }) => columnSums[at])
  if (source.rowSum !== found.rowSum)
    return differ('The checksum of whole rows differs', ({ rowSum }) => rowSum)
  return null
}

/** Of several files, or several partitions, together. */
export function addContents(contents: readonly ContentChecks[]): ContentChecks {
  const add = (values: readonly (string | undefined)[]) =>
    String(
      BigInt.asUintN(
        64,
        values.reduce((sum, value) => sum + BigInt(value ?? '0'), 0n),
      ),
    )
  const [first] = contents
  return {
    rows: String(contents.reduce((sum, { rows }) => sum + BigInt(rows), 0n)),
    rowSum: add(contents.map(({ rowSum }) => rowSum)),
    columnSums: (first?.columnSums ?? []).map((_, index) =>
      add(contents.map(({ columnSums }) => columnSums[index])),
    ),
    keyRange: null,
  }
}

type SeenPart = Pick<PartWitness, 'name' | 'rows' | 'hash'>

/**
 * Whether the frozen parts are still there, unchanged. `late` came since: their rows are in no file and stay in the table.
 * `gone` were merged, mutated or dropped.
 */
export function compareFrozen<Part extends SeenPart>(
  frozen: readonly SeenPart[],
  now: readonly Part[],
): { gone: string[]; late: Part[] } {
  const seen = new Map(now.map((part) => [part.name, part]))
  const known = new Set(frozen.map(({ name }) => name))
  return {
    gone: frozen
      .filter(({ name, rows, hash }) => {
        const part = seen.get(name)
        return part === undefined || part.rows !== rows || part.hash !== hash
      })
      .map(({ name }) => name),
    late: now.filter(({ name }) => !known.has(name)),
  }
}
