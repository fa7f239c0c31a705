import { sizeText } from '../text/size-text.ts'
import { type BadRowsFacts, checkBadRows } from './check-bad-rows.ts'
import { checkDuplicates, type DuplicateFacts } from './check-duplicates.ts'
import type { StagingChoice } from './choose-replica.ts'
import { isReplicated } from './is-replicated.ts'
import type { LoadCheck } from './load-check.ts'

export interface LoadFacts {
  sizeBytes: bigint
  /** Keys that the engine cannot name, at most some; `unreadable` is how many there are. */
  unreadable: number
  unreadableExample: string | null
  /** By the ends of their names. */
  formats: readonly string[]
  /** Nodes that will hold rows, each with what its first volume has left; null: no limit known. */
  landing: readonly { node: string; freeBytes: bigint | null }[]
  /** Of the landing table. */
  engine: string
  /** Its Replicated database has several shards: each ATTACH PARTITION goes to all replicas of all of them. */
  carried: boolean
  /** Nodes of the cluster that do not have the table, or were not seen. */
  missingNodes: readonly string[]
  /** Replicas that were not seen, each with another one of its shard that takes its rows. */
  awayReplicas: readonly { node: string; other: string }[]
  /** Of a replicated table: nodes that will hold rows and take no writes now. */
  readOnlyNodes: readonly string[]
  /** Replicas that have to have the rows before a batch is complete; 1: none is waited for. */
  quorum: LoadQuorum
  /** Of the landing table; rows that are moved in do not pass them. */
  materializedViews: readonly string[]
  /** Null: they could not be sampled, and why. */
  sample: SampleFacts | { failed: string }
  /** Replicas that were chosen to stage rows of a replicated table. */
  staging: readonly StagingChoice[]
  /** Null: possible. */
  strategyRefusal: string | null
  /** Null: a bad row fails its object. */
  badRows: BadRowsFacts | null
  duplicates: DuplicateFacts
}

interface SampleFacts {
  rows: bigint
  partitions: bigint
  /** Rows that a TTL would move at once, and delete at once. */
  expiredMoves: bigint
  expiredDeletes: bigint
}

export interface LoadQuorum {
  replicas: number
  /** Replicas of the smallest shard. */
  most: number
  /** Who asks for it. */
  asked: string
  /** select_sequential_consistency is set for the account. */
  sequential: boolean
  /** Shards that have fewer that answer and take writes. */
  short: readonly { shard: number; active: number }[]
}

/** Its default; the server counts them a block (max_partitions_per_insert_block). */
const maxPartitions = 100n

/** What must hold before a load, and what a person should know. Any blocking one keeps it from starting. */
export function checkLoad(facts: LoadFacts): LoadCheck[] {
  return [
    checkKeys(facts),
    checkFormats(facts),
    ...checkNodes(facts),
    checkEngine(facts),
    ...checkWritable(facts),
    ...checkQuorum(facts.quorum),
    checkStrategy(facts),
    ...checkCarried(facts),
    ...facts.staging.filter(({ reasons }) => reasons.length > 0).map(tellStaging),
    ...(facts.badRows === null ? [] : checkBadRows(facts.badRows)),
    checkDuplicates(facts.duplicates),
    checkSpace(facts),
    checkViews(facts),
    ...checkSample(facts.sample),
  ]
}

function checkKeys({ unreadable, unreadableExample }: LoadFacts): LoadCheck {
  if (unreadable === 0) return passed('readable-keys', 'ClickHouse can address all objects.')
  return {
    id: 'readable-keys',
    outcome: 'blocking',
    text: `ClickHouse cannot address ${unreadable} of the objects, such as ${JSON.stringify(unreadableExample)}.`,
    hint: 'Remove them from the selection, or copy them to keys without // and without a leading slash.',
  }
}

function tellStaging({ node, shard, reasons }: StagingChoice): LoadCheck {
  return passed('staging-replica', `Rows of shard ${shard} are staged on ${node}: ${reasons.join('; ')}.`)
}

function checkFormats({ formats }: LoadFacts): LoadCheck {
  if (formats.length < 2) return passed('one-format', 'All file extensions have the same format.')
  return {
    id: 'one-format',
    outcome: 'warning',
    text: `File extensions have different formats: ${formats.join(', ')}. All objects are read as one format.`,
    hint: 'Narrow the selection to one format, unless the extensions are wrong.',
  }
}

