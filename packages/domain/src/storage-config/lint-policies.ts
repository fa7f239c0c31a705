import { findPolicyGaps } from '../policy/policy-change.ts'
import { sizeText } from '../text/size-text.ts'
import type { Report } from './finding.ts'
import { findValueFault, isOn, readBytes } from './lint-value.ts'
import type { NodeStorageFacts } from './node-storage-facts.ts'
import { listSettingsOf } from './setting-catalogue.ts'
import { type DiskDraft, isGiven, type PolicyDraft, type SettingValue, textOf } from './storage-draft.ts'

const MIB = 1n << 20n

/** Lints one policy; `disks` are those of the draft, `earlier` the policies before it. */
export function lintPolicy(
  policy: PolicyDraft,
  earlier: readonly PolicyDraft[],
  disks: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const at = `policy ${policy.name}`
  if (!/^\w+$/.test(policy.name))
    report(
      'error',
      at,
      null,
      `"${policy.name}" is not a valid policy name.`,
      'Use only letters, digits and _.',
    )
  if (policy.name === 'default')
    report(
      'error',
      at,
      null,
      'The policy default must not be overridden. Tables without a policy use it.',
      'Use another name and a first volume named default, then change tables to it.',
    )
  if (earlier.some(({ name }) => name === policy.name))
    report('error', at, null, 'Two policies have this name.', 'Rename one of them.')
  if (policy.volumes.length === 0)
    report('error', at, null, 'The policy has no volume.', 'Add one with at least one disk.')
  lintValues(at, 'policy', policy.settings, report)
  for (const [index, volume] of policy.volumes.entries()) {
    const place = `${at}, volume ${volume.name}`
    if (!/^\w+$/.test(volume.name))
      report(
        'error',
        place,
        null,
        `"${volume.name}" is not a valid volume name.`,
        'Use only letters, digits and _.',
      )
    if (policy.volumes.slice(0, index).some(({ name }) => name === volume.name))
      report('error', place, null, 'Two volumes of the policy have this name.', 'Rename one of them.')
    if (volume.disks.length === 0)
      report('error', place, 'disk', 'The volume has no disk.', 'Choose at least one.')
    for (const disk of volume.disks) lintDiskOfVolume(place, disk, disks, nodes, report)
    lintVolume(place, volume.settings, report)
  }
  lintRepeatedDisks(policy, report)
  lintPriorities(policy, report)
  lintMoveFactor(policy, report)
  lintFirstVolume(policy, disks, nodes, report)
  lintCoveredDisks(policy, disks, report)
  lintExisting(policy, nodes, report)
}

function lintDiskOfVolume(
  at: string,
  disk: string,
  drafted: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  if (drafted.some(({ name }) => name === disk)) return
  const lacking = nodes.filter(({ disks }) => !disks.some(({ name }) => name === disk))
  if (lacking.length === 0 && (nodes.length > 0 || disk === 'default')) return
  report(
    'error',
    at,
    'disk',
    lacking.length === nodes.length
      ? `The disk ${disk} does not exist here or on any node.`
      : `The disk ${disk} is not on ${lacking.map(({ node }) => node).join(', ')}.`,
    'Add the disk here, or choose one that every node has.',
  )
}

function lintVolume(at: string, settings: Readonly<Record<string, SettingValue>>, report: Report): void {
  lintValues(at, 'volume', settings, report)
  if (isGiven(settings, 'max_data_part_size_bytes') && isGiven(settings, 'max_data_part_size_ratio'))
    report(
      'error',
      at,
      'max_data_part_size_ratio',
      'max_data_part_size is set twice, in bytes and as a share.',
      'Keep one of the two.',
    )
  const limit = readBytes(textOf(settings, 'max_data_part_size_bytes') ?? '')
  if (limit !== undefined && limit > 0n && limit < MIB)
    report(
      'warning',
      at,
      'max_data_part_size_bytes',
      `Parts over ${sizeText(limit)} skip the volume, so even small inserts go to the next one.`,
      'The unit is bytes: 107374182400 is 100 GiB. 0: no limit.',
    )
  if (isOn(textOf(settings, 'prefer_not_to_merge')))
    report(
      'warning',
      at,
      'prefer_not_to_merge',
      'Parts on this volume are never merged. They accumulate, reads get slower, and OPTIMIZE is rejected (code 388).',
      'The documentation advises against it. SYSTEM START MERGES ON VOLUME overrides it temporarily.',
    )
}

function lintValues(
  at: string,
  of: 'policy' | 'volume',
  settings: Readonly<Record<string, SettingValue>>,
  report: Report,
): void {
  const known = listSettingsOf(of)
  for (const [name, value] of Object.entries(settings)) {
    const setting = known.find((each) => each.name === name)
    if (!setting) {
      report(
        'warning',
        at,
        name,
        `${name} is not a known setting of a ${of}.`,
        'Check the documentation, or remove it.',
      )
      continue
    }
    if (typeof value !== 'string' || value === '') continue
    const fault = findValueFault(setting, value.trim())
    if (fault) report('error', at, name, fault, setting.meaning)
  }
}

