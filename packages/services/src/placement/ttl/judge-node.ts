import type { TableRef } from '@frostline/clickhouse'
import { type TtlPartRow, ttlDueTimes } from '@frostline/clickhouse'
import {
  findLossTraps,
  findMaterializeFaults,
  findTtlTraps,
  holdsPassedDelete,
  type JudgedPart,
  judgeTtl,
  leavesParts,
  type TtlCheck,
  type TtlHabits,
  type TtlMode,
  type TtlPart,
  type TtlRule,
  takesRows,
} from '@frostline/domain'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import type { CheckedTtl } from './check-ttl.ts'
import { countLosses, deleteRules, isRefused, notComputed } from './count-losses.ts'
import { type ColumnTtls, observeColumnTtls, type TtlObservation } from './observe-table.ts'
import { readRules } from './read-rules.ts'

export interface JudgedNode {
  checks: TtlCheck[]
  gentle: JudgedPart[]
  heavy: JudgedPart[]
}

/**
 * What the checked TTL would do to every part of one node now. `countedAt`: rows and values past their TTL by then
 * count as lost.
 */
export async function judgeNode(
  reader: NodeReader,
  node: string,
  at: TableRef,
  seen: TtlObservation,
  { rules }: CheckedTtl,
  times: { now: Date; countedAt: Date },
): Promise<JudgedNode> {
  // Without a rule nothing is materialized, so columns keep their values for now.
  const columnTtls: ColumnTtls =
    rules.length === 0 ? { names: [], columns: [], byPart: new Map() } : await observeColumnTtls(reader, at)
  const [due, counted] = await Promise.all([
    computeDueTimes(reader, node, at, seen, rules, times.countedAt),
    countLosses(reader, node, at, seen, rules, columnTtls, times.countedAt),
  ])
  const columns = columnTtls.columns.map(({ name }) => name)
  const dropsWholeParts = isOn(seen.settings.ttl_only_drop_parts)
  const touchesValues =
    (takesRows(rules) || columns.length > 0) && !leavesParts(rules, { dropsWholeParts, columns })
  const parts = seen.parts.map((row) => {
    const columnInfo = columnTtls.byPart.get(row.name) ?? new Map()
    return {
      ...toTtlPart(row, rules, due.byPart),
      columnInfo,
      addedFiles: countAddedFiles(row, columnInfo, { settings: seen.settings, touchesValues }),
      counted: counted.byPart?.get(row.name) ?? null,
    }
  })
  const habits: TtlHabits = {
    dropsWholeParts,
    columns,
    passedPartitions: new Set(
      parts.flatMap((part) =>
        holdsPassedDelete(part, rules, times.now.getTime()) ? [part.partitionId] : [],
      ),
    ),
  }
  const judge = (mode: TtlMode) =>
    parts.map((part) => ({
      part,
      effect: judgeTtl(part, rules, seen.policy, { nowMs: times.now.getTime(), mode, habits }),
    }))
  const gentle = judge('gentle')
  const traps = findTtlTraps({
    node,
    policy: seen.policy,
    movesOnInsert: (name) =>
      seen.policyRows.some((row) => row.volume_name === name && row.perform_ttl_move_on_insert),
    next: rules,
    gentle,
  })
  const losses = findLossTraps({
    ...{ node, gentle, current: readRules(seen.ttl), next: rules, nowMs: times.now.getTime() },
    dropsWholeParts,
    mergeEverySeconds: Number(seen.settings.merge_with_ttl_timeout ?? 0),
  })
  const faults = findMaterializeFaults({
    ...{ node, rules, columnNames: columnTtls.names, columns: columnTtls.columns },
    hasWideParts: parts.some(({ wide }) => wide),
    pending: seen.mutations.map((each) => ({ command: each.command, failure: each.latest_fail_reason })),
  })
  return {
    checks: [...faults, ...due.checks, ...counted.checks, ...losses, ...traps, ...checkMutations(node, seen)],
    gentle,
    heavy: judge('heavy'),
  }
}

/** A boolean setting, as a table writes it, or as the server shows its own. */
function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

type DueByPart = ReadonlyMap<string, { firstMs: readonly bigint[]; lastMs: readonly bigint[] }>

/**
 * The rows are read only where the parts do not show it: a rule deletes, or a part lacks the TTL information of a move
 * rule. A part written after the parts were listed is missing in the result, and vice versa.
 */
