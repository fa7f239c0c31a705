import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { forgetOldAudits } from '@frostline/db'
import {
  cancelBucketAudit,
  getBucketAudit,
  inspectBuckets,
  inspectObject,
  inspectPart,
  listBucketFindings,
  listBucketPlaces,
  previewOrphanRemoval,
  retryBucketAudit,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BucketLab, openBucketLab, randomObjectName } from '../testing/bucket-lab.ts'
import { keepBusy, plantOrphans } from '../testing/orphan-scene.ts'
import { removalsIn } from '../testing/removal-lab.ts'
import { wrapClients } from '../testing/wrap-clients.ts'

let lab: BucketLab
let first = ''
let second = ''
let planted: string[] = []
beforeAll(async () => {
  lab = await openBucketLab({ shards: 2 })
  ;[first = '', second = ''] = lab.nodes
  await lab.createCold('trips', 4)
  await lab.runAll(`ALTER TABLE lab.trips UPDATE text = 'x' WHERE p = 0 SETTINGS mutations_sync = 2`)
  await lab.runAll(`ALTER TABLE lab.trips FREEZE PARTITION ID '1' WITH NAME 'monday'`)
  await lab.runAll(`ALTER TABLE lab.trips FREEZE PARTITION ID '2' WITH NAME 'monday'`)
  await lab.runAll(`ALTER TABLE lab.trips DROP PARTITION ID '2'`)
  await lab.runAll(`ALTER TABLE lab.trips DETACH PARTITION ID '3'`)
}, 120_000)
afterAll(() => lab.close())

it('finds the source and bucket of each disk by its objects', async () => {
  const look = await inspectBuckets(lab.asRole('operator'), { cluster: lab.clusterId })
  const place = { sourceId: lab.sourceId, sourceName: 'lab', bucket: lab.bucket }
  expect(look.data.disks).toMatchObject(
    [first, second].map((node) => ({ node, disk: 'cold', prefixes: [lab.prefixOf(node)], place })),
  )
})

it('explains every object, and agrees with the tables to the byte', async () => {
  const { id } = await lab.start()
  expect(await lab.drive(id)).toMatchObject({ status: 'completed', obstacle: null })
  const audit = await getBucketAudit(lab.asRole('viewer'), { id })
  const keys = await lab.listKeys()
  expect(audit.objects).toBe(BigInt(keys.length))
  expect(audit.account?.unexplainedObjects).toBe(0n)
  expect(audit.account?.lines.map(({ reason }) => reason)).toEqual([
    'Active parts',
    'Detached parts',
    'Kept by FREEZE',
  ])
  expect(audit.findings).toMatchObject({ orphans: { count: 0 }, missing: { count: 0 } })
  const [active] = audit.tables
  expect(active).toMatchObject({ database: 'lab', table: 'trips', holding: 'active', places: 4n })
  expect(active?.countedBytes).toBe(active?.partBytes)
  expect(active?.sharedFiles).toBeGreaterThan(0n)
  const sums = await Promise.all(
    lab.nodes.map((node) =>
      lab.ask<{ bytes: string }>(
        node,
        "SELECT toString(sum(bytes_on_disk)) AS bytes FROM system.parts WHERE table = 'trips' AND active AND disk_name != 'default'",
      ),
    ),
  )
  expect(active?.partBytes).toBe(sums.flat().reduce((sum, { bytes }) => sum + BigInt(bytes), 0n))
  const of = { id, database: 'lab', table: 'trips', limit: 3 }
  const page = await listBucketPlaces(lab.asRole('viewer'), of)
  expect(page.places).toHaveLength(3)
  const rest = await listBucketPlaces(lab.asRole('viewer'), { ...of, after: page.next ?? '', limit: 100 })
  const objects = [...page.places, ...rest.places].reduce((sum, place) => sum + place.objects, 0)
  expect(objects).toBe(keys.length)
  expect(await lab.db.bucketAuditObject.count()).toBe(0)
  expect(await lab.db.bucketAuditReference.count()).toBe(0)
})

