import { readFile, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openControlEndpoint, queryNode, startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  cancelStorageRollout,
  createStorageProposal,
  ensureEmbeddedCluster,
  finishStorageRollout,
  getStorageProposal,
  getStorageRollout,
  prepareStorageRollout,
  removeStorageProposal,
  revertStorageRollout,
  reviewStorageProposal,
  type StorageRolloutView,
  startStorageRollout,
} from '@frostline/services'
import { openTestServices, type TestServices } from '@frostline/services/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { spawnWorker } from '../testing/worker-process.ts'

type Worker = Awaited<ReturnType<typeof spawnWorker>>

let stack: TestStack
let services: TestServices
let door: Awaited<ReturnType<typeof openControlEndpoint>>
let worker: Worker
const workers: Worker[] = []
const cluster = 'test'
const fileName = 'frostline-storage.xml'

async function startWorker(): Promise<Worker> {
  const started = await spawnWorker({
    DATABASE_URL: stack.postgres.url,
    FROSTLINE_SECRET_KEY: Buffer.from(services.secretKey.bytes).toString('base64'),
    FROSTLINE_CONFIG_ROOTS: await realpath(stack.dataDir),
    FROSTLINE_SUPERVISOR_URL: door.url,
    FROSTLINE_SUPERVISOR_TOKEN: door.token,
  })
  workers.push(started)
  return started
}

beforeAll(async () => {
  stack = await startTestStack({ shards: 3, postgres: true, embeddedOnly: true })
  services = await openTestServices(stack.postgres.url)
  door = await openControlEndpoint(stack.embedded.clickhouse)
  const { nodes, users, clusterName } = stack.embedded.clickhouse
  const folders = await Promise.all(
    nodes.map(async ({ name, configFolder }) => [name, await realpath(configFolder)] as const),
  )
  await ensureEmbeddedCluster(services.as('admin', { type: 'system' }), {
    name: 'Test',
    clusterName,
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.frostline,
    configFolders: Object.fromEntries(folders),
  })
  worker = await startWorker()
})
afterAll(async () => {
  await Promise.all(workers.map((each) => each.kill()))
  await door?.close()
  await services?.close()
  await stack?.stop()
})

const admin = () => services.as('admin')
const read = (id: string) => getStorageRollout(services.as('viewer'), { id })
const nodeAt = (index: number) => {
  const node = stack.embedded.clickhouse.nodes[index]
  if (!node) throw new Error(`There is no node ${index}.`)
  return node
}

async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
  const end = Date.now() + 60_000
  while (Date.now() < end) {
    const value = await look()
    if (value) return value
    await sleep(200)
  }
  throw new Error(
    `${what} did not come in a minute. The worker said:\n${workers.at(-1)?.output().slice(-3000)}`,
  )
}

const reached = (id: string, ...statuses: StorageRolloutView['status'][]) =>
  until(`${statuses.join(' or ')} of rollout ${id}`, async () => {
    const view = await read(id)
    return statuses.includes(view.status) && view
  })

/** A proposal of a disk and a policy over it, checked by the engine and approved. */
async function propose(name: string, settings: Record<string, string>, by = admin()): Promise<string> {
  const { id } = await createStorageProposal(by, {
    cluster,
    title: `Policy ${name}`,
    draft: {
      disks: [{ name: `${name}_disk`, settings }],
      policies: [
        {
          name,
          volumes: [
            { name: 'default', disks: ['default'], settings: {} },
            { name: 'far', disks: [`${name}_disk`], settings: {} },
          ],
          settings: { move_factor: '0' },
        },
      ],
    },
  })
  await until('the engine', async () => {
    const { data } = await getStorageProposal(services.as('viewer'), { id })
    return data.engine === 'accepted'
  })
  await reviewStorageProposal(admin(), { id, outcome: 'approved' })
  return id
}

/** In the store of the test, under a prefix per node. */
const onStore = () => {
  const { endpoint, bucket, keyPrefix, accessKeyId, secretAccessKey } = stack.objectStore
  return {
    type: 's3',
    endpoint: `${endpoint}/${bucket}/${keyPrefix}/rollout/{node}/`,
    access_key_id: accessKeyId,
    secret_access_key: secretAccessKey,
    s3_retry_attempts: '1',
  }
}

async function prepare(proposal: string): Promise<StorageRolloutView> {
  const { id } = await prepareStorageRollout(admin(), { id: proposal })
  return reached(id, 'planned')
}

const start = ({ id, planDigest }: StorageRolloutView) =>
  startStorageRollout(admin(), { id, planDigest: planDigest ?? '' })

