import { groupBy } from '../group-by.ts'

/** A partition on one replica. Numbers are decimal strings, as in the ledger. */
export interface ExitContent {
  node: string
  shard: number
  partitionId: string
  rows: string
  parts: string
  bytes: string
  /** Hash of all its parts, independent of their names. */
  hash: string
  /** The last block of its parts: what comes in later has a higher one. */
  lastBlock: string
  /** At the end, of its rows: those in parts up to the last block of the beginning, and those of parts merged across it. */
  oldRows?: string | undefined
  mixedRows?: string | undefined
}

export interface ExitVerdict {
  /** By partition and replica. */
  identical: number
  /** Same number of rows in other parts: merged, or mutated. */
  rewritten: number
  /** All of its rows, plus later ones. */
  grown: number
  /** Rows were removed, or added among the old ones. */
  changed: string[]
  /** Partitions whose replicas differed in all readings, without a change between them. */
  differing: string[]
  /** Partitions whose replicas differed in all readings, and which changed between them. */
  busy: string[]
}

/**
 * Compares the partitions that shared objects with their earlier state, and the replicas of each shard with each other.
 * Rows are inserted and parts merged between readings, and between the queries to two replicas: so a partition counts
 * as equal once one reading shows it so.
 * @param looks at the end, at least one. Each has an entry for every replica of a shard that has the partition.
 */
export function judgeExit(
  before: readonly ExitContent[],
  looks: readonly (readonly ExitContent[])[],
): ExitVerdict {
  const verdict: ExitVerdict = { identical: 0, rewritten: 0, grown: 0, changed: [], differing: [], busy: [] }
  const now = new Map((looks.at(-1) ?? []).map((content) => [keyOf(content), content]))
  for (const content of before) {
    const own = now.get(keyOf(content))
    const is = compare(content, own)
    if (is === 'changed') verdict.changed.push(describeChange(content, own))
    else verdict[is] += 1
  }
  const unequal = looks.map((look) => {
    const groups = groupBy(look, ({ shard, partitionId }) => `${partitionId} of shard ${shard}`)
    return new Map(
      [...groups].flatMap(([name, replicas]) => {
        const contents = replicas.map(({ rows, hash }) => `${rows} ${hash}`)
        return new Set(contents).size > 1 ? [[name, contents.join()] as const] : []
      }),
    )
  })
  for (const name of unequal.at(-1)?.keys() ?? []) {
    if (!unequal.every((look) => look.has(name))) continue
    const hasChanged = new Set(unequal.map((look) => look.get(name))).size > 1
    verdict[hasChanged ? 'busy' : 'differing'].push(name)
  }
  return verdict
}

function compare(
  content: ExitContent,
  own: ExitContent | undefined,
): 'identical' | 'rewritten' | 'grown' | 'changed' {
  if (!own) return 'changed'
  if (own.rows === content.rows && own.hash === content.hash) return 'identical'
  if (own.oldRows === undefined) return own.rows === content.rows ? 'rewritten' : 'changed'
  const rows = BigInt(content.rows)
  const [old, mixed] = [BigInt(own.oldRows), BigInt(own.mixedRows ?? 0)]
  // Old rows that were merged with later ones cannot be counted: this many may be all of them.
  if (mixed > 0n) return old + mixed >= rows ? 'grown' : 'changed'
  if (old !== rows) return 'changed'
  return own.rows === content.rows ? 'rewritten' : 'grown'
}

function describeChange({ partitionId, node, rows }: ExitContent, own: ExitContent | undefined): string {
  const what = `${partitionId} on ${node}: ${rows} rows`
  if (!own) return `${what}, now none`
  const came =
    own.oldRows === undefined || own.mixedRows !== '0' ? 0n : BigInt(own.rows) - BigInt(own.oldRows)
  return came > 0n
    ? `${what}, now ${own.oldRows}, and ${came} that arrived later`
    : `${what}, now ${own.rows}`
}

function keyOf({ node, partitionId }: ExitContent): string {
  return JSON.stringify([node, partitionId])
}

/** A message about a run whose setting is off and whose parts nobody shares. */
export function describeExit(verdict: ExitVerdict): string {
  const { identical, rewritten, grown, changed, differing, busy } = verdict
  const compared =
    `${identical} copies of partitions have the same parts as before` +
    (rewritten > 0 ? `, ${rewritten} the same number of rows in other parts` : '') +
    (grown > 0 ? `, ${grown} their rows and later rows` : '') +
    (changed.length > 0 ? `, ${changed.length} different rows (${changed.slice(0, 5).join('; ')})` : '')
  const replicas = [
    ...(differing.length === 0
      ? []
      : [`replicas differ in all checks (${differing.slice(0, 5).join('; ')})`]),
    ...(busy.length === 0
      ? []
      : [
          `replicas could not be compared, because rows arrived or parts were merged during every check (${busy.slice(0, 5).join('; ')})`,
        ]),
  ]
  return `${compared}; ${replicas.length === 0 ? 'the replicas of each shard are equal' : replicas.join('; ')}.`
}
