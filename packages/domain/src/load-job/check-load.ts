import { sizeText } from '../text/size-text.ts'
import { type BadRowsFacts, checkBadRows } from './check-bad-rows.ts'
import { checkDuplicates, type DuplicateFacts } from './check-duplicates.ts'
import type { StagingChoice } from './choose-replica.ts'
import { isReplicated } from './is-replicated.ts'

export interface LoadCheck {
  id:
    | 'readable-keys'
    | 'one-format'
    | 'hot-space'
    | 'ttl-at-once'
    | 'partitions'
    | 'materialized-views'
    | 'target-nodes'
    | 'target-engine'
    | 'strategy'
    | 'staging-replica'
    | 'conversion'
    | 'bad-rows'
    | 'duplicates'
  outcome: 'passed' | 'warning' | 'blocking'
  text: string
  /** What to do about it where it did not pass. */
  hint: string | null
}

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
  /** Nodes of the cluster that do not have the table, or were not seen. */
  missingNodes: readonly string[]
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

export interface SampleFacts {
  rows: bigint
  partitions: bigint
  /** Rows that a TTL would move at once, and delete at once. */
  expiredMoves: bigint
  expiredDeletes: bigint
}

/** Its default; the server counts them a block (max_partitions_per_insert_block). */
const mostPartitions = 100n

/** What must hold before a load, and what a person should know. Any blocking one keeps it from starting. */
export function checkLoad(facts: LoadFacts): LoadCheck[] {
  return [
    checkKeys(facts),
    checkFormats(facts),
    checkNodes(facts),
    checkEngine(facts),
    checkStrategy(facts),
    ...facts.staging.filter(({ reasons }) => reasons.length > 0).map(tellStaging),
    ...(facts.badRows === null ? [] : checkBadRows(facts.badRows)),
    checkDuplicates(facts.duplicates),
    checkSpace(facts),
    checkViews(facts),
    ...checkSample(facts.sample),
  ]
}

function checkKeys({ unreadable, unreadableExample }: LoadFacts): LoadCheck {
  if (unreadable === 0) return passed('readable-keys', 'ClickHouse can name every object.')
  return {
    id: 'readable-keys',
    outcome: 'blocking',
    text: `ClickHouse cannot name ${unreadable} of the objects, such as ${JSON.stringify(unreadableExample)}.`,
    hint: 'Leave them out of the selection, or copy them to keys without // and without a slash at the beginning.',
  }
}

function tellStaging({ node, shard, reasons }: StagingChoice): LoadCheck {
  return passed('staging-replica', `Rows of shard ${shard} are staged on ${node}: ${reasons.join('; ')}.`)
}

function checkFormats({ formats }: LoadFacts): LoadCheck {
  if (formats.length < 2) return passed('one-format', 'All names end as one format.')
  return {
    id: 'one-format',
    outcome: 'warning',
    text: `The names end as different formats: ${formats.join(', ')}. All are read as one.`,
    hint: 'Narrow the selection down to one of them, unless the names mislead.',
  }
}

function checkNodes({ missingNodes }: LoadFacts): LoadCheck {
  if (missingNodes.length === 0) return passed('target-nodes', 'Every node that takes part has the table.')
  return {
    id: 'target-nodes',
    outcome: 'blocking',
    text: `The table was not seen on ${missingNodes.join(', ')}.`,
    hint: 'Bring these nodes back, or create the table there.',
  }
}

function checkEngine({ engine }: LoadFacts): LoadCheck {
  if (isReplicated(engine))
    return passed(
      'target-engine',
      `Parts are staged in a table that is not replicated and attached whole; the replicas of the ${engine} table fetch them.`,
    )
  if (!engine.startsWith('Shared'))
    return passed('target-engine', `Parts can be staged beside a ${engine} table and moved in whole.`)
  return {
    id: 'target-engine',
    outcome: 'blocking',
    text: `${engine} tables are not loaded: nodes share their parts, so that none can be staged on one of them.`,
    hint: 'Load into a MergeTree or ReplicatedMergeTree table.',
  }
}

function checkStrategy({ strategyRefusal }: LoadFacts): LoadCheck {
  if (strategyRefusal === null) return passed('strategy', 'The rows can go this way.')
  return { id: 'strategy', outcome: 'blocking', text: strategyRefusal, hint: 'Choose another strategy.' }
}

/** How much smaller or larger the rows lie on disk is not known before they are there: the bucket's bytes stand in. */
function checkSpace({ sizeBytes, landing }: LoadFacts): LoadCheck {
  if (landing.length === 0) return passed('hot-space', 'No node was asked for its space.')
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
    text: `A share is about ${sizeText(share)}, and the first volume of the table has less left (${each}).`,
    hint: 'What does not fit goes to the next volume, or the load fails: make room first, or load less at a time.',
  }
}

function checkViews({ materializedViews }: LoadFacts): LoadCheck {
  if (materializedViews.length === 0)
    return passed('materialized-views', 'No materialized view reads from the table.')
  return {
    id: 'materialized-views',
    outcome: 'warning',
    text: `Rows are moved in as whole partitions, and materialized views do not see that: ${materializedViews.join(', ')} will not get these rows.`,
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
    partitions <= mostPartitions
      ? passed(
          'partitions',
          `They lie in ${partitions === 1n ? 'one partition' : `${partitions} partitions`}.`,
        )
      : {
          id: 'partitions',
          outcome: 'warning',
          text: `The first ${rows.toLocaleString('en-US')} rows lie in ${partitions} partitions; the server refuses a block with more than ${mostPartitions}.`,
          hint: 'Partition more coarsely, or sort the objects by the partition key.',
        },
  )
  if (expiredDeletes > 0n)
    checks.push({
      id: 'ttl-at-once',
      outcome: 'warning',
      text: `${expiredDeletes} of the first ${rows} rows are older than the TTL of the table lets them live: they would be deleted soon after the load.`,
      hint: 'Change the TTL first if they are to stay.',
    })
  if (expiredMoves > 0n)
    checks.push({
      id: 'ttl-at-once',
      outcome: 'warning',
      text: `${expiredMoves} of the first ${rows} rows are older than a TTL that moves them: the server writes such parts straight to the colder volume.`,
      hint: 'Expect the speed of that volume, or set perform_ttl_move_on_insert to 0 for it.',
    })
  if (expiredDeletes === 0n && expiredMoves === 0n)
    checks.push(passed('ttl-at-once', 'None of them is already past a TTL.'))
  return checks
}

function passed(id: LoadCheck['id'], text: string): LoadCheck {
  return { id, outcome: 'passed', text, hint: null }
}
