import { setTimeout as sleep } from 'node:timers/promises'
import { getBucketAudit, getTableSharing, listBucketFindings, startBucketAudit } from '@frostline/services'
import type { ReplicatedLab } from '@frostline/services/testing'

const patienceMs = 120_000
const openStatuses = ['queued', 'running', 'pausing', 'cancelling'] as const

/** Repeats until nothing is found, as merges and removals end gradually. @returns what was left. */
async function untilNone<Item>(look: () => Promise<Item[]>, everyMs = 500): Promise<Item[]> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found.length === 0 || Date.now() > deadline) return found
    await sleep(everyMs)
  }
}

/**
 * What is wrong with a table once all work on it has ended, by our own SQL: replicas of a shard have the same parts in
 * each partition, no table is read-only, locks match the existing shared parts, every run has ended or says what it
 * waits for.
 */
export async function findEndFaults(lab: ReplicatedLab, table: string, policy: string): Promise<string[]> {
  return [
    ...(await untilNone(() => compareParts(lab, table))),
    ...(await untilNone(() => listReadOnly(lab))),
    ...(policy === 'tiered_shared' ? await findUnnamedLocks(lab, table) : []),
    ...(await listSilentRuns(lab)),
  ]
}

/** Replicas of a shard whose active parts differ. */
export async function compareParts(lab: ReplicatedLab, table: string): Promise<string[]> {
  const rows = await lab.askAll<{ partition: string; parts: string }>(
    `SELECT partition_id AS partition, arrayStringConcat(arraySort(groupArray(name)), ' ') AS parts FROM system.parts
     WHERE active AND rows > 0 AND database = '${lab.database}' AND table = '${table}' GROUP BY partition ORDER BY partition`,
  )
  return lab.shards.flatMap((shard) => {
    const [first, ...others] = shard.map((node) => ({ node, parts: rows[lab.names.indexOf(node)] ?? [] }))
    return others
      .filter(({ parts }) => JSON.stringify(parts) !== JSON.stringify(first?.parts))
      .map(
        ({ node, parts }) =>
          `parts differ: ${first?.node} has ${JSON.stringify(first?.parts)}, ${node} has ${JSON.stringify(parts)}`,
      )
  })
}

async function listReadOnly(lab: ReplicatedLab): Promise<string[]> {
  const rows = await lab.askAll<{ name: string }>(
    "SELECT concat(database, '.', table) AS name FROM system.replicas WHERE is_readonly OR is_session_expired",
  )
  return rows.flatMap((own, index) => own.map(({ name }) => `${name} is read-only on ${lab.names[index]}`))
}

/**
 * Locks in Keeper and parts on the shared disk that do not match and that the console does not report. ClickHouse
 * itself leaves some where it is killed, or loses Keeper, in the middle of a move.
 */
async function findUnnamedLocks(lab: ReplicatedLab, table: string): Promise<string[]> {
  const left = await untilNone(() => compareLocks(lab, table), 2_000)
  if (left.length === 0) return []
  const { data } = await getTableSharing(lab.ctx, { cluster: lab.cluster, database: lab.database, table })
  const named = data.findings.flatMap(({ evidence }) => evidence)
  return left
    .filter(({ part }) => !named.some((text) => text.includes(part)))
    .map(({ what, part, lock }) => `${what} of ${part}, which the console does not tell: ${lock}`)
}

interface LockFault {
  what: 'lock without part' | 'part without lock'
  part: string
  lock: string
}

/** Locks in Keeper, and each replica's parts on the shared disk. */
export async function compareLocks(lab: ReplicatedLab, table: string): Promise<LockFault[]> {
  const at = `database = '${lab.database}' AND table = '${table}'`
  // A detached part keeps its objects, and its lock.
  const held = await lab.askAll<{ lock: string }>(
    `WITH (SELECT toString(uuid) FROM system.tables WHERE database = '${lab.database}' AND name = '${table}') AS uuid,
       (SELECT replica_name FROM system.replicas WHERE ${at}) AS replica
     SELECT concat(extract(local_path, '([^/]+)/checksums\\\\.txt$'), '/', replaceAll(remote_path, '/', '_'), '/', replica) AS lock
     FROM system.remote_data_paths
     WHERE disk_name = 'cold_shared' AND position(local_path, uuid) > 0 AND endsWith(local_path, '/checksums.txt') AND (
       position(local_path, '/detached/') > 0
       OR extract(local_path, '([^/]+)/checksums\\\\.txt$') IN (SELECT name FROM system.parts WHERE ${at}))`,
  )
  const [node = ''] = lab.names
  const [found] = await lab.ask<{ root: string }>(
    node,
    `SELECT concat((SELECT any(value) FROM system.replicated_merge_tree_settings WHERE name = 'remote_fs_zero_copy_zookeeper_path'),
       '/zero_copy_s3/', toString(uuid)) AS root FROM system.tables WHERE database = '${lab.database}' AND name = '${table}'`,
  )
  const root = found?.root ?? ''
  const below = (paths: string) =>
    `SELECT concat(path, '/', name) FROM system.zookeeper WHERE path IN (${paths})`
  const locked = await lab.ask<{ lock: string }>(
    node,
    `SELECT substring(concat(path, '/', name), ${root.length + 2}) AS lock FROM system.zookeeper
     WHERE path IN (${below(below(`'${root}'`))})`,
  )
  const holds = new Set(held.flat().map(({ lock }) => lock))
  const locks = new Set(locked.map(({ lock }) => lock))
  const faults = (what: LockFault['what'], some: Set<string>, others: Set<string>): LockFault[] =>
    [...some]
      .filter((lock) => !others.has(lock))
      .map((lock) => ({ what, part: lock.slice(0, lock.indexOf('/')), lock }))
  return [...faults('lock without part', locks, holds), ...faults('part without lock', holds, locks)]
}

