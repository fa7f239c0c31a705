import { keeperPlaceOf } from '@frostline/clickhouse'
import type { TtlCheck } from '@frostline/domain'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import type { TtlObservation } from './observe-table.ts'

export interface PresentTable<Value extends Seen> {
  node: ConnectedNode
  value: Value
}
interface Seen {
  seen: TtlObservation
}

/**
 * What one statement changes: a node, or for a replicated table a shard, whose replicas replicate it and have the same
 * rows. The first replica gets the statement, and its figures count for all: one that accepts statements before a
 * read-only one, then the one that is least behind.
 */
export interface TtlPlace<Value extends Seen> {
  name: string
  replicas: readonly [PresentTable<Value>, ...PresentTable<Value>[]]
  isReplicated: boolean
}

/** Places by their first node, in node order. Replicas belong together by their path in Keeper. */
export function groupPlaces<Value extends Seen>(present: readonly PresentTable<Value>[]): TtlPlace<Value>[] {
  const byPath = new Map<string, PresentTable<Value>[]>()
  for (const each of present) {
    const { replica } = each.value.seen
    const key = replica ? keeperPlaceOf(replica) : `node:${each.node.name}`
    byPath.set(key, [...(byPath.get(key) ?? []), each])
  }
  const groups = [...byPath.values()]
  return groups.flatMap((group) => {
    const [first, ...others] = group.toSorted(compareReplicas)
    if (!first) return []
    const { shard, name } = first.node
    const isReplicated = first.value.seen.replica !== null
    // Macros may be wrong: then two tables of one shard are no replicas of each other.
    const isAlone = groups.every(
      (other) => other === group || other.every(({ node }) => node.shard !== shard),
    )
    return [
      {
        name: !isReplicated ? name : isAlone ? `shard ${shard}` : `shard ${shard} with ${name}`,
        replicas: [first, ...others] as const,
        isReplicated,
      },
    ]
  })
}

function compareReplicas(a: PresentTable<Seen>, b: PresentTable<Seen>): number {
  const rank = ({ value: { seen } }: PresentTable<Seen>) => [
    isReadOnly(seen) ? 1 : 0,
    seen.replica?.inserts_in_queue ?? 0,
    Number(seen.replica?.absolute_delay ?? 0n),
    seen.replica?.queue_size ?? 0,
  ]
  const [left, right] = [rank(a), rank(b)]
  return left.map((each, index) => each - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

export function isReadOnly({ replica }: TtlObservation): boolean {
  return replica !== null && (replica.is_readonly || replica.is_session_expired)
}

/**
 * Parts that the counting replica has yet to fetch from an unreachable one. While all replicas are reachable the one
 * that is least behind counts, and what it lacks is recent.
 */
export function unfetchedParts(place: TtlPlace<Seen>, missing: readonly ConnectedNode[]): number {
  const [{ node, value }] = place.replicas
  const isShort =
    place.replicas.some((each) => isReadOnly(each.value.seen)) ||
    missing.some(({ shard }) => shard === node.shard)
  return place.isReplicated && isShort ? (value.seen.replica?.inserts_in_queue ?? 0) : 0
}

/** Whether each place has a replica that accepts the change, and which replicas get it later. */
export function checkReplicas(
  places: readonly TtlPlace<Seen>[],
  missing: readonly { node: ConnectedNode; reason: string }[],
): TtlCheck[] {
  return [
    ...missing.map(({ node, reason }) => checkMissing(node, reason, places)),
    ...places.filter(({ isReplicated }) => isReplicated).flatMap(checkPlace),
  ]
}

/** An unreachable node is one more replica of a shard with others, or its content is unknown. */
export function replicasInStead(node: ConnectedNode, places: readonly TtlPlace<Seen>[]): string[] {
  return places
    .filter(
      ({ isReplicated, replicas }) => isReplicated && replicas.some((each) => each.node.shard === node.shard),
    )
    .flatMap(({ replicas }) =>
      replicas.flatMap((each) => (isReadOnly(each.value.seen) ? [] : [each.node.name])),
    )
}

function checkMissing(node: ConnectedNode, reason: string, places: readonly TtlPlace<Seen>[]): TtlCheck {
  const text = `${node.name} could not be checked: ${reason}`
  const [through] = replicasInStead(node, places)
  if (through !== undefined)
    return {
      id: 'nodes-reachable',
      node: node.name,
      outcome: 'warning',
      text: `${text}. The change goes through ${through}.`,
      hint: `If ${node.name} is a replica of the table, it gets the change from Keeper when it is back. With MATERIALIZE TTL it may first rewrite parts that only it has by its old TTL. In this case apply and materialize again.`,
    }
  return {
    id: 'nodes-reachable',
    node: node.name,
    outcome: 'blocking',
    text,
    hint: 'Bring the node back first. A TTL must be set on all nodes, or it is shown as half-applied.',
  }
}

function checkPlace({ name, replicas }: TtlPlace<Seen>): TtlCheck[] {
  const readOnly = replicas.filter(({ value }) => isReadOnly(value.seen)).map(({ node }) => node.name)
  if (readOnly.length === replicas.length)
    return [
      {
        id: 'replica-read-only',
        node: readOnly[0] ?? null,
        outcome: 'blocking',
        text: `All replicas of ${name} that answer are read-only and accept no change: ${readOnly.join(', ')}.`,
        hint: 'Check that Keeper is running. When it is back, replicas become writable within seconds. If one does not, run SYSTEM RESTART REPLICA. Then run the dry run again.',
      },
    ]
  const [{ node, value }] = replicas
  const late = replicas.filter((each) => !isReadOnly(each.value.seen) && toFetch(each) > 0)
  return [
    ...readOnly.map(
      (each): TtlCheck => ({
        id: 'replica-read-only',
        node: each,
        outcome: 'warning',
        text: `${each} is read-only. The change goes through ${node.name}.`,
        hint: `${each} gets the change when it has a Keeper session again.`,
      }),
    ),
    ...late.map(
      (each): TtlCheck => ({
        id: 'replica-behind',
        node: each.node.name,
        outcome: 'warning',
        text: `${each.node.name} still has to fetch ${countParts(toFetch(each))} and is ${each.value.seen.replica?.absolute_delay ?? 0n} s behind.`,
        hint:
          each.node === node
            ? `Rows of ${name} are counted on it, because no other available replica has more. Parts that it has not fetched are not counted, but the TTL deletes their rows, too.`
            : `It gets the change after it has caught up. Rows are counted on ${node.name}, which has ${countParts(toFetch({ node, value }))} to fetch.`,
      }),
    ),
  ]
}

function toFetch({ value }: PresentTable<Seen>): number {
  return value.seen.replica?.inserts_in_queue ?? 0
}

function countParts(count: number): string {
  return `${count} ${count === 1 ? 'part' : 'parts'}`
}
