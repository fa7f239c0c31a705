import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  approveOrphanRemoval,
  getBucketAudit,
  getOrphanRemoval,
  pauseOrphanRemoval,
  previewOrphanRemoval,
  restoreOrphanRemoval,
  resumeOrphanRemoval,
} from '@frostline/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type BucketLab, openBucketLab, randomObjectName } from '../testing/bucket-lab.ts'
import { removalsIn } from '../testing/removal-lab.ts'
import { releaseDueRemovals } from './run-removal.ts'

let lab: BucketLab
let removals: ReturnType<typeof removalsIn>
let first = ''
beforeAll(async () => {
  lab = await openBucketLab({ shards: 2, own: { nodes: 'it restarts and kills nodes' } })
  removals = removalsIn(lab)
  ;[first = ''] = lab.nodes
  await lab.createCold('trips', 2)
}, 120_000)
/** What a failed test has left is no orphan of the next one. */
beforeEach(async () => {
  await lab.db.run.updateMany({ where: { kind: 'orphan-removal' }, data: { status: 'cancelled' } })
  await lab.removeStrays()
})
afterAll(() => lab.close())

/** Objects that no replica knows: of a removed replica, of an existing one, and uploaded manually. */
async function plant(): Promise<[string, string, string]> {
  const keys: [string, string, string] = [
    `demo/shard-9-replica-1/${randomObjectName()}`,
    `${lab.prefixOf(first)}${randomObjectName()}`,
    `${lab.prefixOf(first)}copies/${crypto.randomUUID()}.bak`,
  ]
  for (const key of keys) await lab.put(key, `left behind ${key}`)
  // The store reports times in whole seconds; only objects older than the listing are judged.
  await sleep(2_100)
  return keys
}

const orphansOf = async (id: string) => (await lab.findings(id, 'orphan')).map(({ key }) => key)
const statesOf = async (id: string) =>
  Object.fromEntries((await removals.objects(id)).map(({ key, state }) => [key, state]))

it('removes orphans by a copy, deletes them when a second person approves, and nothing else', async () => {
  const begunMs = Date.now()
  const keys = await plant()
  await lab.leaveUpload(`${lab.prefixOf(first)}${randomObjectName()}`)
  await sleep(1_100)
  const sum = await lab.ask(first, 'SELECT count(), sum(cityHash64(*)) FROM lab.trips')
  const live = await lab.listLive()
  const found = await removals.auditFor(keys)
  expect((await orphansOf(found)).toSorted()).toEqual(keys.toSorted())
  const preview = await previewOrphanRemoval(removals.admin, { auditId: found, choice: {} })
  expect(preview).toMatchObject({ objects: 2n, obstacles: [], warnings: [], noTags: null, replicas: 2 })
  await expect(removals.start(found, { expectedObjects: 7 })).rejects.toMatchObject({ code: 'conflict' })
  const id = await removals.start(found)
  await expect(removals.start(found)).rejects.toMatchObject({ code: 'conflict' })

  expect(await removals.drive(id)).toMatchObject({ status: 'waiting', stage: 'quarantining' })
  const inQuarantine = await lab.listKeys('')
  expect(inQuarantine.toSorted()).toEqual(
    [...new Set(live), ...keys.map((key) => `frostline-quarantine/${id}/${key}`)].toSorted(),
  )
  const of = { id, expectedObjects: 4 }
  await expect(approveOrphanRemoval(removals.admin, of)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(approveOrphanRemoval(lab.asRole('operator'), of)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(approveOrphanRemoval(removals.second, { id, expectedObjects: 3 })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await getOrphanRemoval(removals.admin, { id })).mayApprove).toBe(false)
  expect((await getOrphanRemoval(removals.second, { id })).mayApprove).toBe(true)
  await approveOrphanRemoval(removals.second, of)
  expect(await removals.drive(id)).toMatchObject({ status: 'completed', approvedBy: 'second@lab' })
  expect((await removals.objects(id)).map(({ state }) => state)).toEqual(Array(4).fill('deleted'))
  expect((await lab.listKeys('')).toSorted()).toEqual([...new Set(live)].toSorted())
  expect(await lab.ask(first, 'SELECT count(), sum(cityHash64(*)) FROM lab.trips')).toEqual(sum)
  const again = await removals.auditFor([])
  expect(await orphansOf(again)).toEqual([])
  expect(await lab.findings(again, 'upload')).toEqual([])
  const actions = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })
  expect(actions.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    ...['orphan-removal.start requested', 'orphan-removal.finish succeeded'],
    ...[
      'orphan-removal.approve denied',
      'orphan-removal.approve requested',
      'orphan-removal.finish succeeded',
    ],
  ])
  // All changes are sent to the store, object by object, as listed: the nodes are only read.
  await lab.runAll('SYSTEM FLUSH LOGS')
  const changing = await lab.ask(
    first,
    `SELECT query FROM system.query_log WHERE query_kind NOT IN ('Select', 'Show', 'Describe')
       AND event_time >= toDateTime(${Math.floor(begunMs / 1_000)}) AND user = '${lab.clickhouse.users.frostline.username}'`,
  )
  expect(changing).toEqual([])
})