it('shows who needs an object, and which objects a part has', async () => {
  const operator = lab.asRole('operator')
  const [active] = await lab.ask<{ name: string; bytes: string }>(
    first,
    "SELECT name, toString(bytes_on_disk) AS bytes FROM system.parts WHERE active AND table = 'trips' AND partition_id = '1'",
  )
  const of = { cluster: lab.clusterId, node: first, database: 'lab', table: 'trips' }
  const { data } = await inspectPart(operator, { ...of, part: active?.name ?? '' })
  expect(data.bytes).toBeGreaterThan(BigInt(active?.bytes ?? 0))
  // All of it is frozen too, except for the byte of metadata_version.txt, which FREEZE leaves out.
  expect(data.bytes - data.sharedBytes).toBe(1n)
  const largest = data.objects.find(({ files }) => files.includes('id.bin'))
  const inspected = await inspectObject(operator, { cluster: lab.clusterId, key: largest?.key ?? '' })
  const file = { node: first, database: 'lab', table: 'trips', file: 'id.bin' }
  expect(inspected.data.files.toSorted((a, b) => (a.state < b.state ? -1 : 1))).toMatchObject([
    { ...file, state: 'frozen' },
    { ...file, state: 'part', part: active?.name },
  ])
  expect(inspected.data.stored).toMatchObject({ bucket: lab.bucket, sizeBytes: largest?.sizeBytes })
  await lab.runAll('SYSTEM FLUSH LOGS')
  const again = await inspectObject(operator, { cluster: lab.clusterId, key: largest?.key ?? '' })
  expect(again.data.history).toMatchObject([{ node: first, event: 'Upload' }])
  const unknown = await inspectObject(operator, { cluster: lab.clusterId, key: 'demo/none' })
  expect(unknown.data).toMatchObject({ files: [], stored: null, history: [] })
  await expect(inspectPart(operator, { ...of, part: 'none_1_1_0' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('does not report what was removed while it ran', async () => {
  const [gone, left] = [0, 1].map(() => `${lab.prefixOf(first)}${randomObjectName()}`) as [string, string]
  await lab.put(left, 'left behind')
  let id = ''
  // One that coincides with a merge, even of a log, does not judge objects as young as this.
  for (let orphans: string[] = []; !orphans.includes(left); ) {
    await lab.put(gone, 'left behind')
    // The store reports times in whole seconds; only objects older than the listing are judged.
    await sleep(2_100)
    id = (await lab.start()).id
    for (
      let at = 1;
      (await lab.db.bucketAuditObject.count({ where: { auditId: id, key: gone } })) === 0;
      at++
    )
      expect(await lab.crash(id, at)).toBe(true)
    await lab.objects.delete(lab.bucket, gone)
    expect((await lab.drive(id)).status).toBe('completed')
    orphans = (await lab.findings(id, 'orphan')).map(({ key }) => key)
    expect(orphans).not.toContain(gone)
  }
  const { account } = await getBucketAudit(lab.asRole('viewer'), { id })
  expect(account?.unexplainedObjects).toBe(0n)
  await lab.objects.delete(lab.bucket, left)
})

it('finds orphans of five kinds while moves and inserts run, and never a live object', async () => {
  planted = await plantOrphans(lab, 40)
  const busy = keepBusy(lab)
  try {
    // The oldest running work may be a second old, and the margin for clocks is a minute: these are older than both.
    await sleep(1_000)
    for (let round = 0; round < 3; round++) {
      const { id } = await lab.start()
      expect((await lab.drive(id)).status).toBe('completed')
      const orphans = await lab.findings(id, 'orphan')
      expect(orphans.filter(({ key }) => busy.live.has(key))).toEqual([])
    }
  } finally {
    await busy.stop()
  }
  const id = await removalsIn(lab).auditFor(planted)
  const found = (await lab.findings(id, 'orphan')).map(({ key }) => key)
  const known = new Set(await lab.listLive())
  expect(found.filter((key) => known.has(key))).toEqual([])
  expect(await lab.findings(id, 'upload')).toHaveLength(1)
  const { account } = await getBucketAudit(lab.asRole('viewer'), { id })
  expect(account?.unexplainedObjects).toBe(0n)
})

it('names what a replica needs and the bucket lacks, or has in another size', async () => {
  const files = await lab.ask<{ key: string; path: string }>(
    first,
    `SELECT remote_path AS key, local_path AS path FROM system.remote_data_paths
     WHERE disk_name = 'cold' AND position(local_path, '/detached/') > 0 AND (endsWith(path, '/id.bin') OR endsWith(path, '/p.bin'))
     ORDER BY path`,
  )
  const [lost, cut] = files
  await lab.remove(lost?.key ?? '')
  await lab.put(cut?.key ?? '', 'cut')
  const { id } = await lab.start()
  expect((await lab.drive(id)).status).toBe('completed')
  expect(await lab.findings(id, 'missing')).toMatchObject([
    {
      ...{ key: lost?.key, nodeName: first, database: 'lab', table: 'trips', file: 'id.bin' },
      part: lost?.path.split('/').at(-2),
    },
  ])
  expect(await lab.findings(id, 'size_differs')).toMatchObject([{ key: cut?.key, sizeBytes: 3n }])
})

it('has the same result wherever its worker is killed', async () => {
  // Its server continues to remove merged parts, long after the work has ended.
  await lab.runAll('DROP TABLE lab.busy SYNC')
  await lab.runAll('SYSTEM STOP MERGES')
  const whole = await removalsIn(lab).auditFor(planted)
  const expected = await lab.db.bucketAudit.findUniqueOrThrow({ where: { id: whole } })
  const { id } = await lab.start()
  const kills: boolean[] = []
  for (const at of [1, 2, 2, 3, 4, 3, 2, 5]) kills.push(await lab.crash(id, at))
  expect(kills.filter(Boolean).length).toBeGreaterThan(3)
  const ended = await lab.drive(id)
  expect(ended).toMatchObject({ status: 'completed', objects: expected.objects, obstacle: null })
  const kept = async (audit: string) => (await lab.findings(audit, 'orphan')).map(({ key }) => key)
  expect(await kept(id)).toEqual(await kept(whole))
})

it('has a replica read its files once for each check, wherever its worker is killed after that', async () => {
  const asked: string[] = []
  const { id } = await lab.start()
  const spy = (dies: string | null) =>
    wrapClients(lab.ctx.clusters, ({ query: ask, stream }) => ({
      query: async (query, params, options) => {
        if (query.name === dies) throw new Error('killed')
        return ask(query, params, options)
      },
      stream: (query, params, options) => {
        if (query.name === dies) throw new Error('killed')
        asked.push(query.name)
        return stream(query, params, options)
      },
    }))
  const reads = () => asked.filter((name) => name === 'remote_files').length
  for (const dies of ['table_uuids', 'parts_of_disks'])
    await expect(lab.drive(id, 60_000, spy(dies))).rejects.toThrow('killed')
  expect(reads()).toBe(lab.nodes.length)
  expect(await lab.drive(id, 60_000, spy(null))).toMatchObject({ status: 'completed', obstacle: null })
  expect(reads()).toBe(2 * lab.nodes.length)
  const { tables } = await getBucketAudit(lab.asRole('viewer'), { id })
  expect(tables[0]).toMatchObject({ database: 'lab', table: 'trips', holding: 'active' })
})

it('never takes files of an archive for orphans', async () => {
  const [node = ''] = lab.nodes
  const orphan = `${lab.prefixOf(node)}${randomObjectName()}`
  const archived = `${lab.prefixOf(node)}cold/frostline-archive/lab.t/202401/r/shard-1-00000-1001.parquet`
  await lab.put(archived, 'rows that are nowhere else')
  await lab.put(orphan, 'left behind')
  const audit = await removalsIn(lab).auditFor([orphan])
  const found = (await lab.findings(audit, 'orphan')).map(({ key }) => key)
  expect(found).toContain(orphan)
  expect(found).not.toContain(archived)
  for (const key of [archived, orphan]) await lab.remove(key)
})

it('is cancelled and started over', async () => {
  const { id } = await lab.start()
  await expect(lab.start()).rejects.toMatchObject({ code: 'conflict' })
  expect(await cancelBucketAudit(lab.asRole('operator'), { id })).toMatchObject({ status: 'cancelled' })
  await expect(retryBucketAudit(lab.asRole('viewer'), { id })).rejects.toMatchObject({ code: 'forbidden' })
  await retryBucketAudit(lab.asRole('operator'), { id })
  expect((await lab.drive(id)).status).toBe('completed')
})

it('is deleted when it is old, unless its orphans are being removed', async () => {
  const { clusterId, sourceId, bucket } = lab
  const facts = { sourceId, sourceName: 'lab', bucket, prefixes: [], graceMinutes: 0, timeLimitMinutes: 1 }
  const makeAudit = async (day: number) =>
    lab.db.run.create({
      data: {
        ...{ kind: 'bucket-audit', clusterId, requestedBy: 'lab', status: 'completed' },
        createdAt: new Date(Date.UTC(2001, 0, day)),
        bucketAudit: { create: { ...facts, findings: { create: { kind: 'orphan', key: 'demo/x' } } } },
      },
    })
  const [oldest, held, next] = [await makeAudit(1), await makeAudit(2), await makeAudit(3)]
  const { id: removal } = await lab.db.run.create({
    data: {
      ...{ kind: 'orphan-removal', clusterId, status: 'waiting', requestedBy: 'lab', createdAt: new Date() },
      orphanRemoval: {
        create: {
          ...{ sourceId, sourceName: 'lab', bucket, auditId: held.id, choice: {}, replicas: [] },
          ...{ way: 'tag', quarantinePrefix: '' },
        },
      },
    },
  })
  const ended = await lab.db.bucketAudit.count()
  await forgetOldAudits(lab.db, clusterId, ended - 2)
  const left = (await lab.db.bucketAudit.findMany({ select: { id: true } })).map(({ id }) => id)
  expect([oldest, held, next].map(({ id }) => left.includes(id))).toEqual([false, true, true])
  expect(await lab.db.bucketFinding.count({ where: { auditId: oldest.id } })).toBe(0)
  await lab.db.run.delete({ where: { id: removal } })
})

it('concludes without a dead cluster that a person excludes, and states the assumption', async () => {
  const dead = await addCluster('dead', [{ name: 'gone', url: 'http://127.0.0.1:9' }])
  const twin = await addCluster(
    'twin',
    lab.clickhouse.nodes.map(({ name, httpUrl: url }) => ({ name, url })),
  )
  try {
    const stuck = await lab.start({ leaveOut: ['twin'] }).catch((error: Error) => error.message)
    expect(stuck).toMatch(/The disk cold of .* of twin has objects in/)
    await expect(lab.start({ leaveOut: [lab.clusterId] })).rejects.toMatchObject({ code: 'invalid' })
    await expect(lab.start({ leaveOut: ['nowhere'] })).rejects.toMatchObject({ code: 'not_found' })
    await lab.db.cluster.delete({ where: { id: twin } })

    const blocked = await lab.drive((await lab.start()).id, 500)
    expect(blocked.obstacle).toMatch('gone of dead could not be read')

    const { id } = await lab.start({ leaveOut: ['dead'] })
    expect((await lab.drive(id)).obstacle).toBe(null)
    expect((await lab.findings(id, 'orphan')).length).toBeGreaterThan(0)
    const audit = await getBucketAudit(lab.asRole('viewer'), { id })
    expect(audit.leftOut).toEqual([{ clusterId: dead, clusterName: 'dead' }])
    expect(audit.nodes.map(({ clusterName }) => clusterName)).not.toContain('dead')
    const entry = await lab.db.auditEntry.findFirstOrThrow({
      where: { action: 'bucket-audit.start', objectId: id },
    })
    expect(entry.details).toMatchObject({
      leftOut: ['dead'],
      assumed: 'none of their disks uses the bucket',
    })

    // Stricter: a removal relies on no assertion.
    const preview = await previewOrphanRemoval(lab.asRole('admin'), {
      auditId: id,
      choice: { kinds: ['engine'], prefix: '', changedBefore: null },
    })
    expect(preview.obstacles.join()).toMatch(
      /gone of dead cannot be read.* The audit excluded dead\. A removal cannot exclude it/,
    )
  } finally {
    await lab.db.cluster.deleteMany({ where: { id: { in: [dead, twin] } } })
  }
})

async function addCluster(slug: string, nodes: { name: string; url: string }[]): Promise<string> {
  const id = randomUUID()
  const { username, password } = lab.clickhouse.users.frostline
  await lab.db.cluster.create({
    data: {
      ...{ id, slug, name: slug, username, sealedPassword: lab.ctx.clusters.sealPassword(id, password) },
      nodes: { create: nodes.map((node, index) => ({ ...node, shard: index + 1, replica: 1 })) },
    },
  })
  return id
}

it('concludes nothing about orphans while a replica is down', async () => {
  const own = lab.clickhouse.ours
    ? lab
    : await openBucketLab({ shards: 2, own: { nodes: 'it kills a node' } })
  if (own !== lab) {
    await own.createCold('trips', 1)
    // Objects from the second of the listing are too young: stores report times in whole seconds.
    await sleep(1_000)
  }
  await own.clickhouse.nodes[1]?.kill()
  const { id } = await own.start()
  const ended = await own.drive(id, 1_000)
  expect(ended.status).toBe('completed')
  expect(ended.obstacle).toMatch(`${second} of lab could not be read`)
  expect(await own.findings(id, 'orphan')).toEqual([])
  const asked = { id, kind: 'orphan' as const, candidates: true, limit: 500 }
  const candidates = await listBucketFindings(own.asRole('viewer'), asked)
  expect(candidates.total).toBeGreaterThan(0)
  expect(candidates.findings.map(({ key }) => key)).toEqual(
    expect.arrayContaining([expect.stringContaining(own.prefixOf(second))]),
  )
  expect(candidates.findings.every(({ confirmed }) => !confirmed)).toBe(true)
  const audit = await getBucketAudit(own.asRole('viewer'), { id })
  expect(audit.account?.unexplainedObjects).toBeGreaterThan(0n)
  expect(audit.nodes.map(({ status }) => status)).toEqual(['read', 'failed'])

  // Another one exceeds its limit while it waits, and shows for what.
  const late = (await own.start()).id
  await own.db.run.update({
    where: { id: late },
    data: { status: 'running', startedAt: new Date(0), waitReason: `${second} could not be read.` },
  })
  expect(await own.drive(late, 60_000)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(/^It did not end within \d+ minutes\. Last wait: .* could not be read\.$/),
  })
  if (own !== lab) await own.close()
})