/** Of each node that answers. */
const nodesWith = async (policy: string) => {
  const { nodes, users } = stack.embedded.clickhouse
  const answers = await Promise.all(
    nodes.map(async ({ httpUrl }) => {
      const sql = `SELECT DISTINCT volume_name FROM system.storage_policies WHERE policy_name = '${policy}' ORDER BY volume_priority`
      return (await queryNode<{ volume_name: string }>(httpUrl, users.admin, sql)).map(
        (row) => row.volume_name,
      )
    }),
  )
  return answers.map((volumes) => volumes.join())
}

const fileOf = (index: number) =>
  readFile(join(nodeAt(index).configFolder, fileName), 'utf8').catch(() => null)

test('three nodes get it one by one though the worker is killed -9 meanwhile, and a revert restores all', async () => {
  const key = stack.objectStore.secretAccessKey
  const ann = await services.person('admin')
  const proposal = await propose('applied', onStore(), ann)
  const plan = await prepare(proposal)
  expect(
    plan.steps.map(({ node, beforeBytes, load, restartBy }) => [node, beforeBytes, load.load, restartBy]),
  ).toEqual(stack.embedded.clickhouse.nodes.map(({ name }) => [name, null, 'restart', 'supervisor']))
  expect(JSON.stringify(plan)).not.toContain(key)
  await expect(
    startStorageRollout(admin(), { id: plan.id, planDigest: 'of yesterday' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    startStorageRollout(services.as('operator'), { id: plan.id, planDigest: plan.planDigest ?? '' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  // A token of the person who designed it is not a second person.
  await services.db.cluster.updateMany({ data: { approvalRequired: true } })
  await services.db.apiToken.create({
    data: {
      ...{ id: 'ci', name: 'ci', role: 'admin', prefix: 'fl_x', tokenHash: 'a'.repeat(64) },
      createdById: ann.actor.id ?? '',
    },
  })
  for (const reviewer of [ann, services.as('admin', { type: 'token', id: 'ci', name: 'ci' })]) {
    await reviewStorageProposal(reviewer, { id: proposal, outcome: 'approved' })
    await expect(start(plan)).rejects.toThrow('designed the proposal')
  }
  await reviewStorageProposal(admin(), { id: proposal, outcome: 'approved' })
  await start(plan)
  await services.db.cluster.updateMany({ data: { approvalRequired: false } })

  // Once while a file is being written, once around the restart of a node.
  const moments = ['touchedAt', 'loadedAt'] as const
  for (const [ordinal, moment] of moments.entries()) {
    await until(`${moment} of step ${ordinal}`, () =>
      services.db.storageRolloutStep.findFirst({
        where: { rolloutId: plan.id, ordinal, [moment]: { not: null } },
      }),
    )
    await worker.kill()
    worker = await startWorker()
  }
  const done = await reached(plan.id, 'completed', 'failed')
  expect(done.error).toBeNull()
  expect(done.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  expect(await nodesWith('applied')).toEqual(['default,far', 'default,far', 'default,far'])
  expect(await fileOf(0)).toContain(`<secret_access_key>${key}</secret_access_key>`)

  // A restart of its own keeps it.
  await nodeAt(0).restart()
  expect((await nodesWith('applied'))[0]).toBe('default,far')

  const { users } = stack.embedded.clickhouse
  const run = (sql: string) => queryNode(nodeAt(1).httpUrl, users.admin, sql)
  await run(
    "CREATE TABLE default.held (a UInt8) ENGINE = MergeTree ORDER BY a SETTINGS storage_policy = 'applied'",
  )
  await expect(revertStorageRollout(admin(), { id: plan.id })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('default.held'),
  })
  await run('DROP TABLE default.held SYNC')
  await revertStorageRollout(admin(), { id: plan.id })
  const reverted = await reached(plan.id, 'completed', 'failed')
  expect(reverted).toMatchObject({ status: 'completed', direction: 'revert', error: null })
  expect(await nodesWith('applied')).toEqual(['', '', ''])
  expect([await fileOf(0), await fileOf(1), await fileOf(2)]).toEqual([null, null, null])

  const audit = await services.db.auditEntry.findMany({
    where: { objectId: proposal, action: { startsWith: 'storage-rollout.' } },
  })
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`).sort()).toEqual([
    'storage-rollout.applied succeeded',
    'storage-rollout.prepare succeeded',
    'storage-rollout.revert requested',
    'storage-rollout.reverted succeeded',
    'storage-rollout.start requested',
  ])
  expect(
    JSON.stringify(audit, (_name, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(key)
  expect(JSON.stringify(audit.find(({ action }) => action.endsWith('.applied'))?.details)).toContain(
    plan.planDigest,
  )
  await removeStorageProposal(admin(), { id: proposal })
}, 180_000)

test('a node that does not start stops it at the first, and a revert repairs that node', async () => {
  // No check sees the size of the node's own cache on that path: two sizes keep a server from starting.
  const cache = { type: 'cache', disk: 'cold', path: 'cold_cache/', max_size: '10Mi' }
  const proposal = await propose('broken', cache)
  const plan = await prepare(proposal)
  await start(plan)
  const failed = await reached(plan.id, 'completed', 'failed')
  expect(failed.status).toBe('failed')
  expect(failed.error).toMatch(/did not come up with the new file.*Code: \d+/s)
  expect(failed.steps.map(({ status, touched }) => [status, touched])).toEqual([
    ['failed', true],
    ['planned', false],
    ['planned', false],
  ])
  expect(nodeAt(0).pid).toBeNull()
  expect([await fileOf(1), await fileOf(2)]).toEqual([null, null])
  await expect(removeStorageProposal(admin(), { id: proposal })).rejects.toMatchObject({ code: 'conflict' })

  await revertStorageRollout(admin(), { id: plan.id })
  const reverted = await reached(plan.id, 'completed', 'failed')
  expect(reverted.error).toBeNull()
  expect(reverted.steps.map(({ status }) => status)).toEqual(['completed', 'skipped', 'skipped'])
  expect(await nodesWith('broken')).toEqual(['', '', ''])
  expect(await fileOf(0)).toBeNull()
}, 120_000)

test('a node that starts with a broken disk is not taken for one that runs it', async () => {
  // On the node's machine a file is in place of the disk's folder; the server starts anyway.
  await writeFile(join(stack.dataDir, 'in-the-way'), '')
  const path = `${join(stack.dataDir, 'in-the-way')}/{node}/`
  const plan = await prepare(await propose('crippled', { type: 'local', path }))
  await start(plan)
  const failed = await reached(plan.id, 'completed', 'failed')
  expect(failed.error).toContain('disk crippled_disk is broken')
  expect(failed.steps.map(({ touched }) => touched)).toEqual([true, false, false])
  await revertStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'completed', 'failed')).error).toBeNull()
  expect(await nodesWith('crippled')).toEqual(['', '', ''])
}, 120_000)

test('stopped half-way, it ends after the current node; it can be finished or reverted', async () => {
  const plan = await prepare(await propose('stopped', onStore()))
  await start(plan)
  await until('the first file', () =>
    services.db.storageRolloutStep.findFirst({
      where: { rolloutId: plan.id, ordinal: 0, touchedAt: { not: null } },
    }),
  )
  await expect(cancelStorageRollout(services.as('operator'), { id: plan.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await cancelStorageRollout(admin(), { id: plan.id })
  const cancelled = await reached(plan.id, 'cancelled', 'completed', 'failed')
  expect([cancelled.status, cancelled.cancelledBy]).toEqual(['cancelled', 'admin@example.com'])
  expect(cancelled.steps.map(({ touched }) => touched)).toEqual([true, false, false])
  expect([await fileOf(1), await fileOf(2)]).toEqual([null, null])
  expect(await nodesWith('stopped')).toEqual(['default,far', '', ''])
  await expect(cancelStorageRollout(admin(), { id: plan.id })).rejects.toMatchObject({ code: 'conflict' })

  await finishStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'completed', 'failed')).error).toBeNull()
  expect(await nodesWith('stopped')).toEqual(['default,far', 'default,far', 'default,far'])
  await revertStorageRollout(admin(), { id: plan.id })
  const reverted = await reached(plan.id, 'completed', 'failed')
  expect([reverted.direction, reverted.error]).toEqual(['revert', null])
  expect(await nodesWith('stopped')).toEqual(['', '', ''])
}, 180_000)

test('a file that someone edited since is left alone, and a new plan shows its content', async () => {
  const proposal = await propose('late', onStore())
  const plan = await prepare(proposal)
  const theirs =
    '<clickhouse><storage_configuration><disks><theirs><type>local</type><path>/tmp/theirs/</path></theirs></disks></storage_configuration></clickhouse>'
  const path = join(nodeAt(2).configFolder, fileName)
  await writeFile(path, theirs)
  await start(plan)
  const failed = await reached(plan.id, 'completed', 'failed')
  expect(failed.error).toContain(`${nodeAt(2).name}: The file has changed`)
  expect(failed.steps.map(({ touched }) => touched)).toEqual([false, false, false])
  expect(await fileOf(2)).toBe(theirs)
  await finishStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'failed')).error).toContain('The file has changed')

  const next = await prepare(proposal)
  expect(next.steps[2]?.diff.find(({ text }) => text.includes('<theirs>'))?.sign).toBe(' ')
  expect(next.steps[2]?.diff.some(({ sign }) => sign === '+')).toBe(true)
  await writeFile(path, '<clickhouse><max_connections>9</max_connections></clickhouse>')
  const { id } = await prepareStorageRollout(admin(), { id: proposal })
  expect((await reached(id, 'refused')).error).toContain('<max_connections>')
}, 120_000)
