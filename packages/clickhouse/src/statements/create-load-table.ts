import { qualifiedName } from '../sql/qualified-name.ts'
import { quoteIdentifier } from '../sql/quote-identifier.ts'
import { quoteString } from '../sql/quote-string.ts'
import type { Statement } from './statement.ts'

/**
 * The node has judged each expression and type (requireSafeSql), and parsed the statement the same as with brackets
 * around each (requireSameTree): the server keeps brackets, and would then show keys and TTLs that nobody wrote. A line
 * end follows each text, as it may end in a comment.
 */
export interface NewMergeTree {
  database: string
  table: string
  columns: readonly { name: string; type: string }[]
  engine: string
  orderBy: string
  partitionBy: string
  ttl: string
  storagePolicy: string
  on: NewTablePlace
}

/** How the statement reaches the nodes. */
export interface NewTablePlace {
  /**
   * The same on all nodes, as required by zero-copy replication and {uuid} in a Keeper path. Null: chosen by the node.
   */
  uuid: string | null
  /** ON CLUSTER of this name; null: only for the node that gets it. */
  cluster: string | null
}

/**
 * A MergeTree table; a replicated one uses the server's default path and replica name. An existing one stays as it is.
 */
export function createMergeTreeStatement(wanted: NewMergeTree): Statement {
  const columns = wanted.columns.map(({ name, type }) => `    ${quoteIdentifier(name)} ${type}`)
  const clauses = [
    `ENGINE = ${wanted.engine}`,
    ...(wanted.partitionBy === '' ? [] : [`PARTITION BY ${wanted.partitionBy}`]),
    `ORDER BY ${wanted.orderBy === '' ? 'tuple()' : wanted.orderBy}`,
    ...(wanted.ttl === '' ? [] : [`TTL ${wanted.ttl}`]),
    ...(wanted.storagePolicy === ''
      ? []
      : [`SETTINGS storage_policy = ${quoteString(wanted.storagePolicy)}`]),
  ]
  const name = qualifiedName(wanted.database, wanted.table)
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${name}${wanted.on.uuid === null ? '' : ` UUID ${quoteString(wanted.on.uuid)}`}${onCluster(wanted.on)}\n(\n${columns.join(',\n')}\n)\n${clauses.join('\n')}`,
    params: {},
  }
}

/** A Distributed table with the columns of the local one, over a cluster that the node knows. */
export function createDistributedStatement(wanted: {
  database: string
  table: string
  local: string
  cluster: string
  shardingKey: string
  on: NewTablePlace
}): Statement {
  const { database, table, local, cluster, shardingKey, on } = wanted
  const engine = [cluster, database, local].map(quoteString).join(', ')
  const key = shardingKey === '' ? '' : `, ${shardingKey}\n`
  return {
    sql: `CREATE TABLE IF NOT EXISTS ${qualifiedName(database, table)}${onCluster(on)} AS ${qualifiedName(database, local)}\nENGINE = Distributed(${engine}${key})`,
    params: {},
  }
}

function onCluster({ cluster }: NewTablePlace): string {
  return cluster === null ? '' : ` ON CLUSTER ${quoteIdentifier(cluster)}`
}
