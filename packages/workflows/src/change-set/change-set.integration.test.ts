import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RunRef, recoverRun, StaleWriterError } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  applyDesiredState,
  approveChangeSet,
  cancelChangeSet,
  carryOutChangeSetStep,
  createChannel,
  createSource,
  exportDesiredState,
  getChangeSet,
  listManagedObjects,
  planDesiredState,
  removeSource,
  retryChangeSet,
  type ServiceContext,
  takeOverManagedObject,
  updateChannel,
  updateSource,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { driveOnce } from '../testing/drive-once.ts'
import { labDeps } from '../testing/lab-deps.ts'
import { runStateChaos } from '../testing/state-chaos.ts'
import { workerContext } from '../worker/worker-context.ts'
import { changeSetWork } from './run-change-set.ts'

let stack: TestStack
let services: TestServices
let admin: ServiceContext

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  admin = await services.person('admin')
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})
beforeEach(async () => {
  const { db } = services
  await db.managedObject.deleteMany()
  await db.run.deleteMany()
  await db.alertRoute.deleteMany({ where: { isDefault: false } })
  await db.alertRoute.updateMany({ data: { everyChannel: true, channelIds: [] } })
  await db.alertChannel.deleteMany()
  await db.alertRule.deleteMany()
  await db.customAlertRule.deleteMany()
  await db.maintenanceWindow.deleteMany()
  await db.source.deleteMany()
  await db.approvalRule.deleteMany()
  await db.team.deleteMany()
  await db.customRole.deleteMany()
  await db.cluster.deleteMany()
  await db.cluster.create({
    data: { id: randomUUID(), slug: 'prod', name: 'Prod', username: 'u', sealedPassword: new Uint8Array(1) },
  })
})

const deps = () => labDeps({ db: services.db, ctx: { clusters: services.clusters } })
const drive = (id: string) => driveOnce(deps(), changeSetWork, id)

async function apply(document: Record<string, unknown>, secrets = {}, ctx = admin) {
  const applied = await applyDesiredState(ctx, { document, secrets, commit: '1a2b3c4d5e' })
  const run = applied.id === null ? null : await drive(applied.id)
  return { ...applied, status: run?.status ?? 'nothing', error: run?.error ?? null }
}
const plan = async (document: Record<string, unknown>, secrets = {}) =>
  (await planDesiredState(admin, { document, secrets })).changes.map(
    ({ action, address }) => `${action} ${address}`,
  )