async function computeDueTimes(
  reader: NodeReader,
  node: string,
  at: TableRef,
  seen: TtlObservation,
  rules: readonly TtlRule[],
  countedAt: Date,
): Promise<{ byPart: DueByPart | null; checks: TtlCheck[] }> {
  const expressions = moveExpressions(rules)
  const deletes = deleteRules(rules)
  const told = seen.parts.every((part) =>
    expressions.every((each) => part.move_ttl_expressions.includes(each)),
  )
  if (seen.parts.length === 0 || expressions.length === 0 || (told && deletes.length === 0))
    return { byPart: null, checks: [] }
  try {
    const rows = await reader.ask(ttlDueTimes, { ...at, expressions, deletes, at: countedAt })
    return {
      byPart: new Map(rows.map((row) => [row.part, { firstMs: row.first_ms, lastMs: row.last_ms }])),
      checks: [],
    }
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    const hint = 'Parts with TTL information are still checked. The others count as unknown.'
    return {
      byPart: null,
      checks: [notComputed(node, 'The due times of the rows could not be computed', thrown, hint)],
    }
  }
}

function moveExpressions(rules: readonly TtlRule[]): string[] {
  return [...new Set(rules.flatMap(({ expression, action }) => (action.kind === 'move' ? [expression] : [])))]
}

function toTtlPart(
  row: TtlPartRow,
  rules: readonly TtlRule[],
  due: DueByPart | null,
): Omit<TtlPart, 'counted' | 'columnInfo' | 'addedFiles'> {
  const own = due?.get(row.name)
  const expressions = moveExpressions(rules)
  return {
    name: row.name,
    partitionId: row.partition_id,
    partition: row.partition,
    disk: row.disk_name,
    rows: row.rows,
    bytesOnDisk: row.bytes_on_disk,
    files: row.files,
    moveInfo: new Map(
      row.move_ttl_expressions.flatMap((expression, index) => {
        const [first, last] = [row.move_ttl_min[index], row.move_ttl_max[index]]
        return first && last ? [[expression, { firstMs: first.getTime(), lastMs: last.getTime() }]] : []
      }),
    ),
    deleteInfo:
      row.delete_ttl_min && row.delete_ttl_max
        ? { firstMs: row.delete_ttl_min.getTime(), lastMs: row.delete_ttl_max.getTime() }
        : null,
    rowInfo: new Map(
      row.row_ttl_expressions.flatMap((expression, index) => {
        const first = row.row_ttl_min[index]
        return first && first.getTime() > 0 ? [[expression, first.getTime()]] : []
      }),
    ),
    wide: row.part_type === 'Wide',
    hasHiddenRows: row.has_lightweight_delete,
    computed: own
      ? {
          due: new Map(
            expressions.map((expression, index) => [
              expression,
              { firstMs: Number(own.firstMs[index] ?? 0n), lastMs: Number(own.lastMs[index] ?? 0n) },
            ]),
          ),
        }
      : null,
  }
}

/**
 * Seen on 26.7: ttl.txt, where the part has none, and statistics.packed, which an INSERT does not write, where the
 * server creates statistics automatically and the mutation processes values: not for rules that only move or
 * recompress.
 */
function countAddedFiles(
  row: TtlPartRow,
  columns: TtlPart['columnInfo'],
  { settings, touchesValues }: { settings: TtlObservation['settings']; touchesValues: boolean },
): bigint {
  const expressions = [
    ...row.move_ttl_expressions,
    ...row.row_ttl_expressions,
    ...row.recompression_ttl_expressions,
  ]
  const timed =
    row.delete_ttl_max !== null ||
    expressions.length > 0 ||
    [...columns.values()].some(({ lastMs }) => lastMs !== null)
  const inserted = row.level === 0 && row.data_version === row.min_block_number
  const makesStatistics =
    isOn(settings.materialize_statistics_on_merge) && (settings.auto_statistics_types ?? '') !== ''
  return (timed ? 0n : 1n) + (inserted && makesStatistics && touchesValues ? 1n : 0n)
}

function checkMutations(node: string, { mutations }: TtlObservation): TtlCheck[] {
  if (mutations.length === 0) return []
  return [
    {
      id: 'no-pending-mutations',
      node,
      outcome: 'warning',
      text: `${mutations.length} ${mutations.length === 1 ? 'mutation is' : 'mutations are'} not finished. First: ${mutations[0]?.command ?? ''}.`,
      hint: 'MATERIALIZE TTL waits for them. Let them finish first.',
    },
  ]
}
