import { randomUUID } from 'node:crypto'
import { recoverRun } from '@frostline/db'
import {
  applyDesiredState,
  applyTableTtl,
  cancelChangeSet,
  changeTablePolicy,
  exportDesiredState,
  getChangeSet,
  planDesiredState,
  removeCluster,
  retryChangeSet,
  type ServiceContext,
  takeOverManagedObject,
} from '@frostline/services'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CrashPoint, crashAt } from '../testing/crashing-worker.ts'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { sourceAddresses } from '../testing/load-lab.ts'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import { openNodeDoor } from '../testing/node-door.ts'
import { wrapClients } from '../testing/wrap-clients.ts'
import { changeSetWork } from './run-change-set.ts'

let lab: MigrationLab
let admin: ServiceContext
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 2 })
  const id = randomUUID()
  await lab.db.user.create({ data: { id, email: `${id}@lab.test`, name: 'admin', role: 'admin' } })
  admin = { ...lab.ctx, actor: { type: 'user', id, name: 'admin@lab.test', role: 'admin' } }
}, 240_000)
afterAll(() => lab?.close())
beforeEach(async () => {
  await lab.db.managedObject.deleteMany()
  await lab.db.run.deleteMany()
  await runAll('DROP TABLE IF EXISTS lab.orders SYNC')
  await runAll(
    `CREATE TABLE lab.orders (day Date, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  await runAll(`INSERT INTO lab.orders SELECT toDate('2024-01-15') + number % 3, number FROM numbers(300)`)
  await lab.db.auditEntry.deleteMany()
})

async function runAll(query: string): Promise<void> {
  for (const [, client] of lab.admins) await client.command({ query })
}
const statementOf = async () =>
  Promise.all(
    lab.admins.map(async ([, client]) => {
      const [row] = await lab.rows<{ engine: string; policy: string }>(
        client,
        "SELECT engine_full AS engine, storage_policy AS policy FROM system.tables WHERE database = 'lab' AND name = 'orders'",
      )
      return { policy: row?.policy, ttl: / TTL (.*?) SETTINGS/.exec(row?.engine ?? '')?.[1] ?? null }
    }),
  )
const sentAlters = async () =>
  (await lab.db.auditEntry.findMany({ where: { outcome: 'requested' } })).flatMap(({ statements }) =>
    (statements as { sql: string }[]).map(({ sql }) => sql.replace(/^ALTER TABLE \S+ /, '')),
  )
const file = (orders: Record<string, string>, name = 'lab.orders') => ({
  version: 1,
  clusters: { lab: { tables: { [name]: orders } } },
})
const plan = (document: Record<string, unknown>) => planDesiredState(admin, { document })
const deps = () => labDeps(lab)
const drive = (id: string | null) => driveOnce(deps(), changeSetWork, id ?? '')

const moves = "toDate(day)   + interval 30 day TO VOLUME 'cold'"
const written = "toDate(day) + toIntervalDay(30) TO VOLUME 'cold'"
const both = { storagePolicy: 'default_tiered', ttl: moves }

it('sets the policy and the TTL on all nodes, and its plan and that of its export are empty', async () => {
  const { changes } = await plan(file(both))
  expect(changes).toMatchObject([
    {
      address: 'clusters.lab.tables."lab.orders"',
      action: 'update',
      blocked: null,
      accept: null,
      fields: [
        { path: 'storagePolicy', before: '"default"', after: '"default_tiered"' },
        { path: 'ttl', before: '""', after: JSON.stringify(moves) },
      ],
    },
  ])
  expect(changes[0]?.notes.join(' ')).toMatch(/Changes the storage policy on 2 nodes\./)
  const { id } = await applyDesiredState(admin, { document: file(both) })
  expect(await drive(id)).toMatchObject({ status: 'completed', error: null })
  const now = { policy: 'default_tiered', ttl: written }
  expect(await statementOf()).toEqual([now, now])
  expect((await plan(file(both))).changes).toEqual([])
  const { document, leftOut } = await exportDesiredState(admin, null)
  expect(leftOut.filter((text) => !text.startsWith('Disks of lab are left out'))).toEqual([])
  expect(document).toMatchObject(file({ storagePolicy: 'default_tiered', ttl: written }))
  expect((await planDesiredState(admin, { document })).changes).toEqual([])
  // What the file leaves out is left alone; an empty TTL removes it.
  expect((await plan(file({ storagePolicy: 'default_tiered' }))).changes).toEqual([])
  const removed = await applyDesiredState(admin, { document: file({ ttl: '' }) })
  expect(await drive(removed.id)).toMatchObject({ status: 'completed' })
  expect(await statementOf()).toEqual([
    { policy: 'default_tiered', ttl: null },
    { policy: 'default_tiered', ttl: null },
  ])
})

it('tells what a TTL moves and costs, and deletes only rows that the apply accepts', async () => {
  const document = file({ ttl: 'day + INTERVAL 1 MONTH' })
  const { changes, fingerprint } = await plan(document)
  const [change] = changes
  const nodes = lab.admins.map(([name]) => name).toSorted()
  expect(change?.accept?.map(({ place, rows }) => [place, rows]).toSorted()).toEqual(
    nodes.map((name) => [name, '300']),
  )
  expect(change?.loss).toContain('Merges delete 300 rows on')
  const bare = await applyDesiredState(admin, { document, fingerprint })
  expect(await drive(bare.id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('which was not accepted'),
  })
  expect((await statementOf()).map(({ ttl }) => ttl)).toEqual([null, null])
  await lab.db.run.deleteMany()
  const accepts = { [change?.address ?? '']: change?.accept ?? [] }
  // More rows than were shown.
  await lab.admins[1]?.[1].command({ query: "INSERT INTO lab.orders VALUES ('2024-02-01', 1)" })
  const stale = await applyDesiredState(admin, { document, fingerprint, accepts })
  expect(await drive(stale.id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('301 rows'),
  })
  expect((await statementOf()).map(({ ttl }) => ttl)).toEqual([null, null])
  await lab.db.run.deleteMany()
  const [again] = (await plan(document)).changes
  const whole = await applyDesiredState(admin, {
    document,
    accepts: { [again?.address ?? '']: again?.accept ?? [] },
  })
  const detail = await getChangeSet(admin, { id: whole.id ?? '' })
  expect(detail.changes[0]?.loss).toContain('Merges delete 300 rows on')
  expect(await drive(whole.id)).toMatchObject({ status: 'completed', error: null })
})

it('says in the plan what the server would refuse, and changes nothing', async () => {
  const blocked = async (spec: Record<string, string>, name?: string) =>
    (await plan(file(spec, name))).changes.map((change) => change.blocked)
  expect(await blocked({ ttl: "day + INTERVAL 1 DAY TO VOLUME 'nowhere'" })).toEqual([
    expect.stringContaining('nowhere'),
  ])
  expect(await blocked({ ttl: 'missing + INTERVAL 1 DAY' })).toEqual([expect.stringContaining('missing')])
  expect(await blocked({ ttl: "day + INTERVAL sleep(3) DAY TO VOLUME 'x'" })).toEqual([expect.any(String)])
  expect(await blocked({ storagePolicy: 'jbod_tiered' })).toEqual([expect.stringContaining('no volume')])
  expect(await blocked({ storagePolicy: 'gone' })).toEqual(['No node has the storage policy gone.'])
  expect(await blocked({ ttl: '' }, 'lab.gone')).toEqual([expect.stringContaining('Create it first')])
  await expect(applyDesiredState(admin, { document: file({ ttl: '' }, 'lab.gone') })).rejects.toThrow(
    'cannot be applied',
  )
  expect(await sentAlters()).toEqual([])
})

it('shows a table that differs between nodes, and makes it one again', async () => {
  await lab.admins[0]?.[1].command({ query: 'ALTER TABLE lab.orders MODIFY TTL day + INTERVAL 10 YEAR' })
  const document = file({ ttl: 'day + INTERVAL 20 YEAR' })
  expect((await plan(document)).changes[0]?.fields).toMatchObject([
    { path: 'ttl', before: '["","day + toIntervalYear(10)"]' },
  ])
  expect(JSON.stringify((await exportDesiredState(admin, null)).document)).not.toContain('lab.orders')
  const { id } = await applyDesiredState(admin, { document })
  expect(await drive(id)).toMatchObject({ status: 'completed', error: null })
  expect((await statementOf()).map(({ ttl }) => ttl)).toEqual([
    'day + toIntervalYear(20)',
    'day + toIntervalYear(20)',
  ])
})

it('leaves a table alone that somebody else has changed since the plan', async () => {
  const document = file({ ttl: 'day + INTERVAL 20 YEAR' })
  const { id } = await applyDesiredState(admin, { document })
  await runAll('ALTER TABLE lab.orders MODIFY TTL day + INTERVAL 30 YEAR')
  expect(await drive(id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('The table lab.orders has changed since the plan.'),
  })
  expect((await statementOf())[0]?.ttl).toBe('day + toIntervalYear(30)')
  await runAll('ALTER TABLE lab.orders REMOVE TTL')
  await retryChangeSet(admin, { id: id ?? '' })
  expect(await drive(id)).toMatchObject({ status: 'completed' })
})

it('has a managed table changed in the file, or taken over', async () => {
  const { id } = await applyDesiredState(admin, { document: file({ ttl: 'day + INTERVAL 20 YEAR' }) })
  await drive(id)
  const at = { cluster: 'lab', database: 'lab', table: 'orders' }
  const set = () => applyTableTtl(admin, { ...at, ttl: '', mode: 'gentle' })
  await expect(set()).rejects.toThrow('The table lab.orders is managed from the file frostline')
  await expect(changeTablePolicy(admin, { ...at, policy: 'default_tiered' })).rejects.toThrow('managed')
  await takeOverManagedObject(admin, { address: 'clusters.lab.tables."lab.orders"' })
  expect(await set()).toMatchObject({ outcome: 'applied' })
})

/** While `work` runs, one of the nodes does not respond. */
async function whileAway(work: (node: string) => Promise<void>): Promise<void> {
  const [node] = await lab.db.clusterNode.findMany()
  if (!node) throw new Error('There is no node.')
  const move = (url: string) => lab.db.clusterNode.update({ where: { id: node.id }, data: { url } })
  await move('http://127.0.0.1:1')
  try {
    await work(node.name)
  } finally {
    await move(node.url)
  }
}
const waitReasonOf = async (id: string | null) =>
  (await lab.db.run.findUniqueOrThrow({ where: { id: id ?? '' } })).waitReason

it('compares nothing while a node is away, and says which', () =>
  whileAway(async (node) => {
    await expect(plan(file(both))).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining(node),
    })
    const { yaml, leftOut } = await exportDesiredState(admin, null)
    expect(leftOut).toEqual([
      expect.stringContaining('Disks and policies of lab are left out.'),
      expect.stringContaining(`Tables of lab are left out. ${node}`),
    ])
    expect(yaml).toMatch(/^# Tables of lab are left out\./m)
  }))

it('waits for a node that goes away before a step, and ends as the file says', async () => {
  const { id } = await applyDesiredState(admin, { document: file(both) })
  let driven: ReturnType<typeof drive> | undefined
  await whileAway(async (node) => {
    driven = drive(id)
    await expect
      .poll(() => waitReasonOf(id))
      .toMatch(new RegExp(`${node} \\(.*ECONNREFUSED.*\\) of lab did not .*continues when all nodes respond`))
    expect(await sentAlters()).toEqual([])
    const { changes } = await getChangeSet(admin, { id: id ?? '' })
    expect(changes).toMatchObject([{ state: 'planned', error: null }])
  })
  expect(await driven).toMatchObject({ status: 'completed', error: null, waitReason: null })
  const now = { policy: 'default_tiered', ttl: written }
  expect(await statementOf()).toEqual([now, now])
})

it.each([1, 2])(
  'waits for a node that goes away at ALTER %i of a step, and sends it the rest',
  async (nth) => {
    const nodes = await lab.db.clusterNode.findMany({ orderBy: { name: 'asc' } })
    const node = nodes.at(-1)
    if (!node) throw new Error('There is no node.')
    const door = await openNodeDoor(node.url)
    await lab.db.clusterNode.update({ where: { id: node.id }, data: { url: door.url } })
    let alters = 0
    const clusters = wrapClients(lab.ctx.clusters, ({ url, command }) => ({
      async command(statement) {
        if (url === door.url && statement.sql.startsWith('ALTER') && ++alters === nth) await door.close()
        return command(statement)
      },
    }))
    try {
      const { id } = await applyDesiredState(admin, { document: file(both) })
      const driven = driveOnce(labDeps({ db: lab.db, ctx: { clusters } }), changeSetWork, id ?? '')
      await expect
        .poll(() => waitReasonOf(id))
        .toMatch(new RegExp(`${node.name}.*continues when all nodes respond`))
      const { changes } = await getChangeSet(admin, { id: id ?? '' })
      expect(changes).toMatchObject([{ state: 'planned', error: null }])
      await door.open()
      expect(await driven).toMatchObject({ status: 'completed', error: null, waitReason: null })
    } finally {
      await lab.db.clusterNode.update({ where: { id: node.id }, data: { url: node.url } })
      await door.close()
    }
    const now = { policy: 'default_tiered', ttl: written }
    expect(await statementOf()).toEqual([now, now])
    expect(alters).toBe(3)
  },
)

it('stops waiting for a node when it is cancelled', async () => {
  const { id } = await applyDesiredState(admin, { document: file(both) })
  await whileAway(async (node) => {
    const driven = drive(id)
    await expect.poll(() => waitReasonOf(id)).toContain(node)
    await cancelChangeSet(admin, { id: id ?? '' })
    expect(await driven).toMatchObject({ status: 'cancelled' })
  })
  expect(await sentAlters()).toEqual([])
})

async function driveUntil(id: string, point: CrashPoint) {
  const { db, clusters, state } = crashAt(point, { db: lab.db, clusters: lab.ctx.clusters })
  await driveOnce(labDeps({ db, ctx: { clusters } }), changeSetWork, id).catch(() => undefined)
  const run = await lab.db.run.findUniqueOrThrow({ where: { id } })
  const by = { by: { type: 'system' as const, id: 'w', name: 'worker' }, now: new Date() }
  if (run.status === 'running')
    await recoverRun(lab.db, { kind: 'change-set', id, generation: run.generation }, by)
  return { state, run, alters: state.names.filter((name) => name.startsWith('ALTER')).length }
}
const never: CrashPoint = { step: Number.POSITIVE_INFINITY, when: 'after' }
const whens = ['before', 'sent', 'after'] as const
const points: CrashPoint[] = [
  ...[1, 2, 3, 4].flatMap((step) => whens.map((when) => ({ step, of: 'ALTER', when }))),
  ...[12, 30, 57, 84].map((step) => ({ step, when: 'after' as const })),
]

it.each(points)('ends as the file says after its worker is killed at %j', async (point) => {
  const { id } = await applyDesiredState(admin, { document: file(both) })
  const first = await driveUntil(id ?? '', point)
  expect(first.run.status).toBe('running')
  const second = await driveUntil(id ?? '', never)
  expect([first.state.at, second.run.status, second.run.error]).toEqual([first.state.at, 'completed', null])
  const now = { policy: 'default_tiered', ttl: written }
  expect(await statementOf()).toEqual([now, now])
  expect((await plan(file(both))).changes).toEqual([])
  // The policy and the TTL on two nodes. One that was killed before it was sent is named, too.
  const named = point.of === 'ALTER' && point.when === 'before' ? 5 : 4
  if (point.when !== 'sent') expect(first.alters + second.alters).toBe(named)
})

it('registers a cluster with its nodes, settings and tables from one file, also as the first of a console', async () => {
  const { username, password } = lab.clickhouse.users.frostline
  const nodes = lab.clickhouse.nodes.map(({ name, httpUrl: url, shard }) => [name, { url, shard }])
  const connection = { username, secret: 'env:PASSWORD', nodes: Object.fromEntries(nodes) }
  const of = (slug: string) => ({
    version: 1,
    clusters: {
      [slug]: { connection, tables: { 'lab.orders': both }, settings: { approvalRequired: false } },
    },
  })
  const ctx = { ...admin, sourceAddresses }
  const withNodes = labDeps(lab, { sourceAddresses })
  const apply = async (document: Record<string, unknown>, secrets: Record<string, string>) => {
    const { id } = await applyDesiredState(ctx, { document, secrets })
    return driveOnce(withNodes, changeSetWork, id ?? '')
  }
  const secrets = { 'env:PASSWORD': password }

  await expect(applyDesiredState(ctx, { document: of('second') })).rejects.toThrow('secrets are missing')
  const { changes } = await planDesiredState(ctx, { document: of('second'), secrets })
  expect(changes.map(({ action, address, blocked }) => [action, address, blocked])).toEqual([
    ['create', 'clusters.second.connection', null],
    ['create', 'clusters.second.settings', null],
    ['create', 'clusters.second.tables."lab.orders"', null],
  ])
  // A wrong password stores nothing.
  expect(await apply(of('second'), { 'env:PASSWORD': 'wrong' })).toMatchObject({ status: 'failed' })
  expect(await lab.db.cluster.count()).toBe(1)
  await lab.db.run.deleteMany()
  expect(await apply(of('second'), secrets)).toMatchObject({ status: 'completed', error: null })
  expect((await planDesiredState(ctx, { document: of('second'), secrets })).changes).toEqual([])
  const now = { policy: 'default_tiered', ttl: written }
  expect(await statementOf()).toEqual([now, now])
  await expect(removeCluster(ctx, { cluster: 'second' })).rejects.toThrow('managed from the file')

  // With another user it is tested and replaced.
  const renamed = { ...connection, name: 'Second' }
  const document = { version: 1, clusters: { second: { connection: renamed } } }
  expect(await apply(document, secrets)).toMatchObject({ status: 'completed', error: null })
  expect(await lab.db.cluster.findUnique({ where: { slug: 'second' } })).toMatchObject({ name: 'Second' })

  await lab.db.managedObject.deleteMany()
  await lab.db.run.deleteMany()
  await lab.db.cluster.deleteMany()
  const { document: empty } = await exportDesiredState(ctx, null)
  expect(empty).toEqual({ version: 1 })
  await runAll('ALTER TABLE lab.orders REMOVE TTL')
  expect(await apply(of('lab'), secrets)).toMatchObject({ status: 'completed', error: null })
  expect((await planDesiredState(ctx, { document: of('lab'), secrets })).changes).toEqual([])
  const exported = await exportDesiredState(ctx, null)
  expect(exported.document).toMatchObject({
    clusters: { lab: { connection: { username, nodes: connection.nodes } } },
  })
  expect(exported.yaml).not.toContain(password)
})
