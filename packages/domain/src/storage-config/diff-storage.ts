import { isOn, readBytes } from './lint-value.ts'
import type { DiskFact, NodeStorageFacts, PolicyFact } from './node-storage-facts.ts'
import { isSecretSetting } from './setting-catalogue.ts'
import { type DiskDraft, type PolicyDraft, type StorageDraft, textOf } from './storage-draft.ts'

export interface DiffLine {
  /** `+` added, `-` removed, a space unchanged. */
  sign: '+' | '-' | ' '
  text: string
}

export interface ObjectDiff {
  object: 'disk' | 'policy'
  name: string
  change: 'new' | 'changed' | 'same'
  lines: DiffLine[]
}

/**
 * What a draft changes on one node, object by object, in terms of system.disks and system.storage_policies. What those
 * tables do not show (endpoint, keys) is not compared. Objects that the draft does not name stay.
 */
export function diffStorage(draft: StorageDraft, node: NodeStorageFacts): ObjectDiff[] {
  return [
    ...draft.disks.map((disk) => {
      const before = node.disks.find(({ name }) => name === disk.name)
      return before
        ? diffObject('disk', disk.name, describeDisk(before), describeDiskDraft(disk))
        : diffObject('disk', disk.name, undefined, listDraftSettings(disk))
    }),
    ...draft.policies.map((policy) => {
      const before = node.policies.find(({ name }) => name === policy.name)
      return diffObject('policy', policy.name, before && describePolicy(before), describePolicyDraft(policy))
    }),
  ]
}

/** What a node runs under the names in a draft, to compare with later; null for an unknown name. */
export function describeRunning(
  draft: StorageDraft,
  node: NodeStorageFacts,
): Record<string, string[] | null> {
  const entries = [
    ...draft.disks.map(({ name }): [string, string[] | null] => {
      const disk = node.disks.find((each) => each.name === name)
      return [`disk ${name}`, disk ? describeDisk(disk) : null]
    }),
    ...draft.policies.map(({ name }): [string, string[] | null] => {
      const policy = node.policies.find((each) => each.name === name)
      return [`policy ${name}`, policy ? describePolicy(policy) : null]
    }),
  ]
  return Object.fromEntries(entries)
}

/** Whether a node runs what the differences describe: all of it, some, or nothing. */
export function judgeRollout(diffs: readonly ObjectDiff[]): 'running' | 'partly' | 'not-yet' {
  const done = diffs.filter(({ change }) => change === 'same').length
  if (done === diffs.length) return 'running'
  return done === 0 ? 'not-yet' : 'partly'
}

/** A policy that a node runs, as a draft with what is not the default. */
export function draftOfPolicy({ name, volumes }: PolicyFact): PolicyDraft {
  const moveFactor = Number((volumes[0]?.moveFactor ?? 0.1).toFixed(4))
  const loadBalancing = (volume: PolicyFact['volumes'][number]) => volume.loadBalancing.toLowerCase()
  return {
    name,
    volumes: volumes.map((volume) => ({
      name: volume.name,
      disks: [...volume.disks],
      settings: {
        ...(volume.maxDataPartSizeBytes === 0n
          ? {}
          : { max_data_part_size_bytes: String(volume.maxDataPartSizeBytes) }),
        ...(volume.preferNotToMerge ? { prefer_not_to_merge: 'true' } : {}),
        ...(volume.performTtlMoveOnInsert ? {} : { perform_ttl_move_on_insert: 'false' }),
        ...(loadBalancing(volume) === 'round_robin' ? {} : { load_balancing: loadBalancing(volume) }),
      },
    })),
    settings: moveFactor === 0.1 ? {} : { move_factor: String(moveFactor) },
  }
}

function diffObject(
  object: ObjectDiff['object'],
  name: string,
  before: readonly string[] | undefined,
  after: readonly string[],
): ObjectDiff {
  const lines = diffLines(before ?? [], after)
  const change = before === undefined ? 'new' : lines.every(({ sign }) => sign === ' ') ? 'same' : 'changed'
  return { object, name, change, lines }
}

/** Longest common subsequence. Lists are short, so quadratic time is fine. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [old, fresh] = [before[i], after[j]]
    if (old !== undefined && old === fresh) {
      lines.push({ sign: ' ', text: old })
      i++
      j++
    } else if (old !== undefined && (fresh === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: '-', text: old })
      i++
    } else {
      lines.push({ sign: '+', text: fresh ?? '' })
      j++
    }
  }
  return lines
}

function describeDisk({ type, onObjectStorage, cachePath, keepFreeBytes }: DiskFact): string[] {
  const kind = cachePath !== null ? 'cache' : onObjectStorage ? type.toLowerCase() : 'local'
  return [
    `type: ${kind === 'azureblobstorage' || kind === 'azure' ? 'azure_blob_storage' : kind}`,
    ...(kind === 'local' ? [`keep_free_space_bytes: ${keepFreeBytes}`] : []),
  ]
}

function describeDiskDraft({ name, settings }: DiskDraft): string[] {
  const kind = textOf(settings, 'type') ?? (name === 'default' ? 'local' : 'without a type')
  return [
    `type: ${kind}`,
    ...(kind === 'local'
      ? [`keep_free_space_bytes: ${readBytes(textOf(settings, 'keep_free_space_bytes') ?? '0') ?? 0n}`]
      : []),
  ]
}

/** All settings of a new disk except secrets. */
function listDraftSettings({ settings }: DiskDraft): string[] {
  const { type, ...others } = settings
  return Object.entries({ ...(type === undefined ? {} : { type }), ...others }).map(([name, value]) => {
    if (typeof value !== 'string' && 'fromEnv' in value) return `${name}: from the variable ${value.fromEnv}`
    return `${name}: ${typeof value !== 'string' || isSecretSetting(name) ? '(sealed)' : value}`
  })
}

function describePolicy({ volumes }: PolicyFact): string[] {
  return volumes.flatMap((volume) => [
    `volume ${volume.name}: ${volume.disks.join(', ')}`,
    ...volumeLines({ ...volume, moveFactor: Number(volume.moveFactor.toFixed(4)) }),
  ])
}

function describePolicyDraft({ volumes, settings }: PolicyDraft): string[] {
  const moveFactor = Number(textOf(settings, 'move_factor') ?? '0.1')
  return volumes.flatMap((volume) => [
    `volume ${volume.name}: ${volume.disks.join(', ')}`,
    ...volumeLines({
      moveFactor,
      maxDataPartSizeBytes: readBytes(textOf(volume.settings, 'max_data_part_size_bytes') ?? '0') ?? 0n,
      preferNotToMerge: isOn(textOf(volume.settings, 'prefer_not_to_merge')),
      performTtlMoveOnInsert: isOn(textOf(volume.settings, 'perform_ttl_move_on_insert') ?? 'true'),
      loadBalancing: textOf(volume.settings, 'load_balancing') ?? 'round_robin',
    }),
  ])
}

function volumeLines(volume: {
  moveFactor: number
  maxDataPartSizeBytes: bigint
  preferNotToMerge: boolean
  performTtlMoveOnInsert: boolean
  loadBalancing: string
}): string[] {
  return [
    `  move_factor: ${volume.moveFactor}`,
    `  max_data_part_size_bytes: ${volume.maxDataPartSizeBytes}`,
    `  prefer_not_to_merge: ${volume.preferNotToMerge}`,
    `  perform_ttl_move_on_insert: ${volume.performTtlMoveOnInsert}`,
    `  load_balancing: ${volume.loadBalancing.toLowerCase()}`,
  ]
}