it.each(['copy', 'tag'] as const)(
  'restores all from quarantine by %s, whenever a person requests it',
  async (way) => {
    const keys = await plant()
    const id = await removals.start(await removals.auditFor(keys), { way })
    expect((await removals.drive(id)).status).toBe('waiting')
    for (const key of keys) {
      const head = await lab.objects.head(lab.bucket, key)
      expect(head.kind).toBe(way === 'copy' ? 'not-found' : 'ok')
      const tags = await lab.objects.readTags(lab.bucket, key)
      if (way === 'tag') expect(tags).toMatchObject({ tags: new Map([['frostline-quarantine', id]]) })
    }
    const { id: meanwhile } = await lab.start({ prefixes: [''] })
    await lab.drive(meanwhile)
    expect(await orphansOf(meanwhile)).toEqual([])
    const { account } = await getBucketAudit(removals.admin, { id: meanwhile })
    expect(account?.lines.at(-1)).toMatchObject({
      reason: expect.stringContaining('In quarantine'),
      objects: 3n,
    })

    await restoreOrphanRemoval(removals.admin, { id })
    expect((await removals.drive(id)).status).toBe('cancelled')
    for (const key of keys) {
      expect(await lab.objects.head(lab.bucket, key)).toMatchObject({
        sizeBytes: BigInt(`left behind ${key}`.length),
      })
      expect(await lab.objects.readTags(lab.bucket, key)).toMatchObject({ tags: new Map() })
    }
    expect(await lab.listKeys('frostline-quarantine/')).toEqual([])
    expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['restored']))
    for (const key of keys) await lab.remove(key)
  },
)

it('keeps what was changed, removed, or untagged since it was found', async () => {
  const [changed, gone, untagged] = await plant()
  const id = await removals.start(await removals.auditFor([changed, gone, untagged]), { way: 'tag' })
  await lab.put(changed, `left behind ${changed}`)
  await lab.remove(gone)
  expect((await removals.drive(id)).status).toBe('waiting')
  await lab.objects.writeTags(lab.bucket, untagged, new Map([['keep', 'me']]))
  await removals.approve(id)
  expect((await removals.drive(id)).status).toBe('completed')
  expect(await statesOf(id)).toEqual({ [changed]: 'kept', [gone]: 'gone', [untagged]: 'kept' })
  expect(
    (await getOrphanRemoval(removals.admin, { id })).reasons.map(({ reason }) => reason).toSorted(),
  ).toEqual([
    'It does not exist any more. It was removed outside of Frostline.',
    expect.stringMatching(/^It was written again at /),
    'Its tag was removed while it was in quarantine.',
  ])
  for (const key of [changed, untagged]) expect((await lab.objects.head(lab.bucket, key)).kind).toBe('ok')
  for (const key of [changed, untagged]) await lab.remove(key)
})