const secrets = { 'env:HOOK': 'a-signing-secret-1', 'file:key': 'a-secret-key' }
const whole = {
  version: 1,
  sources: {
    landing: {
      buckets: ['landing'],
      auth: 'keys',
      accessKeyId: 'AK',
      secret: 'file:key',
      endpoint: 'http://s3:9000',
    },
  },
  channels: {
    ops: { type: 'webhook', url: 'https://hooks.example.com/', secret: 'env:HOOK' },
    off: { type: 'slack', secret: 'env:SLACK', enabled: false },
  },
  alertRules: { 'hot-disk-full': { threshold: 7 } },
  customRules: { parts: { metric: 'node-parts', comparison: 'above', threshold: 100, cluster: 'prod' } },
  routes: [
    { name: 'critical', severities: ['critical'], channels: ['ops'], continues: true },
    { name: 'prod', clusters: ['prod'], channels: ['off', 'ops'] },
  ],
  defaultRoute: { channels: ['ops'] },
  maintenanceWindows: {
    sunday: { weekly: { timeZone: 'UTC', spans: [{ days: [0], from: '02:00', to: '04:00' }] } },
  },
  customRoles: { loader: { verbs: ['loads.preview', 'loads.start'] } },
  teams: {
    web: {
      groups: ['web-engineers'],
      grants: [
        { on: 'tables', role: 'operator', cluster: 'prod', database: 'web', table: '*' },
        { on: 'sources', role: 'loader', source: 'web-*' },
      ],
    },
  },
  approvalRules: {
    'large moves': {
      ...{ kinds: ['tier-migration'], cluster: 'prod', minBytes: '1099511627776', approvals: 2, team: 'web' },
      hours: { timeZone: 'Europe/Berlin', spans: [{ days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00' }] },
    },
  },
  clusters: {
    prod: {
      prices: {
        ...{ currency: '€', source: 'offer', asOf: '2026-11-01', disks: [] },
        local: { gibMonth: 0.1, basis: 'used' },
        object: {
          ...{ gibMonth: 0.02, perThousandWrites: 0.005, perThousandReads: 0.0004, egressGib: 0 },
          ...{ minimumObjectBytes: 0, minimumDays: 0 },
        },
      },
      tierSchedules: {
        nightly: {
          ...{ tables: [{ database: 'shop', table: 'orders' }], targetVolume: 'cold', olderThanDays: 30 },
          ...{ cron: '0 3 * * *', timeZone: 'Europe/Berlin', enabled: false },
        },
      },
      cacheSchedules: { drop: { task: { kind: 'drop', cache: 'c' }, cron: '0 6 * * *', timeZone: 'UTC' } },
    },
  },
}
const given = { ...secrets, 'env:SLACK': 'https://hooks.slack.com/services/x' }

it('builds a console from one file, and its plan and that of its export are empty', async () => {
  const before = await exportDesiredState(admin, null)
  expect(before.document).toEqual({ version: 1 })
  expect(await apply(whole, given)).toMatchObject({ status: 'completed', error: null, changes: 14 })
  expect(await plan(whole, given)).toEqual([])
  // Without the values the secrets are not compared.
  expect(await plan(whole)).toEqual([])
  expect(await plan(whole, { 'env:HOOK': 'another-signing-secret' })).toEqual(['update channels.ops'])
  const exported = await exportDesiredState(admin, 'https://console.example/schema.json')
  expect(await plan(exported.document, given)).toEqual([])
  expect(exported.document).toEqual(whole)
  expect(exported.yaml).toMatch(
    /^# yaml-language-server: \$schema=https:\/\/console.example\/schema.json\nversion: 1\n/,
  )
  for (const value of Object.values(given)) expect(exported.yaml).not.toContain(value)
  expect((await listManagedObjects(admin)).objects).toHaveLength(14)
  expect((await listManagedObjects(admin)).objects[0]).toMatchObject({
    file: 'frostline',
    commit: '1a2b3c4d5e',
  })
  // Applied again it changes nothing and is no run.
  expect(await apply(whole, given)).toMatchObject({ id: null, status: 'nothing' })
})

it('keeps secrets out of the ledger, the audit and the views, and seals them until the end', async () => {
  const { id } = await applyDesiredState(admin, { document: whole, secrets: given })
  const stored = await services.db.changeSet.findUniqueOrThrow({ where: { id: id ?? '' } })
  expect(stored.sealedSecrets).not.toBeNull()
  await drive(id ?? '')
  expect(
    (await services.db.changeSet.findUniqueOrThrow({ where: { id: id ?? '' } })).sealedSecrets,
  ).toBeNull()
  const [steps, audit, view] = [
    await services.db.changeSetStep.findMany(),
    await services.db.auditEntry.findMany(),
    await getChangeSet(admin, { id: id ?? '' }),
  ]
  const text = JSON.stringify([steps, audit, view, stored.document], (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  for (const value of Object.values(given)) expect(text).not.toContain(value)
  // The changes were made in the name of who applied the file.
  expect(audit.find(({ action }) => action === 'source.create')).toMatchObject({
    actorName: admin.actor.name,
  })
})

it('leaves alone what is not in the file, and prunes only what the file has created', async () => {
  await createSource(admin, { name: 'own', buckets: ['other'], auth: 'environment' })
  const both = {
    version: 1,
    sources: { a: { buckets: ['aaa'], auth: 'environment' }, b: { buckets: ['bbb'], auth: 'environment' } },
  }
  await apply(both)
  const one = { version: 1, sources: { a: both.sources.a } }
  expect(await plan(one)).toEqual([])
  expect(await plan({ ...one, prune: ['sources'] })).toEqual(['remove sources.b'])
  expect(await apply({ ...one, prune: ['sources'] })).toMatchObject({ status: 'completed' })
  const left = await services.db.source.findMany({ orderBy: { name: 'asc' } })
  expect(left.map(({ name }) => name)).toEqual(['a', 'own'])
  // Another file does not remove it, and cannot change it.
  const other = {
    version: 1,
    name: 'other',
    prune: ['sources'],
    sources: { a: { ...both.sources.a, region: 'eu-west-1' } },
  }
  await expect(apply(other)).rejects.toThrow('It is managed from the file frostline (commit 1a2b3c4d).')
})

it('has what it manages changed in the file, or taken over', async () => {
  await apply({ version: 1, channels: { ops: whole.channels.ops } }, given)
  const { id } = await services.db.alertChannel.findUniqueOrThrow({ where: { name: 'ops' } })
  const change = () =>
    updateChannel(admin, {
      ...{ id, name: 'ops', enabled: false },
      settings: { type: 'webhook', url: 'https://hooks.example.com/' },
    })
  await expect(change()).rejects.toMatchObject({
    message: 'The channel ops is managed from the file frostline (commit 1a2b3c4d).',
    hint: expect.stringContaining('take it over'),
  })
  const viewer = services.as('operator')
  await expect(takeOverManagedObject(viewer, { address: 'channels.ops' })).rejects.toThrow('role admin')
  await takeOverManagedObject(admin, { address: 'channels.ops' })
  await change()
  expect(await plan({ version: 1, channels: { ops: whole.channels.ops } })).toEqual(['update channels.ops'])
})

it('says where it stands when a change cannot be made, and goes on after a retry', async () => {
  const document = {
    version: 1,
    sources: { a: { buckets: ['aaa'], auth: 'environment' }, b: { buckets: ['bbb'], auth: 'environment' } },
    customRules: { parts: { metric: 'node-parts', comparison: 'above', threshold: 100 } },
  }
  const { id } = await applyDesiredState(admin, { document })
  const own = await createSource(admin, { name: 'b', buckets: ['other'], auth: 'environment' })
  expect(await drive(id ?? '')).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('sources.b: The source b was created since the plan.'),
  })
  const states = async () => (await getChangeSet(admin, { id: id ?? '' })).changes.map(({ state }) => state)
  expect(await states()).toEqual(['done', 'failed', 'planned'])
  await removeSource(admin, { id: own.id })
  await retryChangeSet(admin, { id: id ?? '' })
  const queued = await getChangeSet(admin, { id: id ?? '' })
  expect(queued.steps).toEqual({ planned: 2, done: 1, unchanged: 0, failed: 0 })
  expect(queued.changes.map(({ state, error }) => [state, error])).toEqual([
    ['done', null],
    ['planned', null],
    ['planned', null],
  ])
  expect(await drive(id ?? '')).toMatchObject({ status: 'completed', error: null })
  expect(await states()).toEqual(['done', 'done', 'done'])
  expect(await plan(document)).toEqual([])
})

it('refuses a plan that is not the reviewed one, and a second change set', async () => {
  const document = { version: 1, sources: { a: { buckets: ['aaa'], auth: 'environment' } } }
  const { fingerprint } = await planDesiredState(admin, { document })
  const own = await createSource(admin, { name: 'a', buckets: ['other'], auth: 'environment' })
  await expect(applyDesiredState(admin, { document, fingerprint })).rejects.toThrow('not the reviewed one')
  await updateSource(admin, {
    id: own.id,
    name: 'a',
    buckets: ['aaa'],
    auth: 'environment',
    region: 'eu-west-1',
  })
  await applyDesiredState(admin, { document })
  await expect(applyDesiredState(admin, { document })).rejects.toThrow(
    'Another change set of frostline is queued',
  )
})

it('waits for a second person where the cluster requires it', async () => {
  await services.db.cluster.updateMany({ data: { approvalRequired: true } })
  const document = { version: 1, clusters: { prod: { cacheSchedules: whole.clusters.prod.cacheSchedules } } }
  const { id, needsApproval } = await applyDesiredState(admin, { document })
  expect(needsApproval).toBe(true)
  const ref = { id: id ?? '' }
  expect(await drive(ref.id)).toMatchObject({ status: 'waiting' })
  await expect(approveChangeSet(admin, ref)).rejects.toThrow('cannot approve it')
  await approveChangeSet(await services.person('admin'), ref)
  expect(await drive(ref.id)).toMatchObject({ status: 'completed' })
  const again = await applyDesiredState(admin, {
    document: { version: 1, clusters: { prod: { settings: { approvalRequired: false } } } },
  })
  await drive(again.id ?? '')
  await cancelChangeSet(admin, { id: again.id ?? '' })
  expect(await drive(again.id ?? '')).toMatchObject({ status: 'cancelled' })
  expect(await services.db.cluster.findFirstOrThrow()).toMatchObject({ approvalRequired: true })
})

it('makes no change of an older generation, and none in the name of who is no admin any more', async () => {
  const document = { version: 1, sources: { a: { buckets: ['aaa'], auth: 'environment' } } }
  const { id } = await applyDesiredState(admin, { document })
  const old: RunRef = { kind: 'change-set', id: id ?? '', generation: 0 }
  await services.db.run.updateMany({ data: { status: 'running' } })
  const by = { by: { type: 'system' as const, id: 'w', name: 'worker' }, now: new Date() }
  await recoverRun(services.db, old, by)
  await expect(carryOutChangeSetStep(workerContext(deps()), old, 0)).rejects.toThrow(StaleWriterError)
  expect(await services.db.source.count()).toBe(0)
  await services.db.user.updateMany({ data: { role: 'viewer' } })
  try {
    expect(await drive(old.id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('has the role viewer'),
    })
  } finally {
    await services.db.user.updateMany({ data: { role: 'admin' } })
  }
  expect(await services.db.source.count()).toBe(0)
})

it('reaches an empty plan after random edits, also when its connections are cut', async () => {
  await createChannel(admin, {
    name: 'own',
    settings: { type: 'webhook', url: 'https://hooks.example.com/', secret: 'a-signing-secret-0' },
  })
  const report = await runStateChaos({
    ctx: admin,
    ...{ edits: 12, seed: 3 },
    async carryOut(id, random) {
      const cut = sleep(random() * 30).then(cutConnections)
      for (let attempt = 0; attempt < 5; attempt += 1) {
        const run = await drive(id).catch(() => null)
        await cut
        if (run && run.status !== 'running') return run.status
      }
      return (await services.db.run.findUniqueOrThrow({ where: { id } })).status
    },
  })
  expect(report.faults).toEqual([])
  expect(report.changes).toBeGreaterThan(12)
})

/** Returns when the server has ended them and the pool of the test knows. */
async function cutConnections(): Promise<void> {
  await services.db.$queryRaw`
    SELECT pg_terminate_backend(pid, 30000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`.catch(() => [])
  // Their ends may have arrived together with the answer.
  await new Promise(setImmediate)
}
