import { sumRoom } from '../placement/file-systems.ts'
import type { Volume } from '../policy/storage-policy.ts'
import { findVolume } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import type { PlanCheck } from '../tier-migration/check.ts'
import type { ObservedReplica } from '../tier-migration/snapshot.ts'
import { type ExitPart, type ExitState, findSharedPartitions } from './exit-stage.ts'

export interface ExitCheck extends Pick<PlanCheck, 'node' | 'outcome' | 'text' | 'hint'> {
  id: string
}

export interface ExitSubject {
  hotVolume: string
  targetVolume: string | null
  sight: ExitState
  replicas: readonly Pick<ObservedReplica, 'node' | 'policy' | 'disks' | 'databaseGroup' | 'databaseShards'>[]
  /** Total bytes of disks by node, then by disk. */
  totals: ReadonlyMap<string, ReadonlyMap<string, bigint>>
}

/** Checks before a table leaves zero-copy replication, in addition to those of its moves. */
export function checkExit(subject: ExitSubject): ExitCheck[] {
  const { sight } = subject
  const checks: ExitCheck[] = [judgeSharing(sight)]
  if (sight.missing.length > 0)
    checks.push(
      blocking(
        'all-answered',
        null,
        `Not every replica responds. ${sight.missing.join(' ')}`,
        'Bring the replica back, add its node to the cluster, or drop it if it will not come back. With the setting off on the other replicas, it would lose data that they remove.',
      ),
    )
  if (sight.keeperFault !== null)
    checks.push(
      blocking('locks', null, `Locks are not known: ${sight.keeperFault}`, 'Bring Keeper back first.'),
    )
  for (const replica of subject.replicas) checks.push(...checkVolumes(replica, subject))
  checks.push(judgeReturn(sight), judgeUnseen(sight), judgeLeftovers(sight))
  checks.push(...judgeDatabase(subject.replicas))
  return checks
}

function judgeSharing({ replicas, shared }: ExitState): ExitCheck {
  const on = replicas.filter(({ enabled }) => enabled)
  return on.length === 0 && shared.length === 0
    ? blocking(
        'sharing',
        null,
        'The setting is off on all replicas and no part is shared.',
        'No exit is needed.',
      )
    : passed(
        'sharing',
        null,
        `The setting is on for ${on.length} of ${replicas.length} replicas, and ${shared.length} parts are shared or locked.`,
      )
}

function checkVolumes(
  { node: { name: node }, policy, disks }: ExitSubject['replicas'][number],
  { hotVolume, targetVolume, sight, totals }: ExitSubject,
): ExitCheck[] {
  const hot = findVolume(policy, hotVolume)
  if (!hot)
    return [
      blocking(
        'hot-volume',
        node,
        `Policy '${policy.name}' has no volume '${hotVolume}'.`,
        'Choose a volume that all replicas have.',
      ),
    ]
  const freeOf = (name: string) => disks.find((disk) => disk.name === name)?.freeBytes ?? null
  if (hot.disks.some((name) => freeOf(name) === null))
    return [
      blocking(
        'hot-volume',
        node,
        `Volume '${hotVolume}' is on object storage, where replicas would still share parts.`,
        'Choose a volume of local disks.',
      ),
    ]
  const checks = [passed('hot-volume', node, `Volume '${hotVolume}' is on local disks.`)]
  if (targetVolume !== null && !findVolume(policy, targetVolume))
    checks.push(
      blocking(
        'target-volume',
        node,
        `Policy '${policy.name}' has no volume '${targetVolume}'.`,
        'Choose a volume that all replicas have, or let the parts stay.',
      ),
    )
  const partitions = findSharedPartitions(sight)
  const parts = sight.replicas.find((replica) => replica.node === node)?.parts ?? []
  const neededBytes = sumPartBytes(
    parts.filter((part) => part.volume !== hotVolume && partitions.has(part.partitionId)),
  )
  checks.push(judgeRoom(node, hot, neededBytes, disks, totals.get(node) ?? new Map(), policy.volumes))
  return checks
}

/** Of one replica. */
export function sumPartBytes(parts: readonly Pick<ExitPart, 'bytesOnDisk'>[]): bigint {
  return parts.reduce((sum, { bytesOnDisk }) => sum + bytesOnDisk, 0n)
}

