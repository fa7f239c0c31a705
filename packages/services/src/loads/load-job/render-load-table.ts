import {
  createDistributedStatement,
  createMergeTreeStatement,
  type NewTablePlace,
  type Statement,
} from '@frostline/clickhouse'
import { inBrackets, type LoadTable, landingTableOf, printTtl, printTtlInBrackets } from '@frostline/domain'
import { requireSafeSql, type UserSql } from '../../benchmarks/sql-judgement/require-safe-sql.ts'
import { requireSameTree } from '../../benchmarks/sql-judgement/require-same-tree.ts'
import { ttlSql } from '../../benchmarks/sql-judgement/ttl-sql.ts'
import { readRules } from '../../placement/ttl/read-rules.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'

/** A table whose engine and place are decided. */
export type PlacedTable = Omit<LoadTable, 'replicated' | 'sentBy'> & {
  replicated: boolean
  on: NewTablePlace
}

/** The local table, then the Distributed one over it. */
export function renderTable(wanted: PlacedTable): Statement[] {
  return renderWith(wanted, printTtl(readRules(wanted.ttl)))
}

/** With every expression in brackets, as it was judged. */
function renderInBrackets(wanted: PlacedTable): Statement[] {
  const [orderBy, partitionBy, shardingKey] = [wanted.orderBy, wanted.partitionBy, wanted.shardingKey].map(
    (text) => (text === '' ? '' : inBrackets(text)),
  ) as [string, string, string]
  return renderWith(
    { ...wanted, orderBy, partitionBy, shardingKey },
    printTtlInBrackets(readRules(wanted.ttl)),
  )
}

function renderWith(wanted: PlacedTable, ttl: string): Statement[] {
  const landing = landingTableOf(wanted)
  const engine = wanted.replicated ? `Replicated${wanted.engine}` : wanted.engine
  const local = createMergeTreeStatement({ ...wanted, table: landing.table, engine, ttl })
  if (wanted.cluster === null) return [local]
  const { database, table, cluster, shardingKey, on } = wanted
  return [
    local,
    createDistributedStatement({ database, table, local: landing.table, cluster, shardingKey, on }),
  ]
}

/** @throws ServiceError as requireSafeSql does */
export async function requireSafeTable(node: ConnectedNode, wanted: PlacedTable): Promise<void> {
  await requireSafeSql(node, sqlOf(wanted))
  const whole = renderInBrackets(wanted)
  for (const [index, { sql }] of renderTable(wanted).entries())
    await requireSameTree(node, 'The table', sql, whole[index]?.sql ?? '')
}

/** @throws ServiceError `invalid` for a text that is no TTL */
function sqlOf(wanted: PlacedTable): UserSql {
  const columns = new Set(wanted.columns.map(({ name }) => name))
  const keys = [
    { what: 'ORDER BY', text: wanted.orderBy },
    { what: 'PARTITION BY', text: wanted.partitionBy },
    ...(wanted.cluster === null ? [] : [{ what: 'The sharding key', text: wanted.shardingKey }]),
  ]
  return {
    types: wanted.columns.map(({ name, type }) => ({ what: `The type of the column ${name}`, text: type })),
    expressions: [
      ...keys.filter(({ text }) => text !== '').map((key) => ({ ...key, columns })),
      ...ttlSql(readRules(wanted.ttl), columns),
    ],
  }
}
