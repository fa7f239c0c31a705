import { endAlertTurn, takeAlertTurn } from '@frostline/db'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { evaluateCluster } from '../../platform/alert/evaluate/evaluate.ts'
import { listAlerts } from '../../platform/alert/list.ts'
import { ensureEmbeddedCluster } from '../../platform/setup/ensure-embedded-cluster.ts'
import { openReplicatedLab, type ReplicatedLab } from '../../testing/open-replicated-lab.ts'
import { getTableSharing, getZeroCopyReadiness } from './index.ts'
import { removeKeeperNodes } from './testing/remove-keeper-nodes.ts'

let lab: ReplicatedLab
let first: string
let second: string

beforeAll(async () => {
  lab = await openReplicatedLab()
  ;[first = '', second = ''] = lab.names
})
afterAll(() => lab?.close())
beforeEach((context) => lab.need(context, 'zero-copy'))

const name = (table: string) => `${lab.database}.${table}`
const events = { columns: 'day Date, id UInt64', partitionBy: 'toYYYYMM(day)', orderBy: 'id' }
const insert = (node: string, table: string, rows = 1000) =>
  lab.ask(node, `INSERT INTO ${name(table)} SELECT toDate('2026-01-01'), number FROM numbers(${rows})`)
const move = (node: string, table: string, volume = 'cold') =>
  lab.ask(node, `ALTER TABLE ${name(table)} MOVE PARTITION ID '202601' TO VOLUME '${volume}'`)
const sharing = async (table: string, cluster = lab.cluster) =>
  (await getTableSharing(lab.ctx, { cluster, database: lab.database, table })).data
const faults = async (table: string, cluster = lab.cluster) =>
  (await sharing(table, cluster)).findings.map(({ fault, count }) => [fault, count])

/** Messages of lock alerts, after one evaluation. */
async function alerts(): Promise<string[]> {
  const epoch = await takeAlertTurn(lab.db, 'test', 0)
  if (epoch === null) throw new Error('Another evaluation has the turn.')
  await evaluateCluster(lab.ctx, lab.clusterId, epoch)
  await endAlertTurn(lab.db, epoch)
  return (await listAlerts(lab.ctx, {})).alerts
    .filter(({ kind }) => kind === 'zero-copy-locks')
    .map(({ text }) => text)
}

/** On the replicas of the first shard, with rows in one partition. */
async function fill(table: string, nodes = [first, second]): Promise<void> {
  await lab.createTable(table, { ...events, policy: 'tiered_shared', on: nodes })
  await insert(first, table)
  await lab.waitForEqualReplicas(table)
}

