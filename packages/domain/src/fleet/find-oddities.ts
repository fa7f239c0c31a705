import { smallPartBytes } from '../advice/storage-advice.ts'
import { lacksTtl } from '../advice/ttl-advice.ts'
import { count } from '../advice/words.ts'
import type { StorageDifference } from '../policy/storage-differences.ts'
import type { StoragePolicy } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import { findMissingTargets } from '../ttl/find-ttl-traps.ts'
import type { TtlRule } from '../ttl/ttl-rule.ts'
import { type Oddity, type OddityKind, oddityKinds } from './oddity.ts'

/** One table on one node that answered. */
export interface NodeTableFacts {
  node: string
  /** Undefined: the node lists no policy of the table's name. */
  policy: StoragePolicy | undefined
  rules: readonly TtlRule[]
  partitions: number
  parts: bigint
  bytes: bigint
  /** Parts that lack the information of a rule. See lacksTtlInformation. */
  blind: { parts: bigint; bytes: bigint }
}

export interface FleetTableFacts {
  /** Whether its partition key is by time. */
  byTime: boolean
  /** Empty: none. Null: nodes differ. */
  ttl: string | null
  nodes: readonly NodeTableFacts[]
  /** Of its policy: other policies on other nodes, or other volumes. */
  policyDifferences: readonly StorageDifference[]
}

/**
 * More than this on one node are too many: parts of different partitions are never merged, so a node has at least one
 * part per partition, and loads each at its start. ClickHouse advises at most 100 to 1,000.
 */
export const maxPartitions = 1_000

/** With more parts per partition than this, merges do not keep up with small inserts. */
export const maxPartsPerPartition = 10

/** Everything that is odd about one table, each kind at most once, in the order of the kinds. */
export function findOddities(facts: FleetTableFacts): Oddity[] {
  const sentences: Readonly<Record<OddityKind, string | null>> = {
    'missing-target': describeMissingTargets(facts),
    'policy-differs': describeDifferences(facts),
    'no-ttl-information': describeBlindParts(facts),
    'no-ttl': describeMissingTtl(facts),
    'too-many-partitions': describePartitions(facts),
    'small-parts': describeSmallParts(facts),
  }
  return oddityKinds.flatMap((kind) => {
    const sentence = sentences[kind]
    return sentence === null ? [] : [{ kind, sentence }]
  })
}

function describeMissingTargets({ nodes }: FleetTableFacts): string | null {
  const lacking = new Map<string, string[]>()
  for (const { node, policy, rules } of nodes)
    for (const { to, name } of policy ? findMissingTargets(policy, rules) : []) {
      const text = `the policy ${policy?.name} has no ${to} ${name}`
      lacking.set(text, [...(lacking.get(text) ?? []), node])
    }
  const found = [...lacking].map(([text, on]) => `${text} on ${on.join(', ')}`)
  return found.length === 0
    ? null
    : `The TTL moves parts to a place that does not exist: ${found.join('; ')}. Nothing is moved there.`
}

function describeDifferences({ policyDifferences }: FleetTableFacts): string | null {
  if (policyDifferences.length === 0) return null
  const found = policyDifferences.map(({ object, name, what, values }) => {
    const subject = object === 'table' ? 'The policy' : `${what} of the ${object} ${name}`
    return `${subject} is ${values.map(({ value, nodes }) => `${value ?? 'missing'} on ${nodes.join(', ')}`).join(' and ')}.`
  })
  return `${found.join(' ')} A plan for one node may fail on another.`.replace(/^\w/, (first) =>
    first.toUpperCase(),
  )
}

function describeBlindParts({ nodes }: FleetTableFacts): string | null {
  const parts = nodes.reduce((sum, { blind }) => sum + blind.parts, 0n)
  const bytes = nodes.reduce((sum, { blind }) => sum + blind.bytes, 0n)
  return parts === 0n
    ? null
    : `${count(parts, 'part')} with ${sizeText(bytes)} ${parts === 1n ? 'has' : 'have'} no information for the TTL, because ${parts === 1n ? 'it was' : 'they were'} written before it. The TTL never moves or deletes ${parts === 1n ? 'it' : 'them'}.`
}

function describeMissingTtl({ byTime, ttl, nodes }: FleetTableFacts): string | null {
  const bytes = nodes.reduce((sum, each) => sum + each.bytes, 0n)
  return bytes > 0n && lacksTtl({ byTime, ttl })
    ? `The table is partitioned by time and has no TTL. Its ${sizeText(bytes)} stay where they are.`
    : null
}

function describePartitions({ nodes }: FleetTableFacts): string | null {
  const most = nodes.reduce<NodeTableFacts | null>(
    (found, each) => (found === null || each.partitions > found.partitions ? each : found),
    null,
  )
  return most && most.partitions > maxPartitions
    ? `${count(most.partitions, 'partition')} on ${most.node}. More than ${count(maxPartitions, 'partition')} are too many: parts of different partitions are never merged, and a node loads each part when it starts.`
    : null
}

function describeSmallParts({ nodes }: FleetTableFacts): string | null {
  const parts = nodes.reduce((sum, each) => sum + each.parts, 0n)
  const bytes = nodes.reduce((sum, each) => sum + each.bytes, 0n)
  const perPartition = partsPerPartition(nodes)
  if (perPartition === null || perPartition <= maxPartsPerPartition || bytes / parts >= smallPartBytes)
    return null
  return `${count(parts, 'part')} of ${sizeText(bytes / parts)} on average, ${perPartition.toFixed(1)} per partition. Fewer than ${maxPartsPerPartition} per partition, or parts of at least ${sizeText(smallPartBytes)}, are better: each part costs files, requests and time at a start.`
}

/** Average of one node's partitions. Null: there are none. */
export function partsPerPartition(
  nodes: readonly Pick<NodeTableFacts, 'partitions' | 'parts'>[],
): number | null {
  const partitions = nodes.reduce((sum, each) => sum + each.partitions, 0)
  return partitions === 0 ? null : Number(nodes.reduce((sum, { parts }) => sum + parts, 0n)) / partitions
}
