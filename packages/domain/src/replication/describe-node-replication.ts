import { delayText, farBehindSeconds } from './judge-replica.ts'

/** Sums over the replicated tables of one node. */
export interface NodeReplication {
  tables: number
  readOnly: number
  sessionExpired: number
  /** Some of those that are read-only, by name. */
  readOnlyTables: readonly string[]
  maxDelaySeconds: number
  /** The table with that delay. */
  mostBehind: string
  queueEntries: number
}

/** What is wrong with the replication of a node, in sentences; empty when nothing is. */
export function describeNodeReplication(sums: NodeReplication): string[] {
  const { tables, readOnly, sessionExpired, readOnlyTables, maxDelaySeconds, mostBehind } = sums
  const sentences: string[] = []
  if (readOnly > 0 || sessionExpired > 0) {
    const count = Math.max(readOnly, sessionExpired)
    const which =
      count === tables
        ? count === 1
          ? `The only replicated table, ${readOnlyTables[0] ?? 'unnamed'}, is read-only`
          : `All ${tables} replicated tables are read-only`
        : `${count} of ${tables} replicated tables ${count === 1 ? 'is' : 'are'} read-only`
    sentences.push(
      sessionExpired > 0
        ? `${which}: Keeper session expired.`
        : count === tables && count === 1
          ? `${which}.`
          : `${which}: ${readOnlyTables.join(', ')}${count > readOnlyTables.length ? ', …' : ''}.`,
    )
  }
  if (maxDelaySeconds >= farBehindSeconds && sessionExpired === 0)
    sentences.push(`Replication of ${mostBehind} is ${delayText(maxDelaySeconds)} behind.`)
  return sentences
}