function checkNodes({ missingNodes, awayReplicas }: LoadFacts): LoadCheck[] {
  if (missingNodes.length === 0 && awayReplicas.length === 0)
    return [passed('target-nodes', 'All nodes of the load have the table.')]
  const away = awayReplicas.map(
    ({ node, other }): LoadCheck => ({
      id: 'target-nodes',
      outcome: 'warning',
      text: `The table was not found on ${node}. ${other}, a replica of the same shard, gets its rows.`,
      hint: `${node} fetches them when it is back and has the table. Until then, they have one copy less.`,
    }),
  )
  if (missingNodes.length === 0) return away
  return [
    ...away,
    {
      id: 'target-nodes',
      outcome: 'blocking',
      text: `The table was not found on ${missingNodes.join(', ')}.`,
      hint: 'Bring these nodes back, or create the table there.',
    },
  ]
}

function checkWritable({ engine, readOnlyNodes, landing }: LoadFacts): LoadCheck[] {
  if (!isReplicated(engine)) return []
  if (readOnlyNodes.length === 0)
    return [passed('writable', 'All replicas that get rows accept writes and have a Keeper session.')]
  const all = readOnlyNodes.length === landing.length
  return [
    {
      id: 'writable',
      outcome: 'warning',
      text: `The table is read-only on ${readOnlyNodes.join(', ')}: ${all ? 'no replica that gets rows' : 'the replica'} has a Keeper session.`,
      hint: 'Rows stay in staging tables until the table accepts writes. Bring Keeper back first. If it is running, restart or restore the replica on the Replication page.',
    },
  ]
}

function checkQuorum({ replicas, most, asked, sequential, short }: LoadQuorum): LoadCheck[] {
  const consistent = sequential
    ? ' select_sequential_consistency does not hold for attached parts: a replica that has not fetched them returns results without their rows.'
    : ''
  if (replicas <= 1)
    return consistent === '' ? [] : [{ ...passed('quorum', consistent.trim()), outcome: 'warning' }]
  const spare = most - replicas
  const away =
    spare <= 0
      ? 'While a replica is away, the rows arrive and the load waits for it.'
      : `The load continues while ${spare === 1 ? 'one replica of a shard is' : `up to ${spare} replicas of a shard are`} away. If more are away, the rows arrive and the load waits.`
  const text = `${asked}. A batch is complete when ${replicas} of the ${most} replicas of its shard have its parts. ${away}${consistent}`
  if (replicas > most)
    return [
      {
        id: 'quorum',
        outcome: 'blocking',
        text: `${asked}, and a shard has ${most} ${most === 1 ? 'replica' : 'replicas'}: no batch would ever be complete.`,
        hint: 'Choose a smaller quorum for this load, or change insert_quorum of the account.',
      },
    ]
  if (short.length === 0) return [passed('quorum', text)]
  const lacking = short.map(({ shard, active }) => `shard ${shard} has ${active}`).join(', ')
  return [
    {
      id: 'quorum',
      outcome: 'warning',
      text: `${text} Too few replicas respond and accept writes now: ${lacking}.`,
      hint: 'The first batch arrives, and the load then waits for the replicas that lack it. Bring them back first.',
    },
  ]
}

function checkEngine({ engine }: LoadFacts): LoadCheck {
  if (isReplicated(engine))
    return passed(
      'target-engine',
      `Parts are staged in a table that is not replicated and then attached. The replicas of the ${engine} table fetch them.`,
    )
  if (!engine.startsWith('Shared'))
    return passed('target-engine', `Parts can be staged and then moved into a ${engine} table.`)
  return {
    id: 'target-engine',
    outcome: 'blocking',
    text: `${engine} tables are not supported. Nodes share their parts, so parts cannot be staged on one node.`,
    hint: 'Load into a MergeTree or ReplicatedMergeTree table.',
  }
}

function checkStrategy({ strategyRefusal }: LoadFacts): LoadCheck {
  if (strategyRefusal === null) return passed('strategy', 'Strategy supported.')
  return { id: 'strategy', outcome: 'blocking', text: strategyRefusal, hint: 'Choose another strategy.' }
}

