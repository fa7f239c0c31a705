import { describeSharedDisks, sumRoom } from '../placement/file-systems.ts'
import { totalParts } from '../placement/part.ts'
import { findVolume, type Volume } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import type { PlanCheck } from './check.ts'
import type { PlannedStep } from './planned-step.ts'
import { withDefaultChoices } from './replica-choices.ts'
import { type ObservedReplica, sharesObjects } from './snapshot.ts'

interface Subject {
  targetVolume: string
  undatedPartitions: readonly string[]
  steps: readonly Pick<PlannedStep, 'parts'>[]
}

/** Everything that is read on one replica before its moves are planned. */
export function checkReplica(
  replica: ObservedReplica,
  subject: Subject,
  choices: ReturnType<typeof withDefaultChoices> = withDefaultChoices(undefined),
): PlanCheck[] {
  const node = replica.node.name
  const volume = findVolume(replica.policy, subject.targetVolume)
  if (!volume) return [volumeMissing(replica, subject.targetVolume)]

  const parts = subject.steps.flatMap((step) => step.parts)
  const names = new Set(parts.map((part) => part.name))
  const busy = replica.mergingParts.filter((name) => names.has(name))
  const moving = replica.movingParts.filter((name) => names.has(name))
  const checks: PlanCheck[] = [
    passed('target-in-policy', node, `Policy '${replica.policy.name}' has the volume '${volume.name}'.`),
    checkSpace(replica, volume, totalParts(parts).bytes),
    checkPartSize(node, volume, parts),
    checkBounce(replica, volume, parts),
    busy.length === 0
      ? passed('no-merges', node, 'No merge or mutation reads the selected parts.')
      : warning(
          'no-merges',
          node,
          `${busy.length} of the selected parts ${busy.length === 1 ? 'is' : 'are'} being merged or mutated: ${sample(busy)}.`,
          'The move waits for them to avoid a wasted upload.',
        ),
    replica.pendingMutations.length === 0
      ? passed('no-mutations', node, 'No mutation of the table is pending.')
      : warning(
          'no-mutations',
          node,
          `${replica.pendingMutations.length} ${replica.pendingMutations.length === 1 ? 'mutation is' : 'mutations are'} not finished: ${sample(replica.pendingMutations)}.`,
          'They rewrite parts, also on the target if they run after the move. Let them finish first, or kill them.',
        ),
  ]
  if (replica.readOnly !== undefined)
    checks.push(
      choices.readOnly === 'refuse'
        ? blocking(
            'replica-writable',
            node,
            `The replica is read-only: ${replica.readOnly}`,
            'Fix replication, then plan again. Or choose to wait for the replica, or to exclude it.',
          )
        : warning(
            'replica-writable',
            node,
            `The replica is read-only: ${replica.readOnly}`,
            sharesObjects(replica, volume.name, parts)
              ? 'Its steps wait until the replica is writable. Replicas share these parts by locks in Keeper. A move without Keeper would leave objects, locks and metadata that only a restart of the nodes removes.'
              : 'Moves run on it, but its missing parts are unknown. Its steps wait until they are known. Fix replication first.',
          ),
    )
  else if (replica.replication) checks.push(checkReplication(node, replica.replication, choices.behind))
  if ((replica.databaseShards ?? 0) > 1)
    checks.push(
      warning(
        'database-moves',
        node,
        `The table is in a Replicated database of ${replica.databaseShards} shards, which sends MOVE PARTITION to all of its replicas at once.`,
        'The first step of a partition moves it on all replicas, regardless of the concurrency limit. Later steps adopt the result. Start it when all replicas may be busy, or let a TTL move the parts.',
      ),
    )
  if (moving.length > 0)
    checks.push(
      warning(
        'no-moves',
        node,
        `${moving.length} of the selected parts ${moving.length === 1 ? 'is' : 'are'} being moved now: ${sample(moving)}.`,
        'Their result is adopted.',
      ),
    )
  if (subject.undatedPartitions.length > 0)
    checks.push(
      warning(
        'has-date',
        node,
        `${subject.undatedPartitions.length} ${subject.undatedPartitions.length === 1 ? 'partition has' : 'partitions have'} no date: ${sample(subject.undatedPartitions)}.`,
        'Their age is unknown. Choose them by name.',
      ),
    )
  return checks
}