it.each(['copy', 'tag'] as const)(
  'keeps what a replica needs again, before and after quarantine by %s',
  async (way) => {
    // A backup tool moves the frozen metadata off the disk: no server lists its objects then, until it is put back.
    const [disk] = await lab.ask<{ path: string }>(first, "SELECT path FROM system.disks WHERE name = 'cold'")
    const shadow = join(disk?.path ?? '', 'shadow')
    const away = `${shadow}-away`
    const table = `kept_${way}`
    await lab.createCold(table, 2)
    await lab.runAll(`ALTER TABLE lab.${table} FREEZE WITH NAME '${table}'`)
    const frozen = (
      await lab.ask<{ key: string }>(
        first,
        `SELECT remote_path AS key FROM system.remote_data_paths
         WHERE disk_name = 'cold' AND startsWith(local_path, 'shadow/') SETTINGS traverse_shadow_remote_data_paths = 1`,
      )
    ).map(({ key }) => key)
    expect(frozen.length).toBeGreaterThan(20)
    await rm(away, { recursive: true, force: true })
    await rename(shadow, away)
    await lab.runAll(`DROP TABLE lab.${table} SYNC`)
    await sleep(2_100)
    const choice = { prefix: lab.prefixOf(first) }
    const found = await removals.auditFor(frozen)
    expect((await orphansOf(found)).filter((key) => key.startsWith(choice.prefix)).toSorted()).toEqual(
      frozen.toSorted(),
    )

    const early = await removals.start(found, { way, choice })
    await rename(away, shadow)
    expect((await removals.drive(early)).status).toBe('completed')
    expect(new Set(Object.values(await statesOf(early)))).toEqual(new Set(['kept']))

    await rename(shadow, away)
    const late = await removals.start(found, { way, choice })
    expect((await removals.drive(late)).status).toBe('waiting')
    await rename(away, shadow)
    await removals.approve(late)
    expect((await removals.drive(late)).status).toBe('completed')
    expect(new Set(Object.values(await statesOf(late)))).toEqual(new Set(['kept']))
    expect((await removals.objects(late))[0]?.reason).toMatch(`${first} of lab needs it: shadow/${table}/`)
    for (const key of frozen) expect((await lab.objects.head(lab.bucket, key)).kind).toBe('ok')
    await rm(shadow, { recursive: true })
  },
)

it('leaves alone what is in folders of disks that list nothing, and says whose it is', async () => {
  const { endpoint, accessKeyId, secretAccessKey } = lab.store
  const client = lab.admins.find(([name]) => name === first)?.[1]
  await client?.command({
    query: `CREATE TABLE lab.unreported (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS disk = disk(name = 'unreported',
      type = 's3_plain_rewritable', endpoint = '${endpoint}/${lab.bucket}/demo/unreported/', access_key_id = '${accessKeyId}',
      secret_access_key = '${secretAccessKey}')`,
  })
  await client?.command({ query: 'INSERT INTO lab.unreported SELECT number FROM numbers(100)' })
  await lab.put('demo/backups/monday/.backup', '<xml/>')
  await lab.put('demo/backups/monday/data/lab/trips/all_1_1_0/data.bin', 'x')
  const keys = await plant()
  const found = await removals.auditFor(keys)
  const all = await orphansOf(found)
  const beside = all.filter((key) => key.startsWith('demo/unreported/') || key.startsWith('demo/backups/'))
  expect(beside.length).toBeGreaterThan(5)
  const choice = { kinds: ['engine' as const, 'other' as const] }
  const preview = await previewOrphanRemoval(removals.admin, { auditId: found, choice })
  expect(preview.objects).toBe(3n)
  expect(preview.sums.flatMap(({ reason }) => reason ?? [])).toEqual([
    'Below demo/backups/monday/ are files of a BACKUP, which are not listed by any server.',
    expect.stringContaining('Below demo/unreported/ are files of '),
  ])
  const id = await removals.start(found, { choice })
  await removals.drive(id)
  await removals.approve(id)
  expect((await removals.drive(id)).status).toBe('completed')
  const left = await lab.listKeys()
  expect(beside.filter((key) => !left.includes(key))).toEqual([])
  expect(keys.filter((key) => left.includes(key))).toEqual([])
  expect(await lab.ask(first, 'SELECT sum(n) AS sum FROM lab.unreported')).toEqual([{ sum: 4950 }])
  await client?.command({ query: 'DROP TABLE lab.unreported SYNC' })
  for (const key of await lab.listKeys('demo/backups/')) await lab.remove(key)
  for (const key of await lab.listKeys('demo/unreported/')) await lab.remove(key)
})