test('a part belongs to one replica first, and is shared and stored once after the others have moved it', async () => {
  await lab.createTable('shared', { ...events, policy: 'tiered_shared' })
  for (const [leader] of lab.shards) await insert(leader, 'shared')
  await lab.waitForEqualReplicas('shared')
  expect(await sharing('shared')).toMatchObject({ sharing: true, total: 0, parts: [], findings: [] })

  await move(first, 'shared')
  expect(await sharing('shared')).toMatchObject({
    ...{ total: 1, savedBytes: 0n, findings: [] },
    parts: [{ part: '202601_0_0_0', state: 'single', blobs: [{ holders: 1, owners: [{ node: first }] }] }],
  })
  for (const node of lab.names.slice(1)) await move(node, 'shared')
  const now = await sharing('shared')
  // Shards have parts and replicas of the same name, and separate objects.
  expect(now).toMatchObject({ total: 1, looked: 1, findings: [], keeperFault: null })
  expect(now.states).toEqual({ shared: lab.shards.length, single: 0, apart: 0, unheld: 0, unknown: 0 })
  expect(
    now.parts[0]?.blobs
      .map(({ owners }) => owners.map(({ node, standing }) => [node, standing]).sort())
      .sort(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual(lab.shards.map((shard) => shard.map((node) => [node, 'holds'])))
  expect(now.storedBytes).toBeGreaterThan(0n)
  const copies = BigInt(lab.shards[0]?.length ?? 0)
  expect(now.savedBytes).toBe(now.storedBytes * (copies - 1n))
})

test('parts that were moved before the setting have no lock, and each replica has separate objects', async () => {
  for (const [index, node] of [first, second].entries())
    await lab.ask(
      node,
      `CREATE TABLE ${name('later')} UUID '${crypto.randomUUID()}' (day Date, id UInt64)
       ENGINE = ReplicatedMergeTree('/clickhouse/tables/${lab.database}/later', 'own${index}')
       PARTITION BY toYYYYMM(day) ORDER BY id SETTINGS storage_policy = 'tiered_shared'`,
    )
  await insert(first, 'later')
  await lab.waitForEqualReplicas('later')
  for (const node of [first, second]) await move(node, 'later')
  const before = await sharing('later')
  expect(before).toMatchObject({ sharing: false, findings: [], states: { apart: 1 } })
  const { data: readiness } = await getZeroCopyReadiness(lab.ctx, {
    ...{ cluster: lab.cluster, database: lab.database, table: 'later' },
  })
  expect(readiness).toMatchObject({ replicas: 2, on: 0, keeperNodes: 4 })
  expect(readiness.gainBytes * 2n).toBe(before.storedBytes)
  const outcomes = new Map(readiness.checks.map(({ id, outcome, text }) => [id, { outcome, text }]))
  for (const id of ['all-answered', 'versions', 'policies', 'keeper-path', 'setting', 'writable'])
    expect(outcomes.get(id)).toMatchObject({ outcome: 'passed' })
  expect(outcomes.get('warning-of-clickhouse')?.text).toContain('not ready')
  expect(outcomes.get('uuids')?.outcome).toBe('warning')
  // No source is saved in this ledger.
  expect(outcomes.get('bucket')?.outcome).toBe('unknown')
  expect(outcomes.get('backups')?.text).toContain('DETACH PARTITION, FETCH PARTITION, FREEZE PARTITION')
  await lab.ask(
    first,
    `ALTER TABLE ${name('later')} MODIFY SETTING allow_remote_fs_zero_copy_replication = 1`,
  )
  expect(await faults('later')).toEqual([
    ['part-without-lock', 1],
    ['setting-differs', 2],
  ])
  await lab.ask(
    second,
    `ALTER TABLE ${name('later')} MODIFY SETTING allow_remote_fs_zero_copy_replication = 1`,
  )
  // Another uuid does not matter: replicas lock by the one in Keeper.
  expect(await faults('later')).toEqual([
    ['part-without-lock', 2],
    ['separate-copies', 1],
    ['uuid-differs', 2],
  ])
  // The fix: move it off the shared disk and back.
  for (const volume of ['hot', 'cold']) for (const node of [first, second]) await move(node, 'later', volume)
  expect(await faults('later')).toEqual([['uuid-differs', 2]])
  expect((await sharing('later')).states.shared).toBe(1)
})

test('replicas that lock below other paths share nothing', async () => {
  const uuid = crypto.randomUUID()
  for (const [node, path] of [
    [first, '/clickhouse/zero_copy'],
    [second, `/clickhouse/zero_copy_${lab.database}`],
  ])
    await lab.ask(
      node ?? '',
      `CREATE TABLE ${name('paths')} UUID '${uuid}' (day Date, id UInt64)
       ENGINE = ReplicatedMergeTree('/clickhouse/tables/${lab.database}/paths', '{replica}')
       PARTITION BY toYYYYMM(day) ORDER BY id
       SETTINGS storage_policy = 'tiered_shared', allow_remote_fs_zero_copy_replication = 1, remote_fs_zero_copy_zookeeper_path = '${path}'`,
    )
  await insert(first, 'paths')
  await lab.waitForEqualReplicas('paths')
  for (const node of [first, second]) await move(node, 'paths')
  const { data: readiness } = await getZeroCopyReadiness(lab.ctx, {
    ...{ cluster: lab.cluster, database: lab.database, table: 'paths' },
  })
  expect(readiness.checks.filter(({ outcome }) => outcome === 'blocking').map(({ id }) => id)).toEqual([
    'keeper-path',
  ])
  const { findings } = await sharing('paths')
  expect(findings).toMatchObject([
    { fault: 'lock-path-differs', severity: 'critical' },
    { fault: 'separate-copies', count: 1 },
  ])
  expect(findings[0]?.evidence).toEqual([
    `${first}: /clickhouse/zero_copy`,
    `${second}: /clickhouse/zero_copy_${lab.database}`,
  ])
})

test('metadata and locks left behind by a move to hot while Keeper is down are reported, and gone after a restart', async (context) => {
  await lab.need(context, 'kills')
  await fill('away')
  for (const node of [first, second]) await move(node, 'away')
  await lab.kill('zookeeper')
  try {
    // A lock that could not be read is not missing: the fix for a missing one would do harm now.
    const shared = await sharing('away')
    expect(shared).toMatchObject({ findings: [], parts: [{ state: 'shared', blobs: [{ unlocked: [] }] }] })
    for (const node of [first, second]) await move(node, 'away', 'hot')
    const blind = await sharing('away')
    expect(blind.keeperFault).not.toBe(null)
    expect(blind.findings.map(({ fault }) => fault)).not.toContain('part-without-lock')
  } finally {
    await lab.start('zookeeper')
  }
  await lab.waitForEqualReplicas('away')
  const left = await sharing('away')
  expect(left.findings).toMatchObject([{ fault: 'left-by-move', count: 2, removablePaths: [] }])
  expect(left.findings[0]?.bytes).toBeGreaterThan(0n)
  for (const node of [first, second]) {
    await lab.kill(node)
    await lab.start(node)
  }
  await lab.waitForEqualReplicas('away')
  await expect.poll(() => sharing('away')).toMatchObject({ total: 0, findings: [] })
})

test('locks of a dropped replica are reported only when no node can still need them', async (context) => {
  await lab.need(context, 'kills')
  for (const table of ['dropped', 'emptied']) {
    await fill(table)
    for (const node of [first, second]) await move(node, table)
  }
  await lab.kill(second)
  try {
    for (const table of ['dropped', 'emptied'])
      await expect
        .poll(
          () =>
            lab.ask(first, `SYSTEM DROP REPLICA 'r2' FROM TABLE ${name(table)}`).then(
              () => 'dropped',
              (error: Error) => error.message,
            ),
          { timeout: 30_000 },
        )
        .toBe('dropped')
    await lab.ask(first, `ALTER TABLE ${name('emptied')} DROP PARTITION ID '202601'`)
    // Its node may come back with the parts.
    expect(await faults('dropped')).toEqual([])
    expect(await alerts()).toContain(
      `A zero-copy lock of ${name('dropped')} belongs to no replica that Keeper has for it: r2. While it exists, dropping that part removes no objects.`,
    )
  } finally {
    await lab.start(second)
  }
  await expect.poll(() => faults('dropped')).toEqual([['unregistered-replica', 1]])
  expect((await sharing('dropped')).findings[0]?.removablePaths).toEqual([])

  // The same cluster after an admin has removed the node.
  await ensureEmbeddedCluster(lab.ctx, {
    name: 'Survivors',
    clusterName: lab.replicas.clusterName,
    nodes: lab.replicas.nodes
      .filter((node) => node.name !== second)
      .map(({ name: own, shard, replica, httpUrl }) => ({ name: own, shard, replica, url: httpUrl })),
    ...lab.replicas.users.frostline,
  })
  const found = await sharing('dropped', 'survivors')
  expect(found.findings).toMatchObject([{ fault: 'dropped-replica-locks', count: 1 }])
  const paths = found.findings[0]?.removablePaths ?? []
  expect(paths).toEqual([expect.stringMatching(/\/202601_0_0_0\/demo_shared_shard-1_\w+\/r2$/)])
  await removeKeeperNodes(paths)
  expect(await faults('dropped', 'survivors')).toEqual([])
  // A part that no node has may be of an unregistered shard: its lock is reported, and never removable.
  await expect
    .poll(async () => (await sharing('emptied', 'survivors')).findings, { timeout: 60_000 })
    .toMatchObject([{ fault: 'unheld-locks', count: 1, bytes: null, removablePaths: [] }])

  // It comes back after all: SYSTEM RESTORE REPLICA repairs a replica that Keeper has lost.
  for (const table of ['dropped', 'emptied']) await lab.ask(second, `SYSTEM RESTORE REPLICA ${name(table)}`)
  await lab.waitForEqualReplicas('dropped')
  await expect.poll(async () => (await sharing('dropped')).states.shared).toBe(1)
  expect(await faults('dropped')).toEqual([])
})
