import { sizeText } from '../text/size-text.ts'
import type { DueEstimate } from './estimate-due.ts'
import type { PartExplanation } from './explain-part.ts'
import { type MoveDestination, resolveDestination } from './move-rule.ts'
import type { PlacedReplica } from './placed-replica.ts'
import type { PlacementReason } from './placement-reason.ts'

/** `inferred`: not shown by a system table, but concluded from what they show. */
type Certainty = 'seen' | 'inferred'

export interface ExplanationText {
  /** The observed values, in a sentence. */
  text: string
  certainty: Certainty
}

/** What was found about one part, with the deciding values. */
export function describeExplanation(explanation: PartExplanation, replica: PlacedReplica): ExplanationText {
  const inferred =
    explanation.reason === 'not-attempted' ||
    explanation.reason === 'just-due' ||
    explanation.reason === 'queued' ||
    (explanation.reason === 'not-due' && shownMs(explanation) !== null) ||
    (explanation.reason === 'moves-stopped' && replica.stopped?.source === 'query-log')
  return { text: texts[explanation.reason](explanation, replica), certainty: inferred ? 'inferred' : 'seen' }
}

function destinationText({ kind, name }: MoveDestination): string {
  return `${kind} '${name}'`
}

const texts: Record<PlacementReason, (explanation: PartExplanation, replica: PlacedReplica) => string> = {
  'in-place': ({ part, rule, dueMs }) =>
    `On disk '${part.disk}', the target of ${ruleText(rule)} since ${timeText(dueMs)}.`,
  'not-due': (explanation) => {
    const { part, rule, dueMs } = explanation
    const shown = shownMs(explanation)
    return shown === null
      ? `On disk '${part.disk}'. By move_ttl_info.max ${ruleText(rule)} is due ${timeText(dueMs)}.`
      : `On disk '${part.disk}'. ${ruleText(rule)} is due ${timeText(dueMs)}. move_ttl_info.max has only 32 bits and shows it 2^32 seconds early, ${timeText(shown)}. The server waits for the real time.`
  },
  'no-rule': ({ part }, { policy }) =>
    `On disk '${part.disk}' of policy '${policy.name}'. The TTL of the table moves nothing.`,
  'ahead-of-rule': ({ part, rule, dueMs }) =>
    dueMs === null
      ? `On disk '${part.disk}', the target of ${rule ? destinationText(rule.destination) : 'its rule'}. The part has no TTL information and needs none there.`
      : `On disk '${part.disk}' already; the rule to ${rule ? destinationText(rule.destination) : 'it'} is due ${timeText(dueMs)}.`,
  moving: ({ part }) => `${part.name} is in system.moves.`,
  'held-by-migration': ({ part }, { held }) => {
    const plan = held.get(part.partitionId)
    return plan
      ? `Partition ${part.partitionId} is in the tier migration ${plan.migrationId} to volume '${plan.toVolume}'. Its step ${plan.stepRunning ? 'is running' : 'is waiting'}.`
      : 'The partition is in the plan of a tier migration.'
  },
  merging: ({ part }, { mergingParts }) =>
    `${part.name} is a source of the merge into ${mergingParts.get(part.name)?.resultPart ?? 'a new part'}.`,
  mutating: ({ part }, { mergingParts }) =>
    `${part.name} is being mutated into ${mergingParts.get(part.name)?.resultPart ?? 'a new part'}.`,
  'materializing-ttl': ({ part }, { materializingParts }) =>
    `${part.name} is pending in mutation ${materializingParts.get(part.name) ?? ''}.`,
  'just-due': ({ rule, dueMs }, { nowMs }) =>
    `Due for ${durationText(nowMs - (dueMs ?? nowMs))} by ${ruleText(rule)}. The server has not processed it yet.`,
  queued: (_, { movePool }) =>
    `BackgroundMovePoolTask is ${movePool.busy} of BackgroundMovePoolSize ${movePool.size}.`,
  'no-ttl-info': ({ part, rule, estimate }) =>
    `move_ttl_info of ${part.name} ${
      part.ttls.length === 0
        ? 'is empty'
        : `has ${part.ttls.map(({ expression }) => `'${expression}'`).join(', ')}`
    }; the rule is '${rule?.expression ?? ''}'.${estimate ? ` ${estimateText(estimate)}` : ''}`,
  'single-volume': ({ rule }, { policy }) =>
    `Policy '${policy.name}' has only the volume '${policy.volumes[0]?.name ?? ''}'. The rule needs ${rule ? destinationText(rule.destination) : 'another'}.`,
  'destination-missing': ({ rule }, { policy }) =>
    `The target of the rule is ${rule ? destinationText(rule.destination) : 'another place'}. Policy '${policy.name}' has ${policy.volumes.length === 0 ? 'no volume on this node' : policy.volumes.map(({ name, disks }) => `'${name}' (${disks.join(', ')})`).join(', ')}.`,
  'destination-unusable': ({ rule }, replica) =>
    `Broken or read-only on this node: ${disksOf(rule?.destination, replica).join(', ') || 'every disk of the destination'}.`,
  'part-too-large': ({ part, rule }, replica) => {
    const limit = rule && resolveDestination(rule.destination, replica.policy)?.volume.maxDataPartSizeBytes
    return `${part.name} has ${sizeText(part.bytesOnDisk)}, max_data_part_size of ${rule ? destinationText(rule.destination) : 'the volume'} is ${sizeText(limit ?? 0n)}.`
  },
  'moves-stopped': (_, { stopped, nowMs }) =>
    stopped?.source === 'ledger'
      ? `This console sent SYSTEM STOP MOVES ${durationText(nowMs - stopped.sinceMs)} ago and has not sent START MOVES yet.`
      : `query_log has SYSTEM STOP MOVES by ${stopped?.by ?? 'an unknown user'} at ${timeText(stopped?.sinceMs ?? null)} and no later START MOVES. A later DETACH and ATTACH of the table would also have ended it.`,
  'retry-storm': failureText,
  'move-failing': failureText,
  'no-space': ({ part, rule }, replica) => {
    const names = disksOf(rule?.destination, replica)
    const rooms = replica.disks
      .filter(({ name }) => names.includes(name))
      .map(({ name, unreservedBytes }) => `'${name}' has ${sizeText(unreservedBytes ?? 0n)}`)
    return `${part.name} needs ${sizeText(part.bytesOnDisk)}; unreserved: ${rooms.join(', ')}.`
  },
  'not-attempted': ({ rule, dueMs }, { nowMs, movePool, failedMoves }) =>
    `Due for ${durationText(nowMs - (dueMs ?? nowMs))} by ${ruleText(rule)}; the destination has room, ${movePool.busy} of ${movePool.size} movers are busy, ${
      failedMoves === null ? 'and this node has no part_log' : 'and part_log has no attempt in the last hour'
    }.`,
}