/** Each node that stages attaches what it has at the statement of any of them: only deduplication keeps the second one out. */
function checkCarried({ carried, landing, duplicates: { window } }: LoadFacts): LoadCheck[] {
  if (!carried || landing.length <= 1 || !window || (window.blocks > 0 && window.seconds > 0)) return []
  return [
    {
      id: 'carried',
      outcome: 'blocking',
      text: 'The Replicated database of the table has several shards, and every node that stages rows would attach them more than once: the table does not deduplicate (replicated_deduplication_window).',
      hint: 'Load through one node, or set replicated_deduplication_window and replicated_deduplication_window_seconds of the table.',
    },
  ]
}

/** How much smaller or larger the rows lie on disk is not known before they are there: the bucket's bytes stand in. */
function checkSpace({ sizeBytes, landing }: LoadFacts): LoadCheck {
  if (landing.length === 0) return passed('hot-space', 'Free space was not checked on any node.')
  const share = sizeBytes / BigInt(landing.length)
  const short = landing.filter(({ freeBytes }) => freeBytes !== null && freeBytes < share)
  if (short.length === 0)
    return passed(
      'hot-space',
      `Each node has room for its share of the bytes in the bucket, about ${sizeText(share)}.`,
    )
  const each = short.map(({ node, freeBytes }) => `${node}: ${sizeText(freeBytes ?? 0n)}`).join(', ')
  return {
    id: 'hot-space',
    outcome: 'warning',
    text: `A share is about ${sizeText(share)}, and the first volume of the table has less free space (${each}).`,
    hint: 'The rest goes to the next volume, or the load fails. Free space first, or load fewer objects at a time.',
  }
}

function checkViews({ materializedViews }: LoadFacts): LoadCheck {
  if (materializedViews.length === 0)
    return passed('materialized-views', 'No materialized view reads from the table.')
  return {
    id: 'materialized-views',
    outcome: 'warning',
    text: `Rows are published as whole partitions, which does not trigger materialized views. ${materializedViews.join(', ')} will not get these rows.`,
    hint: 'Fill the views from the table after the load.',
  }
}

function checkSample(sample: LoadFacts['sample']): LoadCheck[] {
  if ('failed' in sample)
    return [
      {
        id: 'conversion',
        outcome: 'blocking',
        text: `The first rows cannot be read into the table: ${sample.failed}`,
        hint: 'Go back to the columns and change types or expressions.',
      },
    ]
  const { rows, partitions, expiredMoves, expiredDeletes } = sample
  const checks = [
    passed(
      'conversion',
      `The first ${rows.toLocaleString('en-US')} rows of the first object fit into the table.`,
    ),
  ]
  checks.push(
    partitions <= maxPartitions
      ? passed(
          'partitions',
          `They are in ${partitions === 1n ? 'one partition' : `${partitions} partitions`}.`,
        )
      : {
          id: 'partitions',
          outcome: 'warning',
          text: `The first ${rows.toLocaleString('en-US')} rows are in ${partitions} partitions. The server rejects a block with more than ${maxPartitions}.`,
          hint: 'Use a coarser partition key, or sort the objects by the partition key.',
        },
  )
  if (expiredDeletes > 0n)
    checks.push({
      id: 'ttl-at-once',
      outcome: 'warning',
      text: `${expiredDeletes} of the first ${rows} rows are past the DELETE TTL of the table. They would be deleted soon after the load.`,
      hint: 'Change the TTL first to keep them.',
    })
  if (expiredMoves > 0n)
    checks.push({
      id: 'ttl-at-once',
      outcome: 'warning',
      text: `${expiredMoves} of the first ${rows} rows are past a move TTL. The server writes such parts directly to the colder volume.`,
      hint: 'Expect the speed of that volume, or set perform_ttl_move_on_insert to 0 for it.',
    })
  if (expiredDeletes === 0n && expiredMoves === 0n)
    checks.push(passed('ttl-at-once', 'None of them is past a TTL.'))
  return checks
}

function passed(id: LoadCheck['id'], text: string): LoadCheck {
  return { id, outcome: 'passed', text, hint: null }
}
