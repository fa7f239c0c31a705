import { z } from 'zod'
import { groupBy } from '../group-by.ts'
import type { LoadSpec, LostReplicaRule } from './load-spec.ts'

/** A replica that was lost, and the one of the same shard that stages rows instead of it from then on. */
export const takeOver = z.object({
  lost: z.string(),
  by: z.string(),
  shard: z.number().int(),
  silentSince: z.iso.datetime(),
  at: z.iso.datetime(),
  reason: z.string(),
})
export type TakeOver = z.infer<typeof takeOver>

/** A replica that a load of a pipeline gave up as lost. Later loads do not wait for it again until it has answered one. */
export const knownLoss = takeOver
  .pick({ lost: true, by: true, silentSince: true })
  .extend({ loadId: z.string() })
export type KnownLoss = z.infer<typeof knownLoss>

export function explainTakeOver({ lost, by, at, reason }: TakeOver): string {
  return `${by} took over from ${lost} at ${at}. ${reason}`
}

/** A node that has not answered since. One failed request says nothing. */
export interface Silence {
  node: string
  shard: number
  since: Date
  looks: number
  /** An earlier load of the pipeline gave it up as lost, and it has not answered since: the wait is over. */
  lostBefore: boolean
}
const fewestLooks = 3

/** What another replica of the same shard says of the table, with what Keeper tells it. */
export interface ReplicaWitness {
  node: string
  replicaName: string
  /** Read-only, or without a session: what it says of the others is worth nothing. */
  readOnly: boolean
  partsToFetch: number
  /** By the names of all replicas in Keeper. */
  active: Readonly<Record<string, boolean>>
}

export type LostReplicaVerdict =
  | { kind: 'wait'; reason: string }
  | { kind: 'lost'; by: string; reason: string }

/**
 * Whether a node counts as lost. It has to be silent for so long, and Keeper has to say that its replica is not active: a
 * session that has ended commits nothing any more, so that what was sent there and is not in Keeper cannot arrive later.
 */
export function judgeLostReplica(
  { node, shard, since, looks, lostBefore }: Silence,
  witnesses: readonly ReplicaWitness[],
  rule: LostReplicaRule,
  now: Date,
): LostReplicaVerdict {
  const wait = (reason: string) => ({ kind: 'wait' as const, reason: `${silent} ${reason}` })
  const silent = `${node} has not answered since ${since.toISOString()}.`
  if (rule.kind === 'wait') return wait('The load waits for it, as you chose.')
  const seconds = Math.floor((now.getTime() - since.getTime()) / 1_000)
  if (!lostBefore && (seconds < rule.afterSeconds || looks < fewestLooks))
    return wait(`The load continues on another replica after ${rule.afterSeconds} s.`)
  const writable = witnesses.filter(({ readOnly }) => !readOnly)
  const [by] = writable.toSorted((a, b) => a.partsToFetch - b.partsToFetch)
  if (!by)
    return wait(
      witnesses.length === 0
        ? `No other replica of shard ${shard} has the table and responds, so the load waits for it.`
        : `${witnesses.map((each) => each.node).join(', ')} keeps the table read-only, so no replica of shard ${shard} can take over. Check Keeper.`,
    )
  const answering = new Set(witnesses.map(({ replicaName }) => replicaName))
  const alive = Object.entries(by.active).find(([name, active]) => active && !answering.has(name))
  if (alive)
    return wait(
      `According to ${by.node}, Keeper still has the active replica ${alive[0]}, which may still be working. Make ${node} reachable for Frostline, or stop it.`,
    )
  if (lostBefore)
    return {
      kind: 'lost',
      by: by.node,
      reason: `${silent} An earlier load of the pipeline treated it as lost, so this load did not wait for it again. According to ${by.node}, Keeper has no active replica on it.`,
    }
  return {
    kind: 'lost',
    by: by.node,
    reason: `${silent} ${looks} checks in ${seconds} s failed, and according to ${by.node}, Keeper has no active replica on it.`,
  }
}

/**
 * The load as it goes on. Where all nodes read for themselves (s3Cluster), the server would need all of them: one replica
 * of each shard reads its share instead.
 */
export function applyTakeOvers(
  spec: LoadSpec,
  takeOvers: readonly TakeOver[],
  nodes: readonly { name: string; shard: number }[],
): LoadSpec {
  const shardOf = new Map(nodes.map(({ name, shard }) => [name, shard]))
  return takeOvers.reduce((before, taken) => applyTakeOver(before, taken, shardOf), spec)
}

function applyTakeOver(
  spec: LoadSpec,
  { lost, by }: TakeOver,
  shardOf: ReadonlyMap<string, number>,
): LoadSpec {
  const { strategy, landing } = spec
  if (!landing.nodes.includes(lost)) return spec
  const swap = (name: string) => (name === lost ? by : name)
  const left = [...new Set(landing.nodes.map(swap))]
  switch (strategy.kind) {
    case 'single-node':
      return place(spec, { ...strategy, node: swap(strategy.node) }, left)
    case 'split':
      return place(spec, { ...strategy, nodes: left }, left)
    case 'reshard':
      return place(spec, { ...strategy, initiator: swap(strategy.initiator) }, left)
    case 'cluster': {
      const shards = groupBy(left, (name) => String(shardOf.get(name)))
      const one = [...shards.values()].map((own) => (own.includes(by) ? by : own[0]))
      return place(spec, { kind: 'split', nodes: one }, one)
    }
  }
}

function place(spec: LoadSpec, strategy: LoadSpec['strategy'], nodes: string[]): LoadSpec {
  return { ...spec, strategy, landing: { ...spec.landing, nodes } }
}

/** What Keeper and the other replica say of one partition that was sent to the table through a lost one. */
export interface LostPublish {
  /** Hashes of the staged parts. */
  hashes: readonly string[]
  /** The highest block number of the partition before anything was sent. */
  floor: bigint
  /** What became of parts of these hashes: ATTACH writes that into Keeper with the part itself. */
  attached: readonly { hash: string; part: string }[]
  /** Ranges of the active parts of the partition on the other replica. */
  held: readonly { minBlock: bigint; maxBlock: bigint }[]
}

/**
 * - `arrived`: committed, and the other replica has its rows.
 * - `not-fetched`: committed, and the lost replica alone has its rows.
 * - `not-arrived`: not committed, and it never will be.
 * - `unclear`: a part of it is committed, which one transaction cannot leave behind.
 */
export type LostPublishState = 'arrived' | 'not-fetched' | 'not-arrived' | 'unclear'

export function judgeLostPublish({ hashes, floor, attached, held }: LostPublish): LostPublishState {
  const committed = attached.flatMap(({ hash, part }) => {
    const block = blockOf(part)
    return block !== null && block > floor && hashes.includes(hash) ? [{ hash, block }] : []
  })
  const known = new Set(committed.map(({ hash }) => hash))
  if (known.size === 0) return 'not-arrived'
  if (hashes.some((hash) => !known.has(hash))) return 'unclear'
  return committed.every(({ block }) => held.some((part) => part.minBlock <= block && block <= part.maxBlock))
    ? 'arrived'
    : 'not-fetched'
}

/** Of a part as it was attached: `202401_7_7_0`. Null for another name. */
function blockOf(part: string): bigint | null {
  const block = /_(\d+)_\d+_\d+(?:_\d+)?$/.exec(part)?.[1]
  return block === undefined ? null : BigInt(block)
}
