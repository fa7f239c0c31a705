import { QueryFailedError, type TtlPartRow, ttlDueTimes } from '@frostline/clickhouse'
import {
  findTtlTraps,
  hasDelete,
  type JudgedPart,
  judgeTtl,
  type TtlCheck,
  type TtlMode,
  type TtlPart,
  type TtlRule,
} from '@frostline/domain'
import type { NodeReader } from '../reading/node-reader.ts'
import type { CheckedTtl } from './check-ttl.ts'
import type { TableAt, TtlObservation } from './observe-table.ts'
import { readRules } from './read-rules.ts'

export interface JudgedNode {
  checks: TtlCheck[]
  gentle: JudgedPart[]
  heavy: JudgedPart[]
}

/** What the checked TTL would do to every part of one node now. */
export async function judgeNode(
  reader: NodeReader,
  node: string,
  at: TableAt,
  seen: TtlObservation,
  { rules }: CheckedTtl,
  now: Date,
): Promise<JudgedNode> {
  const computed = await computeDueTimes(reader, node, at, seen, rules, now)
  const parts = seen.parts.map((row) => toTtlPart(row, rules, computed.byPart))
  const judge = (mode: TtlMode) =>
    parts.map((part) => ({
      part,
      effect: judgeTtl(part, rules, seen.policy, { nowMs: now.getTime(), mode }),
    }))
  const gentle = judge('gentle')
  const traps = findTtlTraps({
    node,
    policy: seen.policy,
    movesOnInsert: (name) =>
      seen.policyRows.some((row) => row.volume_name === name && row.perform_ttl_move_on_insert),
    dropsWholeParts: seen.settings.ttl_only_drop_parts === '1',
    current: readRules(seen.ttl),
    next: rules,
    gentle,
  })
  return {
    checks: [...computed.checks, ...traps, ...checkMutations(node, seen)],
    gentle,
    heavy: judge('heavy'),
  }
}

type DueByPart = ReadonlyMap<
  string,
  { expiredRows: bigint; firstMs: readonly bigint[]; lastMs: readonly bigint[] }
>

/**
 * The rows are asked only where the parts do not tell by themselves: a rule deletes, or a part lacks the information
 * of a move rule. A part that was written after the parts were listed is not in the answer, and the other way round.
 */
async function computeDueTimes(
  reader: NodeReader,
  node: string,
  at: TableAt,
  seen: TtlObservation,
  rules: readonly TtlRule[],
  now: Date,
): Promise<{ byPart: DueByPart | null; checks: TtlCheck[] }> {
  const expressions = moveExpressions(rules)
  const told = seen.parts.every((part) =>
    expressions.every((each) => part.move_ttl_expressions.includes(each)),
  )
  if (seen.parts.length === 0 || (told && !hasDelete(rules))) return { byPart: null, checks: [] }
  const deletes = rules.flatMap(({ expression, action }) =>
    action.kind === 'delete' ? [{ expression, where: action.where }] : [],
  )
  try {
    const rows = await reader.ask(ttlDueTimes, { ...at, expressions, deletes, now })
    return {
      byPart: new Map(
        rows.map((row) => [
          row.part,
          { expiredRows: row.expired_rows, firstMs: row.first_ms, lastMs: row.last_ms },
        ]),
      ),
      checks: [],
    }
  } catch (thrown) {
    if (!(thrown instanceof QueryFailedError) || thrown.failure.kind !== 'refused') throw thrown
    const check: TtlCheck = {
      id: 'not-computed',
      node,
      outcome: 'warning',
      text: `When rows are due could not be computed: code ${thrown.failure.error.code}, ${thrown.failure.error.message.slice(0, 300)}`,
      hint: 'Parts with TTL information of their own are judged all the same; the others count as unknown.',
    }
    return { byPart: null, checks: [check] }
  }
}

function moveExpressions(rules: readonly TtlRule[]): string[] {
  return [...new Set(rules.flatMap(({ expression, action }) => (action.kind === 'move' ? [expression] : [])))]
}

export function toTtlPart(row: TtlPartRow, rules: readonly TtlRule[], computed: DueByPart | null): TtlPart {
  const own = computed?.get(row.name)
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
    computed: own
      ? {
          expiredRows: own.expiredRows,
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

function checkMutations(node: string, { mutations }: TtlObservation): TtlCheck[] {
  if (mutations.length === 0) return []
  return [
    {
      id: 'no-pending-mutations',
      node,
      outcome: 'warning',
      text: `${mutations.length} ${mutations.length === 1 ? 'mutation is' : 'mutations are'} not done, the first: ${mutations[0]?.command ?? ''}.`,
      hint: 'MATERIALIZE TTL waits behind them. Let them end first.',
    },
  ]
}
