import { findVolume, findVolumeOfDisk, type StoragePolicy, type Volume } from '../policy/storage-policy.ts'
import { type JudgedAt, judgeLoss, type PartLoss, type TtlMode } from './part-loss.ts'
import type { DueTimes, TtlPart } from './ttl-part.ts'
import type { TtlAction, TtlRule } from './ttl-rule.ts'

type MoveAction = Extract<TtlAction, { kind: 'move' }>

/** What a TTL does to the location of one part. */
type PlaceEffect =
  /** Nothing is due, or the part is already there. */
  | { kind: 'stays' }
  /** The server moves it as soon as the TTL is in effect. */
  | { kind: 'moves'; to: MoveAction }
  /** It is due, but without TTL information the server does not know. */
  | { kind: 'waits'; to: MoveAction }
  /** It is due and the server cannot move it. */
  | { kind: 'blocked'; to: MoveAction; reason: 'too-large' | 'no-such-volume' | 'no-such-disk' }
  /** Neither the part nor its rows show it. */
  | { kind: 'unknown' }

export interface TtlEffect {
  place: PlaceEffect
  /** The move that is due by the rows, whatever the server knows; null if none. */
  wanted: MoveAction | null
  /** The next future move; null if there is none, or if the part has no TTL information for it. */
  next: { atMs: number; to: MoveAction } | null
  /** What is removed. Heavy: at once. Gentle: when a merge takes the part. Null: could not be counted. */
  loss: PartLoss | null
  /** No row is left: the part is dropped. */
  vanishes: boolean
}

/**
 * What setting `rules` does to one part at `nowMs`, as the server decides it (MergeTreePartsMover, seen on 26.7): of
 * the move rules whose last row is due the one that came due last wins, the later of two at the same time; a part on
 * its target stays; no other rule is tried when the target cannot take it. The server identifies a part's rule only by
 * its expression text: the same expression with another target therefore applies at once, in either mode.
 */
export function judgeTtl(
  part: TtlPart,
  rules: readonly TtlRule[],
  policy: StoragePolicy,
  at: JudgedAt,
): TtlEffect {
  const loss = judgeLoss(part, rules, at)
  const vanishes =
    loss !== null && !loss.atMost && loss.deleted > 0n && loss.deleted === (part.counted?.rows ?? part.rows)
  if (vanishes) return { place: { kind: 'stays' }, wanted: null, next: null, loss, vanishes }

  const moves = rules.flatMap(({ expression, action }) =>
    action.kind === 'move'
      ? [{ action, due: trueDue(part, expression), known: knownDue(part, expression, at.mode) }]
      : [],
  )
  const known = moves.flatMap(({ action, known }) => (known ? [{ action, lastMs: known.lastMs }] : []))
  const acting = findWinner(known, at.nowMs)
  const wanted = findWinner(
    moves.flatMap(({ action, due }) => (due ? [{ action, lastMs: due.lastMs }] : [])),
    at.nowMs,
  )
  const judged = { wanted, next: findNext(known, at.nowMs), loss, vanishes }
  const place = acting ? placeOf(part, acting, policy) : ({ kind: 'stays' } as const)
  if (place.kind !== 'stays') return { ...judged, place }
  if (moves.some(({ due }) => due === undefined)) return { ...judged, place: { kind: 'unknown' } }
  if (wanted === null || wanted === acting) return { ...judged, place }
  const missed = placeOf(part, wanted, policy)
  return { ...judged, place: missed.kind === 'moves' ? { kind: 'waits', to: missed.to } : missed }
}

/** Materializing gives every part the TTL information of its rows; without it a part keeps what it has. */
function knownDue(part: TtlPart, expression: string, mode: TtlMode): DueTimes | undefined {
  return mode === 'heavy' ? trueDue(part, expression) : part.moveInfo.get(expression)
}

/** What the rows show takes precedence: the part's own information still counts rows that a DELETE removes. */
function trueDue(part: TtlPart, expression: string): DueTimes | undefined {
  return part.computed?.due.get(expression) ?? part.moveInfo.get(expression)
}

interface Candidate {
  action: MoveAction
  lastMs: number
}

/** The server compares whole seconds, and a later rule wins a tie. */
function findWinner(candidates: readonly Candidate[], nowMs: number): MoveAction | null {
  let best: Candidate | null = null
  for (const candidate of candidates)
    if (candidate.lastMs <= nowMs && (best === null || candidate.lastMs >= best.lastMs)) best = candidate
  return best?.action ?? null
}

function findNext(candidates: readonly Candidate[], nowMs: number): TtlEffect['next'] {
  const coming = candidates.filter(({ lastMs }) => lastMs > nowMs)
  if (coming.length === 0) return null
  const first = coming.reduce((a, b) => (b.lastMs < a.lastMs ? b : a))
  return { atMs: first.lastMs, to: first.action }
}

function placeOf(part: TtlPart, to: MoveAction, policy: StoragePolicy): PlaceEffect {
  if (to.to === 'disk') {
    if (part.disk === to.name) return { kind: 'stays' }
    if (!policy.volumes.some(({ disks }) => disks.includes(to.name)))
      return { kind: 'blocked', to, reason: 'no-such-disk' }
    return { kind: 'moves', to }
  }
  const volume = findVolume(policy, to.name)
  if (!volume) return { kind: 'blocked', to, reason: 'no-such-volume' }
  if (findVolumeOfDisk(policy, part.disk) === volume) return { kind: 'stays' }
  return isTooLarge(part, volume) ? { kind: 'blocked', to, reason: 'too-large' } : { kind: 'moves', to }
}

function isTooLarge(part: TtlPart, volume: Volume): boolean {
  return volume.maxDataPartSizeBytes > 0n && part.bytesOnDisk > volume.maxDataPartSizeBytes
}
