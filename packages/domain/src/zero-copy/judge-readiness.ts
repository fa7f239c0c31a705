import { sizeText } from '../text/size-text.ts'

/** A replica of a table that is considered for zero-copy replication. */
export interface ReadinessReplica {
  node: string
  version: string
  set: string
  uuid: string
  enabled: boolean
  lockPath: string
  readOnly: boolean
  storagePolicy: string
  /** Volumes of its policy with their disks, in order. */
  volumes: readonly { name: string; disks: readonly string[] }[]
  /** S3 disks of the policy. `bucket` from a saved source, `prefixes` from the objects; both may be unknown. */
  disks: readonly { name: string; bucket: string | null; prefixes: readonly string[] }[]
  /** Settings that, where enabled, reject FREEZE, DETACH and FETCH while replicas share. */
  refused: readonly string[]
  /** The server's description of the setting. */
  description: string
  coldParts: number
  coldBytes: bigint
  /** Backups onto one of these disks in the node's log. Null: it has no such log. */
  diskBackups: number | null
}

interface ReadinessCheck {
  id:
    | 'warning-of-clickhouse'
    | 'all-answered'
    | 'versions'
    | 'policies'
    | 'bucket'
    | 'keeper-path'
    | 'keeper-size'
    | 'uuids'
    | 'setting'
    | 'present-parts'
    | 'backups'
    | 'writable'
  outcome: 'passed' | 'warning' | 'blocking' | 'unknown'
  text: string
  hint: string | null
}

export interface Readiness {
  checks: ReadinessCheck[]
  /** Size of parts now on object storage that replicas store beyond one copy of each. */
  gainBytes: bigint
  /** Keeper nodes that the locks of these parts will take. */
  keeperNodes: number
}

/** What to know before enabling zero-copy replication for a table, most important first. */
export function judgeReadiness(
  replicas: readonly ReadinessReplica[],
  missingNodes: readonly string[],
): Readiness {
  const sets = new Map<string, ReadinessReplica[]>()
  for (const replica of replicas) sets.set(replica.set, [...(sets.get(replica.set) ?? []), replica])
  const gainBytes = [...sets.values()].reduce((sum, own) => sum + doubledBytes(own), 0n)
  const keeperNodes = [...sets.values()].reduce((sum, own) => {
    const parts = Math.max(0, ...own.map(({ coldParts }) => coldParts))
    // A part, its blob, and each replica.
    return sum + parts * (2 + own.length)
  }, 0)
  return {
    gainBytes,
    keeperNodes,
    checks: [
      warnOfClickHouse(replicas),
      missingNodes.length === 0
        ? passed('all-answered', 'All nodes of the cluster answered.')
        : unknown(
            'all-answered',
            `Not checked: ${missingNodes.join(', ')}.`,
            'Check again when they respond. The other results apply to the other nodes only.',
          ),
      compare(replicas, 'versions', ({ version }) => version, {
        equal: (version) => `All replicas run ${version}.`,
        differ: 'Replicas run different versions of ClickHouse',
        hint: 'Upgrade all of them first. Versions differ in what they lock and how they name locks.',
        outcome: 'warning',
      }),
      compareBySet(sets, 'policies', describePolicy, {
        equal: () => 'Replicas have the same storage policy with the same volumes and disks.',
        differ: 'Storage policies differ between replicas',
        hint: 'A replica can only take over a part to a disk of the same name. Make the policies equal first.',
        outcome: 'blocking',
      }),
      judgeBuckets(sets),
      compareBySet(sets, 'keeper-path', ({ lockPath }) => lockPath, {
        equal: (path) => `All replicas would lock parts below ${path}.`,
        differ: 'Replicas would lock parts below different paths',
        hint: 'Set remote_fs_zero_copy_zookeeper_path to one value first. Otherwise nothing is shared, and fetches of parts on the shared disk fail.',
        outcome: 'blocking',
      }),
      {
        id: 'keeper-size',
        outcome: keeperNodes > 1_000_000 ? 'warning' : 'passed',
        text: `Locks take ${keeperNodes.toLocaleString('en-US')} nodes in Keeper for the parts that are on object storage now, and requests to Keeper for each part that is written, merged or removed.`,
        hint:
          keeperNodes > 1_000_000
            ? 'Keeper holds all nodes in memory. Merge to fewer parts first, or give Keeper more memory.'
            : null,
      },
      compareBySet(sets, 'uuids', ({ uuid }) => uuid, {
        equal: () => 'The table has one UUID on all replicas.',
        differ: 'The table has different UUIDs on its replicas',
        hint: 'Servers that store table_shared_id in Keeper still share. Older servers use separate locks.',
        outcome: 'warning',
      }),
      judgeSetting(replicas),
      judgePresentParts(gainBytes),
      judgeBackups(replicas),
      judgeWritable(replicas),
    ],
  }
}