async function listSilentRuns(lab: ReplicatedLab): Promise<string[]> {
  const notSaying = { none: { waitReason: { not: null } } }
  const [silent, ended] = await Promise.all([
    lab.db.run.findMany({
      where: {
        status: { in: [...openStatuses] },
        OR: [{ tierMigration: { steps: notSaying } }, { waitReason: null, loadJob: { batches: notSaying } }],
      },
      select: { id: true, status: true },
    }),
    lab.db.run.findMany({
      where: { kind: { in: ['tier-migration', 'load-job'] }, status: 'failed', error: null },
      select: { id: true },
    }),
  ])
  return [
    ...silent.map(({ id, status }) => `run ${id} is ${status} and waits for nothing that it says`),
    ...ended.map(({ id }) => `run ${id} failed without a reason`),
  ]
}

/**
 * Has the console audit the bucket, and compares the result with the replicas' lists of files: it names each object
 * that no replica needs, and none that one does.
 * @param ours keys that are no objects of disks.
 */
export async function findAuditFaults(
  lab: ReplicatedLab,
  bucket: { name: string; sourceId: string; keys(): AsyncGenerator<string> },
  ours: (key: string) => boolean,
): Promise<string[]> {
  const since = new Date()
  const before = new Set<string>()
  for await (const key of bucket.keys()) if (!ours(key)) before.add(key)
  const named = new Set((await auditUpTo(lab, bucket, since)).filter((key) => !ours(key)))
  const needed = new Set(
    (
      await lab.askAll<{ path: string }>(
        'SELECT DISTINCT remote_path AS path FROM system.remote_data_paths SETTINGS traverse_shadow_remote_data_paths = 1',
      )
    )
      .flat()
      .map(({ path }) => path),
  )
  const after = new Set<string>()
  for await (const key of bucket.keys()) after.add(key)
  const unnamed = [...before].filter((key) => after.has(key) && !needed.has(key) && !named.has(key))
  const wrong = [...named].filter((key) => needed.has(key))
  return [
    ...(unnamed.length === 0
      ? []
      : [
          `the audit does not name ${unnamed.length} objects that no replica refers to, such as ${unnamed[0]}`,
        ]),
    ...(wrong.length === 0
      ? []
      : [`the audit names ${wrong.length} objects that are needed, such as ${wrong[0]}`]),
  ]
}

/** Keys that an audit reports as orphans, from one that judges all that was written before. */
async function auditUpTo(
  lab: ReplicatedLab,
  { name: bucket, sourceId }: { name: string; sourceId: string },
  since: Date,
): Promise<string[]> {
  const deadline = Date.now() + 2 * patienceMs
  for (let last = 'none'; Date.now() < deadline; await sleep(500)) {
    const { id } = await startBucketAudit(lab.as('operator'), {
      ...{ cluster: lab.clusterId, sourceId, bucket, prefixes: [''], graceMinutes: 0 },
    })
    let ended = await getBucketAudit(lab.as('viewer'), { id })
    for (
      ;
      ended.finishedAt === null && Date.now() < deadline;
      ended = await getBucketAudit(lab.as('viewer'), { id })
    )
      await sleep(200)
    last = `${ended.status} ${ended.error ?? ended.obstacle ?? ended.waitReason ?? ''}`
    if (ended.status === 'completed' && ended.obstacle === null && ended.cutoffAt && ended.cutoffAt > since)
      return listOrphanKeys(lab, id)
    if (Date.now() > deadline) throw new Error(`The bucket was not audited to its end: ${last}`)
  }
  throw new Error('The bucket was not audited up to the end of the round.')
}

async function listOrphanKeys(lab: ReplicatedLab, id: string): Promise<string[]> {
  const keys: string[] = []
  for (let after: number | null = 0; after !== null; ) {
    const page = await listBucketFindings(lab.as('viewer'), { id, kind: 'orphan', after, limit: 500 })
    keys.push(...page.findings.map(({ key }) => key))
    after = page.next
  }
  return keys
}