function failureText({ part }: PartExplanation, { failedMoves, nowMs }: PlacedReplica): string {
  const failed = failedMoves?.get(part.name)
  if (!failed) return 'A move of the part failed.'
  const times = failed.failures === 1 ? 'once' : `${failed.failures} times`
  return `Failed ${times} within an hour, last ${durationText(nowMs - failed.lastMs)} ago with code ${failed.errorCode}: ${failed.exception}`
}

function estimateText({ dueMs, basis, column }: DueEstimate): string {
  const from =
    basis === 'newest-row' ? `the newest ${column} of the part` : 'the last day that its partition covers'
  return `Estimated due time from ${from}: about ${timeText(dueMs)}. The server does not use this estimate.`
}

/** The time that system.parts shows for the deciding rule, where it differs from the due time. */
function shownMs({ part, rule }: PartExplanation): number | null {
  return part.ttls.find(({ expression }) => expression === rule?.expression)?.shownMs ?? null
}

function ruleText(rule: PartExplanation['rule']): string {
  return rule ? `the rule '${rule.expression}' to ${destinationText(rule.destination)}` : 'its rule'
}

function disksOf(destination: MoveDestination | undefined, replica: PlacedReplica): readonly string[] {
  return destination ? (resolveDestination(destination, replica.policy)?.disks ?? []) : []
}

/** UTC, to the second. */
function timeText(ms: number | null): string {
  return ms === null
    ? 'at an unknown time'
    : `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

const units = [
  { name: 'day', ms: 86_400_000 },
  { name: 'hour', ms: 3_600_000 },
  { name: 'minute', ms: 60_000 },
] as const

/** In the largest unit: "3 days". */
function durationText(ms: number): string {
  const unit = units.find((each) => ms >= each.ms)
  const count = Math.max(0, Math.floor(ms / (unit?.ms ?? 1000)))
  return `${count} ${unit?.name ?? 'second'}${count === 1 ? '' : 's'}`
}
