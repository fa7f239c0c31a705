import { findVolume, findVolumeOfDisk, isColder, type StoragePolicy } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import type { TtlCheck } from './ttl-check.ts'
import type { JudgedPart } from './ttl-load.ts'
import type { TtlRule } from './ttl-rule.ts'

export interface TrapSubject {
  node: string
  policy: StoragePolicy
  /** Whether the volume writes rows past their move TTL directly to the target (perform_ttl_move_on_insert). */
  movesOnInsert: (volumeName: string) => boolean
  next: readonly TtlRule[]
  /** The parts as the TTL would leave them in gentle mode. */
  gentle: readonly JudgedPart[]
}

/** Effects of a TTL on one replica that its text does not show. */
export function findTtlTraps(subject: TrapSubject): TtlCheck[] {
  return [
    ...findTargets(subject),
    ...findExpiredInserts(subject),
    ...findSameExpression(subject),
    ...findNeverBack(subject),
    ...findWithoutInformation(subject),
    ...findTooLarge(subject),
  ]
}

function moveRules(rules: readonly TtlRule[]) {
  return rules.flatMap(({ expression, action }) => (action.kind === 'move' ? [{ expression, action }] : []))
}

/** Volumes and disks to which rules move parts, and which the policy lacks. */
export function findMissingTargets(policy: StoragePolicy, rules: readonly TtlRule[]) {
  return moveRules(rules).flatMap(({ action }) => {
    const found =
      action.to === 'volume' ? findVolume(policy, action.name) : findVolumeOfDisk(policy, action.name)
    return found ? [] : [action]
  })
}

/**
 * Whether the server never applies one of these rules to a part, which was written before it and not since.
 * @param moveInfo the expressions for which the part has information.
 */
export function lacksTtlInformation(
  { moveInfo, deleteInfo }: { moveInfo: { has(expression: string): boolean }; deleteInfo: boolean },
  rules: readonly TtlRule[],
): boolean {
  return rules.some(({ expression, action }) => {
    if (action.kind === 'move') return !moveInfo.has(expression)
    return action.kind === 'delete' && action.where === null && !deleteInfo
  })
}

function findTargets({ node, policy, next, movesOnInsert }: TrapSubject): TtlCheck[] {
  const checks: TtlCheck[] = []
  const rules = moveRules(next)
  const missing = findMissingTargets(policy, next)
  for (const action of missing)
    checks.push({
      id: 'targets-exist',
      node,
      outcome: action.ifExists ? 'warning' : 'blocking',
      text: `Policy '${policy.name}' has no ${action.to} '${action.name}'.`,
      hint: action.ifExists
        ? 'IF EXISTS: this node accepts the rule and never moves anything by it.'
        : 'The server rejects the TTL (code 450). Choose a volume of the policy, or use IF EXISTS if replicas differ.',
    })
  if (missing.length === 0 && rules.length > 0)
    checks.push({
      id: 'targets-exist',
      node,
      outcome: 'passed',
      text: `Policy '${policy.name}' has all targets.`,
      hint: null,
    })
  const passing = rules.filter(
    ({ action }) =>
      action.to === 'disk' &&
      policy.volumes.some((volume) => volume.disks.includes(action.name) && volume.maxDataPartSizeBytes > 0n),
  )
  if (passing.length > 0 && policy.volumes.some(({ name }) => movesOnInsert(name)))
    checks.push({
      id: 'disk-passes-limit',
      node,
      outcome: 'warning',
      text: `TO DISK '${passing[0]?.action.name ?? ''}' ignores max_data_part_size_bytes of its volume.`,
      hint: 'Use TO VOLUME to apply the limit.',
    })
  return checks
}

function findExpiredInserts({ node, policy, next, movesOnInsert }: TrapSubject): TtlCheck[] {
  const targets = moveRules(next).flatMap(({ action }) => {
    const volume =
      action.to === 'volume' ? findVolume(policy, action.name) : findVolumeOfDisk(policy, action.name)
    return volume && volume !== policy.volumes[0] && movesOnInsert(volume.name) ? [volume.name] : []
  })
  if (targets.length === 0) return []
  return [
    {
      id: 'expired-inserts',
      node,
      outcome: 'warning',
      text: `Rows that are past the TTL at their insert are written directly to '${[...new Set(targets)].join("', '")}'.`,
      hint: 'Before a backfill, turn perform_ttl_move_on_insert off for the volume. Small parts on object storage cost one PUT per file.',
    },
  ]
}

function findSameExpression({ node, gentle }: TrapSubject): TtlCheck[] {
  const moving = gentle.filter(({ effect }) => effect.place.kind === 'moves')
  if (moving.length === 0) return []
  return [
    {
      id: 'same-expression',
      node,
      outcome: 'warning',
      text: `${describeParts(moving, 'moves', 'move')} at once even with the gentle way, because of TTL information for the same expression.`,
      hint: 'The server identifies a rule only by its expression, so old information applies to a new target.',
    },
  ]
}

function findNeverBack({ node, policy, gentle }: TrapSubject): TtlCheck[] {
  const first = policy.volumes[0]
  const early = gentle.filter(({ part, effect }) => {
    const volume = findVolumeOfDisk(policy, part.disk)
    const colder = first && volume && isColder(policy, volume.name, first.name)
    return colder && effect.wanted === null && effect.place.kind === 'stays' && !effect.vanishes
  })
  if (early.length === 0) return []
  return [
    {
      id: 'never-back',
      node,
      outcome: 'warning',
      text: `${describeParts(early, 'is', 'are')} on a colder volume than this TTL requires now. A TTL never moves a part back.`,
      hint: 'A longer or removed TTL moves nothing back. Use a tier migration to move the partitions back.',
    },
  ]
}

function findWithoutInformation({ node, gentle, next }: TrapSubject): TtlCheck[] {
  const rules = moveRules(next)
  const blind = gentle.filter(({ part }) =>
    lacksTtlInformation({ moveInfo: part.moveInfo, deleteInfo: true }, rules),
  )
  if (blind.length === 0) return []
  return [
    {
      id: 'no-ttl-information',
      node,
      outcome: 'warning',
      text: `${describeParts(blind, 'has', 'have')} no information for this TTL. With the gentle way, the server never moves such a part.`,
      hint: 'Move due parts with a tier migration. A merge adds the information to a part, and MATERIALIZE TTL adds it to all parts.',
    },
  ]
}

function findTooLarge({ node, gentle }: TrapSubject): TtlCheck[] {
  const large = gentle.filter(
    ({ effect }) => effect.place.kind === 'blocked' && effect.place.reason === 'too-large',
  )
  if (large.length === 0) return []
  return [
    {
      id: 'part-size-limit',
      node,
      outcome: 'warning',
      text: `${describeParts(large, 'is', 'are')} due and over max_data_part_size_bytes of the target. Such a part never moves.`,
      hint: 'Raise the limit of the volume, or use TO DISK, which ignores it.',
    },
  ]
}

/** Such as `1 part (3 MiB) holds`, `2 parts (6 MiB) hold`, or without the verb. */
export function describeParts(judged: readonly JudgedPart[], one = '', many = ''): string {
  const size = sizeText(judged.reduce((sum, { part }) => sum + part.bytesOnDisk, 0n))
  const verb = judged.length === 1 ? one : many
  return `${judged.length} ${judged.length === 1 ? 'part' : 'parts'} (${size})${verb && ` ${verb}`}`
}
