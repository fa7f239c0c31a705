import { groupBy } from '../group-by.ts'

/** A partition as one replica has it. Numbers are decimal strings, as the ledger keeps them. */
export interface ExitContent {
  node: string
  shard: number
  partitionId: string
  rows: string
  parts: string
  bytes: string
  /** Of all its parts by their names-free content. */
  hash: string
}

export interface ExitVerdict {
  /** By partition and replica. */
  identical: number
  /** Of equal rows, with other parts: merged, or mutated. */
  rewritten: number
  /** Rows came or went. */
  changed: string[]
  /** Partitions whose replicas differ now. */
  differing: string[]
}

/** Compares the partitions that shared objects with what they were, and the replicas of each shard with each other. */
export function judgeExit(before: readonly ExitContent[], after: readonly ExitContent[]): ExitVerdict {
  const now = new Map(after.map((content) => [keyOf(content), content]))
  const verdict: ExitVerdict = { identical: 0, rewritten: 0, changed: [], differing: [] }
  for (const content of before) {
    const own = now.get(keyOf(content))
    if (own?.rows !== content.rows)
      verdict.changed.push(
        `${content.partitionId} on ${content.node}: ${content.rows} rows, now ${own?.rows ?? 'none'}`,
      )
    else if (own.hash === content.hash) verdict.identical += 1
    else verdict.rewritten += 1
  }
  for (const replicas of groupBy(after, ({ shard, partitionId }) => `${shard} ${partitionId}`).values()) {
    const [first] = replicas
    if (replicas.some(({ rows, hash }) => rows !== first.rows || hash !== first.hash))
      verdict.differing.push(`${first.partitionId} of shard ${first.shard}`)
  }
  return verdict
}

function keyOf({ node, partitionId }: ExitContent): string {
  return JSON.stringify([node, partitionId])
}

/** For people, of a run whose setting is off and whose parts nobody shares. */
export function describeExit({ identical, rewritten, changed, differing }: ExitVerdict): string {
  const compared =
    `${identical} copies of partitions have the same parts as before` +
    (rewritten > 0 ? `, ${rewritten} the same rows in other parts` : '') +
    (changed.length > 0 ? `, ${changed.length} other rows (${changed.slice(0, 5).join('; ')})` : '')
  const replicas =
    differing.length === 0
      ? 'the replicas of each shard are equal'
      : `replicas differed when they were compared (${differing.slice(0, 5).join('; ')})`
  return `${compared}; ${replicas}.`
}