function lintRepeatedDisks(policy: PolicyDraft, report: Report): void {
  const seen = new Map<string, string>()
  for (const volume of policy.volumes)
    for (const disk of volume.disks) {
      const before = seen.get(disk)
      if (before !== undefined)
        report(
          'error',
          `policy ${policy.name}, volume ${volume.name}`,
          'disk',
          `The disk ${disk} is in the policy twice${before === volume.name ? '' : `, also in ${before}`}.`,
          'A policy can contain each disk only once.',
        )
      seen.set(disk, volume.name)
    }
}

function lintPriorities(policy: PolicyDraft, report: Report): void {
  const given = policy.volumes.flatMap(({ settings }) => textOf(settings, 'volume_priority') || [])
  if (given.length === 0) return
  const numbers = given.map(Number).sort((a, b) => a - b)
  const whole =
    given.length === policy.volumes.length && numbers.every((number, index) => number === index + 1)
  if (!whole)
    report(
      'error',
      `policy ${policy.name}`,
      'volume_priority',
      `The priorities are ${given.join(', ')} for ${policy.volumes.length} volumes.`,
      'Set 1, 2, 3 … without gaps for all volumes, or for none. Without priorities the order of volumes counts.',
    )
}

function lintMoveFactor(policy: PolicyDraft, report: Report): void {
  const factor = Number(textOf(policy.settings, 'move_factor') ?? Number.NaN)
  if (factor > 0.5 && factor <= 1 && policy.volumes.length > 1)
    report(
      'warning',
      `policy ${policy.name}`,
      'move_factor',
      `The server moves parts until ${Number((factor * 100).toFixed(1))}% of each volume except the last is free. This empties the hot volume.`,
      'The default is 0.1. Parts never move back automatically.',
    )
}

function lintFirstVolume(
  policy: PolicyDraft,
  drafted: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const [first] = policy.volumes
  if (!first || policy.volumes.length < 2) return
  const remote = first.disks.filter((disk) => {
    const draft = drafted.find(({ name }) => name === disk)
    if (draft) return textOf(draft.settings, 'type') !== 'local'
    return nodes.some(({ disks }) =>
      disks.some(({ name, onObjectStorage }) => name === disk && onObjectStorage),
    )
  })
  if (remote.length > 0)
    report(
      'warning',
      `policy ${policy.name}, volume ${first.name}`,
      'disk',
      `The first volume is on object storage (${remote.join(', ')}). All inserts and their merges go there.`,
      'Put the volume of local disks first.',
    )
}

function lintCoveredDisks(policy: PolicyDraft, drafted: readonly DiskDraft[], report: Report): void {
  for (const volume of policy.volumes)
    for (const disk of volume.disks) {
      const cover = drafted.find(
        ({ settings }) => textOf(settings, 'type') === 'cache' && textOf(settings, 'disk') === disk,
      )
      if (cover)
        report(
          'warning',
          `policy ${policy.name}, volume ${volume.name}`,
          'disk',
          `The volume uses ${disk} directly and bypasses its cache ${cover.name}. Nothing is cached.`,
          `Name ${cover.name} here.`,
        )
    }
}

function lintExisting(policy: PolicyDraft, nodes: readonly NodeStorageFacts[], report: Report): void {
  const at = `policy ${policy.name}`
  const after = { name: policy.name, volumes: policy.volumes.map(toVolume) }
  const lost = new Map<string, string[]>()
  for (const { node, policies } of nodes) {
    const before = policies.find(({ name }) => name === policy.name)
    if (!before) continue
    const gaps = findPolicyGaps({ name: before.name, volumes: before.volumes.map(toVolume) }, after)
    for (const { volume, disks } of gaps) {
      const what = disks === null ? `the volume ${volume}` : `${disks.join(', ')} of volume ${volume}`
      lost.set(what, [...(lost.get(what) ?? []), node])
    }
  }
  const users = Math.max(
    0,
    ...nodes.map(({ policies }) => policies.find(({ name }) => name === policy.name)?.tableCount ?? 0),
  )
  for (const [what, names] of lost)
    report(
      'error',
      at,
      'disk',
      `The policy loses ${what}, which it has on ${names.join(', ')}${users > 0 ? ` and where ${users} ${users === 1 ? 'table' : 'tables'} may have parts` : ''}.`,
      'Keep it in the policy. The server rejects a policy that loses volumes or disks.',
    )
}

function toVolume({ name, disks }: { name: string; disks: readonly string[] }) {
  return { name, disks, priority: 0, maxDataPartSizeBytes: 0n, moveFactor: 0, preferNotToMerge: false }
}
