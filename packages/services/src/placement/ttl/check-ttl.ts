import type { TableRef } from '@frostline/clickhouse'
import {
  listColumns,
  normalizeTtl,
  parseTableTtl,
  QueryFailedError,
  ttlExpressionTypes,
  ttlStatement,
} from '@frostline/clickhouse'
import { findTtlOverflow, printTtl, printTtlInBrackets, type TtlCheck, type TtlRule } from '@frostline/domain'
import { requireSafeSql } from '../../benchmarks/sql-judgement/require-safe-sql.ts'
import { requireSameTree } from '../../benchmarks/sql-judgement/require-same-tree.ts'
import { ttlSql } from '../../benchmarks/sql-judgement/ttl-sql.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readRules } from './read-rules.ts'

export interface CheckedTtl {
  /** In this node's spelling; null when its parser, or the check of its expressions, rejects it. */
  ttl: string | null
  rules: TtlRule[]
  checks: TtlCheck[]
}

/**
 * Has the server's parser read the TTL, judges its expressions, and has the server's analyzer check them against the
 * table's columns. Nothing is changed and no row is read. Errors that only ALTER can detect (GROUP BY keys, SET
 * aggregates) occur before it changes anything.
 */
export async function checkTtl(
  reader: NodeReader,
  connected: ConnectedNode,
  at: TableRef,
  rules: readonly TtlRule[],
  now: Date,
): Promise<CheckedTtl> {
  if (rules.length === 0) return { ttl: '', rules: [], checks: [] }
  const node = connected.name
  const refused = (text: string): TtlCheck => ({
    id: 'expression-types',
    node,
    outcome: 'blocking',
    text,
    hint: 'Nothing was changed. Correct the TTL.',
  })
  let ttl: string
  try {
    const [answer] = await reader.ask(normalizeTtl, { ttl: printTtl(rules) })
    ttl = parseTableTtl(answer?.statement ?? '')
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    return { ttl: null, rules: [], checks: [refused(messageOf(thrown))] }
  }
  const own = readRules(ttl)
  const fault = await findSqlFault(connected, ttl, own, await reader.ask(listColumns, at))
  if (fault !== null) return { ttl: null, rules: [], checks: [refused(fault)] }
  const conditions = own.flatMap(({ action }) =>
    action.kind === 'delete' && action.where !== null ? [action.where] : [],
  )
  const expressions = own.map(({ expression }) => expression)
  try {
    const types = await reader.ask(ttlExpressionTypes, {
      ...at,
      expressions: [...expressions, ...conditions],
    })
    const wrong = expressions.flatMap((expression, index) => {
      const type = types[index]?.type ?? ''
      return /^(Date|Date32|DateTime(64)?(\(.*\))?)$/.test(type) ? [] : [`${expression} is ${type}`]
    })
    if (wrong.length > 0)
      return {
        ttl,
        rules: own,
        checks: [refused(`A TTL expression must be a Date or a DateTime, but ${wrong.join('; ')}.`)],
      }
    return {
      ttl,
      rules: own,
      checks: [
        {
          id: 'expression-types',
          node,
          outcome: 'passed',
          text: 'The server reads every expression as a date or a time.',
          hint: null,
        },
        ...findTtlOverflow(
          node,
          expressions.map((expression, index) => ({ expression, type: types[index]?.type ?? '' })),
          now.getTime(),
        ),
      ],
    }
  } catch (thrown) {
    if (!isRefusal(thrown)) throw thrown
    if (thrown.failure.error.code !== ACCESS_DENIED)
      return { ttl, rules: own, checks: [refused(messageOf(thrown))] }
    return {
      ttl,
      rules: own,
      checks: [
        {
          id: 'expression-types',
          node,
          outcome: 'warning',
          text: 'The ClickHouse user of the console may not read the table. Types and due times were not checked.',
          hint: 'Grant SELECT on the table, or rely on the TTL information of the parts.',
        },
      ],
    }
  }
}

/** Runs before any of it is evaluated: what the expressions read and call in addition to the table's columns. */
async function findSqlFault(
  node: ConnectedNode,
  ttl: string,
  rules: readonly TtlRule[],
  columns: readonly { name: string }[],
): Promise<string | null> {
  try {
    const expressions = ttlSql(rules, new Set(columns.map(({ name }) => name)))
    await requireSafeSql(node, { types: [], expressions })
    await requireSameTree(node, 'The TTL', ttlStatement(ttl), ttlStatement(printTtlInBrackets(rules)))
    return null
  } catch (thrown) {
    if (!(thrown instanceof ServiceError) || thrown.code !== 'invalid') throw thrown
    return thrown.message
  }
}

const ACCESS_DENIED = 497

type Refusal = QueryFailedError & { failure: { kind: 'refused'; error: { code: number; message: string } } }

function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof QueryFailedError && thrown.failure.kind === 'refused'
}

function messageOf(refusal: Refusal): string {
  return `ClickHouse rejects it (code ${refusal.failure.error.code}): ${refusal.failure.error.message.slice(0, 600)}`
}