type CheckId = ReadinessCheck['id']

function passed(id: CheckId, text: string): ReadinessCheck {
  return { id, outcome: 'passed', text, hint: null }
}
function unknown(id: CheckId, text: string, hint: string): ReadinessCheck {
  return { id, outcome: 'unknown', text, hint }
}
function warning(id: CheckId, text: string, hint: string): ReadinessCheck {
  return { id, outcome: 'warning', text, hint }
}

interface Comparison {
  equal: (value: string) => string
  differ: string
  hint: string
  outcome: 'warning' | 'blocking'
}

function compare(
  replicas: readonly ReadinessReplica[],
  id: CheckId,
  of: (replica: ReadinessReplica) => string,
  { equal, differ, hint, outcome }: Comparison,
): ReadinessCheck {
  const values = new Set(replicas.map(of))
  const [first = ''] = values
  if (values.size <= 1) return passed(id, equal(first))
  const listed = replicas.map((replica) => `${replica.node}: ${of(replica)}`).join('; ')
  return { id, outcome, text: `${differ}. ${listed}`, hint }
}

/** Shards may differ from each other, so only replicas of the same data are compared. */
function compareBySet(
  sets: ReadonlyMap<string, readonly ReadinessReplica[]>,
  id: CheckId,
  of: (replica: ReadinessReplica) => string,
  comparison: Comparison,
): ReadinessCheck {
  const checks = [...sets.values()].map((own) => compare(own, id, of, comparison))
  return checks.find(({ outcome }) => outcome !== 'passed') ?? checks[0] ?? passed(id, comparison.equal(''))
}

function describePolicy({ storagePolicy, volumes }: ReadinessReplica): string {
  return `${storagePolicy} (${volumes.map(({ name, disks }) => `${name}: ${disks.join(', ')}`).join('; ')})`
}

function warnOfClickHouse(replicas: readonly ReadinessReplica[]): ReadinessCheck {
  const [first] = replicas
  const said = first?.description.trim().replaceAll(/\s+/g, ' ') ?? ''
  return warning(
    'warning-of-clickhouse',
    said === ''
      ? 'The ClickHouse documentation says that zero-copy replication is not ready for production.'
      : `The documentation of the setting in ClickHouse ${first?.version}: "${said}"`,
    'ClickHouse leaves objects behind when a node is killed during a move, and locks when a replica is dropped. Schedule audits of the bucket, and test it on a table that you can reload.',
  )
}

