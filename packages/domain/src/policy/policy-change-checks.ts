import { sizeText } from '../text/size-text.ts'
import type { CheckOutcome } from '../tier-migration/check.ts'
import { type DiskRoom, findMovesAtOnce } from './moves-at-once.ts'
import { judgePolicyChange, type PolicyGap, type PolicyVerdict } from './policy-change.ts'
import { findVolume, type StoragePolicy } from './storage-policy.ts'

/** A check before a table changes its policy. Same shape as the checks of a tier migration. */
interface PolicyChangeCheck {
  id:
    | 'policy-known'
    | 'own-disk'
    | 'volumes-kept'
    | 'gains'
    | 'way-back'
    | 'first-volume'
    | 'settings'
    | 'moves-at-once'
  node: string
  outcome: CheckOutcome
  text: string
  hint: string | null
}

export interface PolicyChangeSubject {
  node: string
  from: StoragePolicy
  /** Undefined where the node has no such policy. */
  to: StoragePolicy | undefined
  toName: string
  rooms: readonly DiskRoom[]
  /** Bytes of the table by disk. */
  held: ReadonlyMap<string, bigint>
}

export interface JudgedPolicyChange {
  verdict: PolicyVerdict
  checks: PolicyChangeCheck[]
}

/** All checks for one node's table before it changes its policy, in words. */
export function checkPolicyChange(subject: PolicyChangeSubject): JudgedPolicyChange {
  const { node, from, to, toName } = subject
  const verdict = judgePolicyChange(from, to)
  const say = (
    id: PolicyChangeCheck['id'],
    outcome: CheckOutcome,
    text: string,
    hint: string | null = null,
  ): PolicyChangeCheck => ({ id, node, outcome, text, hint })
  switch (verdict.kind) {
    case 'current':
      return { verdict, checks: [] }
    case 'unknown-policy':
      return {
        verdict,
        checks: [
          say(
            'policy-known',
            'blocking',
            `The node has no policy '${toName}'.`,
            'Use the same storage configuration on all nodes first.',
          ),
        ],
      }
    case 'own-disk':
      return {
        verdict,
        checks: [
          say(
            'own-disk',
            'blocking',
            `'${verdict.policy}' is the policy of a table with its own disk (SETTINGS disk = …).`,
            'Create a new table on a policy of the configuration and copy the data.',
          ),
        ],
      }
    case 'refused':
      return {
        verdict,
        checks: verdict.gaps.map((gap) =>
          say('volumes-kept', 'blocking', gapText(from, toName, gap), gapHint(from, toName, gap)),
        ),
      }
    case 'allowed':
      return {
        verdict,
        checks: [
          say('volumes-kept', 'passed', `'${toName}' has all volumes and disks of '${from.name}'.`),
          say('gains', 'passed', gainText(verdict)),
          verdict.wayBack
            ? say('way-back', 'passed', `The table can go back to '${from.name}'.`)
            : say(
                'way-back',
                'warning',
                `The change to '${toName}' cannot be undone: '${from.name}' lacks the volumes or disks that it adds.`,
                'The server rejects the way back (code 36), even if the new volumes are empty.',
              ),
          ...(to ? describeEffects(subject, to, say) : []),
        ],
      }
  }
}

type Say = (
  id: PolicyChangeCheck['id'],
  outcome: CheckOutcome,
  text: string,
  hint?: string | null,
) => PolicyChangeCheck

function describeEffects(subject: PolicyChangeSubject, to: StoragePolicy, say: Say): PolicyChangeCheck[] {
  const { from, rooms, held } = subject
  const checks: PolicyChangeCheck[] = []
  const [oldFirst, newFirst] = [from.volumes[0], to.volumes[0]]
  if (oldFirst && newFirst && oldFirst.name !== newFirst.name)
    checks.push(
      say(
        'first-volume',
        'warning',
        `New parts will be written to '${newFirst.name}' instead of '${oldFirst.name}'.`,
        'Inserts and merges go to the first volume with free space. Check that it is the intended one.',
      ),
    )
  for (const change of listSettingChanges(from, to))
    checks.push(say('settings', 'warning', change, 'This applies to the table immediately after the change.'))
  const atOnce = findMovesAtOnce(to, rooms, held)
  for (const { volume, disk, toVolume, moveFactor, dueBytes } of atOnce)
    checks.push(
      say(
        'moves-at-once',
        'warning',
        `Disk '${disk}' of volume '${volume}' has less than ${shareText(moveFactor)} free. The server will immediately start to move up to ${sizeText(dueBytes)} of the table to '${toVolume}'.`,
        'This is caused by move_factor. To keep these bytes in place, lower it in the policy first.',
      ),
    )
  if (atOnce.length === 0)
    checks.push(
      say('moves-at-once', 'passed', 'No data moves immediately. Only the definition of the table changes.'),
    )
  return checks
}

function listSettingChanges(from: StoragePolicy, to: StoragePolicy): string[] {
  return from.volumes.flatMap((before) => {
    const after = findVolume(to, before.name)
    if (!after) return []
    const changes: string[] = []
    if (before.maxDataPartSizeBytes !== after.maxDataPartSizeBytes)
      changes.push(
        `max_data_part_size of '${before.name}' changes from ${limitText(before.maxDataPartSizeBytes)} to ${limitText(after.maxDataPartSizeBytes)}.`,
      )
    if (before.preferNotToMerge !== after.preferNotToMerge)
      changes.push(
        after.preferNotToMerge
          ? `Parts on '${before.name}' will no longer be merged (prefer_not_to_merge).`
          : `Parts on '${before.name}' will be merged again.`,
      )
    return changes
  })
}

function gapText(from: StoragePolicy, toName: string, { volume, disks }: PolicyGap): string {
  return disks === null
    ? `'${toName}' has no volume named '${volume}', which '${from.name}' has.`
    : `Volume '${volume}' of '${toName}' lacks ${disks.length === 1 ? 'the disk' : 'the disks'} ${quoteAll(disks)}, which it has in '${from.name}'.`
}

function gapHint(from: StoragePolicy, toName: string, { volume, disks }: PolicyGap): string {
  if (from.name === 'default' && disks === null)
    return `A table on 'default' can change only to a policy with a volume named 'default'. Design a policy whose first volume has this name.`
  return disks === null
    ? `Add a volume '${volume}' to '${toName}', or choose a policy that has it. The name of the volume must match, not only its disks.`
    : `Add ${disks.length === 1 ? 'it' : 'them'} to that volume of '${toName}', or choose another policy.`
}

function gainText({ addedVolumes, addedDisks }: Extract<PolicyVerdict, { kind: 'allowed' }>): string {
  const gains = [
    ...(addedVolumes.length > 0
      ? [`${addedVolumes.length === 1 ? 'the volume' : 'the volumes'} ${quoteAll(addedVolumes)}`]
      : []),
    ...addedDisks.map(({ volume, disks }) => `${quoteAll(disks)} in volume '${volume}'`),
  ]
  return gains.length > 0
    ? `The table gains ${gains.join(' and ')}.`
    : 'The table keeps its volumes; only their settings or order change.'
}

function quoteAll(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ')
}

function limitText(bytes: bigint): string {
  return bytes === 0n ? 'no limit' : sizeText(bytes)
}

function shareText(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`
}