/** Below move_factor of free space the server moves parts by itself, and they would be shared again. */
function judgeRoom(
  node: string,
  hot: Volume,
  neededBytes: bigint,
  disks: ExitSubject['replicas'][number]['disks'],
  totals: ReadonlyMap<string, bigint>,
  volumes: readonly Volume[],
): ExitCheck {
  const local = disks.flatMap(({ freeBytes, ...disk }) =>
    freeBytes !== null && hot.disks.includes(disk.name) ? [{ ...disk, freeBytes }] : [],
  )
  const free = sumRoom(local).freeBytes
  const total = sumRoom(local.map((disk) => ({ ...disk, freeBytes: totals.get(disk.name) ?? 0n }))).freeBytes
  const isLast = volumes.at(-1)?.name === hot.name
  const keptFree = isLast ? 0n : (total * BigInt(Math.round(hot.moveFactor * 1_000))) / 1_000n
  return free >= neededBytes + keptFree
    ? passed(
        'room',
        node,
        `Volume '${hot.name}' has ${sizeText(free)} free for ${sizeText(neededBytes)} of shared parts.`,
      )
    : blocking(
        'room',
        node,
        `Volume '${hot.name}' has ${sizeText(free)} free. The shared parts need ${sizeText(neededBytes)}${keptFree > 0n ? `, and below ${sizeText(keptFree)} the server moves parts away automatically (move_factor)` : ''}.`,
        'All shared parts must be local at the same time, because the setting applies to the whole table. Free space, add a disk to the volume, or copy the table instead: create a new replicated table with the same policy and the setting off, ATTACH PARTITION … FROM it partition by partition, compare rows, and exchange the tables. The bucket then contains both until the old table is dropped.',
      )
}

function judgeReturn({ returns }: ExitState): ExitCheck {
  return returns
    ? blocking(returns.id, null, returns.text, returns.hint)
    : passed('ttl', null, 'No TTL moves parts to object storage, and new parts are local.')
}

function judgeUnseen({ unseen: [first, ...rest] }: ExitState): ExitCheck {
  return first === undefined
    ? passed('unseen', null, 'The files of all parts on object storage were seen.')
    : blocking(
        'unseen',
        null,
        `${rest.length + 1} parts on object storage were not seen among the files of their disks, such as ${first}. It is unknown whether they are shared.`,
        'If they are new, check again. Files of disks with metadata in the bucket, or on a store other than S3, cannot be read.',
      )
}

function judgeLeftovers(sight: ExitState): ExitCheck {
  const active = new Set(sight.replicas.flatMap(({ parts }) => parts.map(({ name }) => name)))
  const rest = [...sight.shared, ...sight.unheld].filter((name) => !active.has(name))
  return rest.length === 0
    ? passed('leftovers', null, 'Only active parts are shared.')
    : {
        ...{ id: 'leftovers', node: null, outcome: 'warning' },
        text: `${rest.length} parts that are not active have shared objects or locks, such as ${rest[0]}.`,
        hint: 'The setting goes off only when they are gone. The server removes merged parts automatically. Remove detached parts and locks of lost replicas yourself.',
      }
}

/** A Replicated database sends it to all of its replicas, whichever one receives it. */
function judgeDatabase(replicas: ExitSubject['replicas']): ExitCheck[] {
  const carried = replicas.filter(({ databaseGroup }) => databaseGroup !== undefined)
  if (carried.length === 0) return []
  const shards = Math.max(...carried.map(({ databaseShards = 0 }) => databaseShards))
  return [
    passed(
      'database-setting',
      null,
      `A Replicated database applies the setting to all ${carried.length} replicas with one statement.`,
    ),
    ...(shards > 1
      ? [
          {
            ...{ id: 'database-moves', node: null, outcome: 'warning' as const },
            text: `The Replicated database has ${shards} shards and runs MOVE PARTITION on all replicas at the same time.`,
            hint: 'Start the exit when all replicas may be busy. No replica stays free meanwhile. If a shard lacks the partition, the statement takes up to a minute.',
          },
        ]
      : []),
  ]
}

function passed(id: string, node: string | null, text: string): ExitCheck {
  return { id, node, outcome: 'passed', text, hint: null }
}
function blocking(id: string, node: string | null, text: string, hint: string): ExitCheck {
  return { id, node, outcome: 'blocking', text, hint }
}