function judgeBuckets(sets: ReadonlyMap<string, readonly ReadinessReplica[]>): ReadinessCheck {
  const replicas = [...sets.values()].flat()
  const without = replicas.filter(({ disks }) => disks.length === 0)
  if (without.length > 0)
    return {
      id: 'bucket',
      outcome: 'blocking',
      text: `The policy has no S3 disk on ${without.map(({ node }) => node).join(', ')}: there is nothing to share.`,
      hint: 'Give the table a storage policy with a volume on object storage first.',
    }
  const describe = (own: readonly ReadinessReplica[], name: string) =>
    own.flatMap((replica) => replica.disks.filter((disk) => disk.name === name))
  for (const own of sets.values())
    for (const name of new Set(own.flatMap(({ disks }) => disks.map((disk) => disk.name)))) {
      const disks = describe(own, name)
      const buckets = new Set(disks.flatMap(({ bucket }) => bucket ?? []))
      if (buckets.size > 1)
        return {
          id: 'bucket',
          outcome: 'blocking',
          text: `Disk ${name} is in different buckets: ${[...buckets].join(', ')}.`,
          hint: 'A replica cannot read objects in another bucket. Use the same endpoint for the disk on all replicas.',
        }
      if (disks.some(({ bucket }) => bucket === null))
        return unknown(
          'bucket',
          `It is unknown whether disk ${name} is in the same bucket on all replicas: a disk is empty, or no saved source has its objects.`,
          'Save the bucket as a source, or compare the endpoints in the configuration of the nodes.',
        )
      const prefixes = new Set(disks.flatMap((disk) => disk.prefixes))
      if (prefixes.size > 1)
        return warning(
          'bucket',
          `Disk ${name} has different prefixes on the replicas: ${[...prefixes].join(', ')}. Sharing works within one bucket, but replicas then need objects below the prefixes of other replicas.`,
          'Never delete the prefix of a removed node. One prefix for all replicas of a shard is easier to maintain.',
        )
    }
  return passed('bucket', 'The S3 disks are in one bucket, with one prefix for the replicas of a shard.')
}

function judgeSetting(replicas: readonly ReadinessReplica[]): ReadinessCheck {
  const on = replicas.filter(({ enabled }) => enabled)
  if (on.length === 0)
    return passed('setting', 'allow_remote_fs_zero_copy_replication is off on all replicas.')
  if (on.length === replicas.length)
    return passed('setting', 'allow_remote_fs_zero_copy_replication is on for all replicas already.')
  return warning(
    'setting',
    `allow_remote_fs_zero_copy_replication is on for ${on.map(({ node }) => node).join(', ')} only.`,
    'ALTER TABLE … MODIFY SETTING changes one replica: run it on each of them.',
  )
}

function judgePresentParts(gainBytes: bigint): ReadinessCheck {
  if (gainBytes === 0n) return passed('present-parts', 'No part is stored on object storage by two replicas.')
  return warning(
    'present-parts',
    `Parts that are already on object storage stay stored once per replica: ${sizeText(gainBytes)} more than one copy. Neither the setting nor a restart changes this.`,
    'To share them, move each partition to a local volume and back, one replica after the other, or wait until merges have rewritten them.',
  )
}

function judgeBackups(replicas: readonly ReadinessReplica[]): ReadinessCheck {
  const refused = [...new Set(replicas.flatMap((replica) => replica.refused))].sort()
  const backups = replicas.reduce((sum, { diskBackups }) => sum + (diskBackups ?? 0), 0)
  const told = backups > 0 ? ` The servers remember ${backups} backups to disks of this cluster.` : ''
  return refused.length === 0 && backups === 0
    ? passed('backups', 'Servers reject no backup command while replicas share.')
    : warning(
        'backups',
        `While replicas share, these servers reject ${refused.join(', ')}.${told}`,
        'Backup tools that work with FREEZE fail. Use BACKUP TABLE, and test a restore first.',
      )
}

function judgeWritable(replicas: readonly ReadinessReplica[]): ReadinessCheck {
  const readOnly = replicas.filter((replica) => replica.readOnly)
  return readOnly.length === 0
    ? passed('writable', 'All replicas accept writes.')
    : warning(
        'writable',
        `Read-only: ${readOnly.map(({ node }) => node).join(', ')}.`,
        'Fix replication first.',
      )
}

/** What replicas of one set store beyond the largest of them. */
function doubledBytes(replicas: readonly ReadinessReplica[]): bigint {
  const bytes = replicas.map(({ enabled, coldBytes }) => (enabled ? 0n : coldBytes))
  const largest = bytes.reduce((most, each) => (each > most ? each : most), 0n)
  return bytes.reduce((sum, each) => sum + each, 0n) - largest
}
