import type { TableRef } from '@frostline/clickhouse'
import { QueryFailedError, type TtlLossRow, ttlFolds, ttlLosses, ttlParts } from '@frostline/clickhouse'
import { noPartCounts, type PartCounts, type TtlCheck, type TtlRule, takesRows } from '@frostline/domain'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import type { ColumnTtls, TtlObservation } from './observe-table.ts'

export interface CountedLosses {
  /** Null: nothing had to be counted, or it could not be. Parts written meanwhile are not included. */
  byPart: ReadonlyMap<string, PartCounts> | null
  checks: TtlCheck[]
}

/** Counts on the node what its TTLs remove at `countedAt`, over the rows; only where a rule removes something. */
export async function countLosses(
  reader: NodeReader,
  node: string,
  at: TableRef,
  seen: TtlObservation,
  rules: readonly TtlRule[],
  { columns }: ColumnTtls,
  countedAt: Date,
): Promise<CountedLosses> {
  if (seen.parts.length === 0 || (columns.length === 0 && !takesRows(rules)))
    return { byPart: null, checks: [] }
  const deletes = deleteRules(rules)
  const folds = rules.flatMap(({ expression, action }) =>
    action.kind === 'group-by' ? [{ expression, keys: action.keys }] : [],
  )
  try {
    const rows = await reader.ask(ttlLosses, {
      ...{ ...at, deletes, columns: [...columns], at: countedAt },
      folds: folds.map(({ expression }) => expression),
    })
    const outputs = await countFolds(reader, at, deletes, folds, countedAt)
    const hidden = new Set(seen.parts.flatMap((part) => (part.has_lightweight_delete ? [part.name] : [])))
    const byPart = new Map(
      rows.map((row): [string, PartCounts] => {
        const input = row.folded.reduce((sum, each) => sum + each, 0n)
        const output = hidden.has(row.part) ? undefined : outputs?.get(row.part)
        return [
          row.part,
          {
            rows: row.rows,
            deleted: row.deleted,
            // Several such rules apply to each other's output: at most all rows are removed.
            folded: { input, output: output ?? 0n, exact: input === 0n || output !== undefined },
            values: new Map(columns.map(({ name }, index) => [name, valuesOf(row, index)])),
          },
        ]
      }),
    )
    for (const name of await findInvisible(reader, at, seen, byPart)) byPart.set(name, noPartCounts)
    return { byPart, checks: [] }
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    return {
      byPart: null,
      checks: [
        notComputed(node, 'The data that the TTLs delete could not be counted', thrown, uncountedHint),
      ],
    }
  }
}

function valuesOf(row: TtlLossRow, index: number) {
  return {
    kept: { past: row.past_values[index] ?? 0n, all: row.all_values[index] ?? 0n },
    everywhere: {
      past: row.past_values_with_deleted[index] ?? 0n,
      all: row.all_values_with_deleted[index] ?? 0n,
    },
  }
}

/**
 * Parts that were not counted and still exist: queries see no row of them. A TTL has emptied them, or a lightweight
 * DELETE has hidden all rows.
 */
async function findInvisible(
  reader: NodeReader,
  at: TableRef,
  seen: TtlObservation,
  byPart: ReadonlyMap<string, PartCounts>,
): Promise<string[]> {
  const missing = new Set(seen.parts.flatMap(({ name }) => (byPart.has(name) ? [] : [name])))
  if (missing.size === 0) return []
  const parts = await reader.ask(ttlParts, at, { ttlMs: 0 })
  return parts.flatMap(({ name }) => (missing.has(name) ? [name] : []))
}

const uncountedHint = 'Its parts count as losing an unknown amount.'

export function notComputed(node: string, what: string, { failure }: Refused, hint: string): TtlCheck {
  const { code, message } = failure.error
  const text = `${what}: code ${code}, ${message.slice(0, 300)}`
  return { id: 'not-computed', node, outcome: 'warning', text, hint }
}

/** Output rows by part, of one GROUP BY rule. Undefined: unknown, and every aggregated row may be removed. */
async function countFolds(
  reader: NodeReader,
  at: TableRef,
  deletes: ReturnType<typeof deleteRules>,
  folds: readonly { expression: string; keys: string }[],
  countedAt: Date,
): Promise<ReadonlyMap<string, bigint> | undefined> {
  const [fold] = folds
  if (!fold || folds.length > 1) return undefined
  try {
    const rows = await reader.ask(ttlFolds, { ...at, deletes, ...fold, at: countedAt })
    return new Map(rows.map(({ part, runs }) => [part, runs]))
  } catch (thrown) {
    // Sorting the rows may exceed the memory limit for a large table.
    if (isRefused(thrown)) return undefined
    throw thrown
  }
}

export function deleteRules(rules: readonly TtlRule[]): { expression: string; where: string | null }[] {
  return rules.flatMap(({ expression, action }) =>
    action.kind === 'delete' ? [{ expression, where: action.where }] : [],
  )
}

type Refused = QueryFailedError & { failure: { kind: 'refused'; error: { code: number; message: string } } }

export function isRefused(thrown: unknown): thrown is Refused {
  return thrown instanceof QueryFailedError && thrown.failure.kind === 'refused'
}