function checkReplication(
  node: string,
  { isLogBehind, isAttaching, queuedParts }: NonNullable<ObservedReplica['replication']>,
  behind: ReturnType<typeof withDefaultChoices>['behind'],
): PlanCheck {
  const hint = {
    wait: 'Its steps wait until it has the parts of its shard.',
    leave: 'Its steps end without the parts that it has not fetched, and report their number.',
    refuse:
      'Plan again when it has them. Or choose to wait for it, or to end without the parts that it has not fetched.',
  }[behind]
  const told = behind === 'refuse' ? blocking : warning
  if (queuedParts.length > 0)
    return told(
      'replication',
      node,
      `${queuedParts.length} ${queuedParts.length === 1 ? 'part is' : 'parts are'} in the replication queue: ${sample(queuedParts)}.`,
      hint,
    )
  if (isAttaching)
    return told(
      'replication',
      node,
      'An ATTACH or REPLACE PARTITION of another replica is in the replication queue.',
      hint,
    )
  if (isLogBehind)
    return told('replication', node, 'The replica has not read all of the replication log.', hint)
  return passed('replication', node, 'The replica has all parts that its shard has written.')
}

function checkSpace(replica: ObservedReplica, volume: Volume, neededBytes: bigint): PlanCheck {
  const node = replica.node.name
  const local = replica.disks.flatMap(({ freeBytes: free, ...disk }) =>
    free !== null && volume.disks.includes(disk.name) ? [{ ...disk, freeBytes: free }] : [],
  )
  if (local.length < volume.disks.length)
    return passed('free-space', node, `Volume '${volume.name}' is on object storage: no limit of its own.`)
  const { freeBytes, shared } = sumRoom(local)
  const told = shared.length === 0 ? '' : ` ${describeSharedDisks(shared)}`
  return freeBytes >= neededBytes
    ? passed(
        'free-space',
        node,
        `Volume '${volume.name}' has ${sizeText(freeBytes)} free for ${sizeText(neededBytes)}.${told}`,
      )
    : blocking(
        'free-space',
        node,
        `Volume '${volume.name}' has ${sizeText(freeBytes)} free, the move needs ${sizeText(neededBytes)}.${told}`,
        'Free space on the volume or choose fewer partitions.',
      )
}

function checkPartSize(
  node: string,
  volume: Volume,
  parts: readonly { name: string; bytesOnDisk: bigint }[],
): PlanCheck {
  const limit = volume.maxDataPartSizeBytes
  const tooBig = limit === 0n ? [] : parts.filter((part) => part.bytesOnDisk > limit)
  return tooBig.length === 0
    ? passed('part-size-limit', node, `No selected part is over max_data_part_size of '${volume.name}'.`)
    : blocking(
        'part-size-limit',
        node,
        `${tooBig.length} ${tooBig.length === 1 ? 'part is' : 'parts are'} over max_data_part_size (${sizeText(limit)}) of '${volume.name}': ${sample(tooBig.map((part) => part.name))}.`,
        'The server rejects them (code 243). Raise max_data_part_size_bytes of the volume or exclude these partitions.',
      )
}

/** A part that the TTL wants elsewhere by now goes there by itself, seconds after it was moved. */
function checkBounce(
  { node, wantedVolumes }: ObservedReplica,
  volume: Volume,
  parts: readonly { name: string }[],
): PlanCheck {
  const bounced = parts.filter(({ name }) => (wantedVolumes.get(name) ?? volume.name) !== volume.name)
  const elsewhere = wantedVolumes.get(bounced[0]?.name ?? '')
  return bounced.length === 0
    ? passed('ttl-bounce', node.name, `No TTL would move the parts away from '${volume.name}' again.`)
    : blocking(
        'ttl-bounce',
        node.name,
        `The TTL of the table requires ${bounced.length} of the selected parts on '${elsewhere}'. The server would immediately move them away from '${volume.name}': ${sample(bounced.map((part) => part.name))}.`,
        'Change the TTL first (a longer age, or none), then plan again.',
      )
}

function volumeMissing(replica: ObservedReplica, targetVolume: string): PlanCheck {
  const volumes = replica.policy.volumes.map((volume) => `'${volume.name}'`).join(', ')
  return blocking(
    'target-in-policy',
    replica.node.name,
    `Policy '${replica.policy.name}' has no volume '${targetVolume}'. It has ${volumes}.`,
    "Choose one of these volumes, or change the table's storage policy first.",
  )
}

function sample(names: readonly string[]): string {
  return names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`
}

function passed(id: PlanCheck['id'], node: string, text: string): PlanCheck {
  return { id, node, outcome: 'passed', text, hint: null }
}

function warning(id: PlanCheck['id'], node: string, text: string, hint: string): PlanCheck {
  return { id, node, outcome: 'warning', text, hint }
}

function blocking(id: PlanCheck['id'], node: string, text: string, hint: string): PlanCheck {
  return { id, node, outcome: 'blocking', text, hint }
}
