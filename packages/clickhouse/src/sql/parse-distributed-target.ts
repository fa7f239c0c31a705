export interface DistributedTarget {
  cluster: string
  database: string
  table: string
}

/**
 * The target of a Distributed table's reads, from `system.tables.engine_full`. The server writes the first three
 * arguments as string literals whatever the user wrote; null when it did not.
 */
export function parseDistributedTarget(engineFull: string): DistributedTarget | null {
  const literal = String.raw`'((?:[^'\\]|\\.|'')*)'`
  const match = new RegExp(`^Distributed\\(${literal}, ${literal}, ${literal}`, 's').exec(engineFull)
  const [cluster, database, table] = [match?.[1], match?.[2], match?.[3]]
  if (cluster === undefined || database === undefined || table === undefined) return null
  return { cluster: unquote(cluster), database: unquote(database), table: unquote(table) }
}

function unquote(text: string): string {
  return text.replace(/\\(.)|'(')/gs, '$1$2')
}