it('takes nothing from a bucket with a BACKUP to a disk: its objects are named like all others', async () => {
  const node = lab.clickhouse.nodes[0]
  const dropIn = join(node?.configFolder ?? '', 'backups.xml')
  await writeFile(dropIn, '<clickhouse><backups><allowed_disk>cold</allowed_disk></backups></clickhouse>')
  await node?.restart()
  const client = lab.admins.find(([name]) => name === first)?.[1]
  const before = new Set(await lab.listKeys())
  await client?.command({ query: `BACKUP TABLE lab.trips TO Disk('cold', 'monday')` })
  const made = (await lab.listKeys()).filter((key) => !before.has(key))
  await sleep(2_100)
  const found = await removals.auditFor(made)
  expect((await lab.findings(found, 'orphan')).filter(({ engineMade }) => engineMade).length).toBeGreaterThan(
    5,
  )
  const preview = await previewOrphanRemoval(removals.admin, { auditId: found, choice: {} })
  expect(preview.obstacles).toEqual([
    expect.stringContaining(
      `${first} of lab has made Disk('cold', 'monday'). Its objects have ordinary names`,
    ),
  ])
  await expect(removals.start(found)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('orphans cannot be told apart from the backup'),
  })
  await rm(dropIn)
  await node?.restart()
})

it('pauses and resumes, and deletes by itself when its wait is over', async () => {
  const keys = await plant()
  const id = await removals.start(await removals.auditFor(keys), { waitHours: 24 })
  await pauseOrphanRemoval(removals.admin, { id })
  expect((await removals.find(id)).status).toBe('paused')
  await resumeOrphanRemoval(removals.admin, { id })
  const { deleteAt } = await removals.drive(id)
  await releaseDueRemovals(lab.deps())
  expect((await removals.find(id)).status).toBe('waiting')
  await releaseDueRemovals({ ...lab.deps(), now: () => new Date((deleteAt?.getTime() ?? 0) + 1) })
  expect(await removals.find(id)).toMatchObject({ status: 'queued', stage: 'deleting' })
  expect(await removals.drive(id)).toMatchObject({ status: 'completed', approvedBy: null })
  const left = await lab.listKeys('')
  expect(keys.filter((key) => left.some((each) => each.endsWith(key)))).toEqual([])
})

it('does nothing while a replica is down, and continues when it is back', async () => {
  const keys = await plant()
  const id = await removals.start(await removals.auditFor(keys))
  const node = lab.clickhouse.nodes[1]
  await node?.kill()
  const driving = removals.drive(id)
  while ((await removals.find(id)).waitReason === null) await sleep(150)
  expect((await removals.find(id)).waitReason).toContain('Nothing is removed until all replicas answer.')
  await sleep(1_000)
  expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['found']))
  await node?.start()
  expect((await driving).status).toBe('waiting')
  expect(await statesOf(id)).toEqual(Object.fromEntries(keys.map((key) => [key, 'quarantined'])))

  await removals.approve(id)
  await node?.kill()
  const deleting = removals.drive(id)
  while ((await removals.find(id)).waitReason === null) await sleep(150)
  await restoreOrphanRemoval(removals.second, { id })
  expect(await deleting).toMatchObject({ status: 'queued', stage: 'restoring' })
  expect((await removals.drive(id)).status).toBe('cancelled')
  await node?.start()
  for (const key of keys) expect((await lab.objects.head(lab.bucket, key)).kind).toBe('ok')
  for (const key of keys) await lab.remove(key)
})

it('fails where a replica that the audit has read is no longer registered', async () => {
  const keys = await plant()
  const id = await removals.start(await removals.auditFor(keys))
  await lab.db.orphanRemoval.update({
    where: { id },
    data: { replicas: [{ clusterId: lab.clusterId, clusterName: 'lab', nodeName: 'gone' }] },
  })
  expect(await removals.drive(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('gone of lab was read by the audit and is not registered any more.'),
  })
  await restoreOrphanRemoval(removals.admin, { id })
  expect((await removals.drive(id)).status).toBe('cancelled')
  expect(new Set(Object.values(await statesOf(id)))).toEqual(new Set(['kept']))
})
