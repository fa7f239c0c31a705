import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cancelStorageRollout,
  createStorageProposal,
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
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRolloutLab, type RolloutLab } from '../testing/rollout-lab.ts'

let lab: RolloutLab
const cluster = 'test'

beforeAll(async () => {
  lab = await openRolloutLab({ shards: 3 })
})
afterAll(() => lab?.close())

const admin = () => lab.services.as('admin')
const read = (id: string) => getStorageRollout(lab.services.as('viewer'), { id })
const until: RolloutLab['until'] = (what, look) => lab.until(what, look)

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
    const { data } = await getStorageProposal(lab.services.as('viewer'), { id })
    return data.engine === 'accepted'
  })
  await reviewStorageProposal(admin(), { id, outcome: 'approved' })
  return id
}

async function prepare(proposal: string): Promise<StorageRolloutView> {
  const { id } = await prepareStorageRollout(admin(), { id: proposal })
  return reached(id, 'planned')
}

const start = ({ id, planDigest }: StorageRolloutView) =>
  startStorageRollout(admin(), { id, planDigest: planDigest ?? '' })

test('three nodes get it one by one though the worker is killed -9 meanwhile, and a revert restores all', async () => {
  const key = lab.stack.objectStore.secretAccessKey
  const ann = await lab.services.person('admin')
  const proposal = await propose('applied', lab.onStore(), ann)
  const plan = await prepare(proposal)
  expect(
    plan.steps.map(({ node, beforeBytes, load, restartBy }) => [node, beforeBytes, load.load, restartBy]),
  ).toEqual(lab.stack.embedded.clickhouse.nodes.map(({ name }) => [name, null, 'restart', 'supervisor']))
  expect(JSON.stringify(plan)).not.toContain(key)
  await expect(
    startStorageRollout(admin(), { id: plan.id, planDigest: 'of yesterday' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  await expect(
    startStorageRollout(lab.services.as('operator'), { id: plan.id, planDigest: plan.planDigest ?? '' }),
  ).rejects.toMatchObject({ code: 'forbidden' })
  // A token of the person who designed it is not a second person.
  await lab.services.db.cluster.updateMany({ data: { approvalRequired: true } })
  await lab.services.db.apiToken.create({
    data: {
      ...{ id: 'ci', name: 'ci', role: 'admin', prefix: 'fl_x', tokenHash: 'a'.repeat(64) },
      createdById: ann.actor.id ?? '',
    },
  })
  for (const reviewer of [ann, lab.services.as('admin', { type: 'token', id: 'ci', name: 'ci' })]) {
    await reviewStorageProposal(reviewer, { id: proposal, outcome: 'approved' })
    await expect(start(plan)).rejects.toThrow('designed the proposal')
  }
  await reviewStorageProposal(admin(), { id: proposal, outcome: 'approved' })
  await start(plan)
  await lab.services.db.cluster.updateMany({ data: { approvalRequired: false } })

  // Once while a file is being written, once around the restart of a node.
  const moments = ['touchedAt', 'loadedAt'] as const
  for (const [ordinal, moment] of moments.entries()) {
    await until(`${moment} of step ${ordinal}`, () =>
      lab.services.db.storageRolloutStep.findFirst({
        where: { rolloutId: plan.id, ordinal, [moment]: { not: null } },
      }),
    )
    await lab.replaceWorker()
  }
  const done = await reached(plan.id, 'completed', 'failed')
  expect(done.error).toBeNull()
  expect(done.steps.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed'])
  expect(await lab.volumesOf('applied')).toEqual(['default,far', 'default,far', 'default,far'])
  expect(await lab.fileOf(0)).toContain(`<secret_access_key>${key}</secret_access_key>`)

  // A restart of its own keeps it.
  await lab.nodeAt(0).restart()
  expect((await lab.volumesOf('applied'))[0]).toBe('default,far')

  const run = (sql: string) => lab.run(1, sql)
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
  expect(await lab.volumesOf('applied')).toEqual(['', '', ''])
  expect([await lab.fileOf(0), await lab.fileOf(1), await lab.fileOf(2)]).toEqual([null, null, null])

  const audit = await lab.services.db.auditEntry.findMany({
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
  expect(lab.nodeAt(0).pid).toBeNull()
  expect([await lab.fileOf(1), await lab.fileOf(2)]).toEqual([null, null])
  await expect(removeStorageProposal(admin(), { id: proposal })).rejects.toMatchObject({ code: 'conflict' })

  await revertStorageRollout(admin(), { id: plan.id })
  const reverted = await reached(plan.id, 'completed', 'failed')
  expect(reverted.error).toBeNull()
  expect(reverted.steps.map(({ status }) => status)).toEqual(['completed', 'skipped', 'skipped'])
  expect(await lab.volumesOf('broken')).toEqual(['', '', ''])
  expect(await lab.fileOf(0)).toBeNull()
}, 120_000)

test('a node that starts with a broken disk is not taken for one that runs it', async () => {
  // On the node's machine a file is in place of the disk's folder; the server starts anyway.
  await writeFile(join(lab.stack.dataDir, 'in-the-way'), '')
  const path = `${join(lab.stack.dataDir, 'in-the-way')}/{node}/`
  const plan = await prepare(await propose('crippled', { type: 'local', path }))
  await start(plan)
  const failed = await reached(plan.id, 'completed', 'failed')
  expect(failed.error).toContain('disk crippled_disk is broken')
  expect(failed.steps.map(({ touched }) => touched)).toEqual([true, false, false])
  await revertStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'completed', 'failed')).error).toBeNull()
  expect(await lab.volumesOf('crippled')).toEqual(['', '', ''])
}, 120_000)

test('stopped half-way, it ends after the current node; it can be finished or reverted', async () => {
  const plan = await prepare(await propose('stopped', lab.onStore()))
  await start(plan)
  await until('the first file', () =>
    lab.services.db.storageRolloutStep.findFirst({
      where: { rolloutId: plan.id, ordinal: 0, touchedAt: { not: null } },
    }),
  )
  await expect(cancelStorageRollout(lab.services.as('operator'), { id: plan.id })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await cancelStorageRollout(admin(), { id: plan.id })
  const cancelled = await reached(plan.id, 'cancelled', 'completed', 'failed')
  expect([cancelled.status, cancelled.cancelledBy]).toEqual(['cancelled', 'admin@example.com'])
  expect(cancelled.steps.map(({ touched }) => touched)).toEqual([true, false, false])
  expect([await lab.fileOf(1), await lab.fileOf(2)]).toEqual([null, null])
  expect(await lab.volumesOf('stopped')).toEqual(['default,far', '', ''])
  await expect(cancelStorageRollout(admin(), { id: plan.id })).rejects.toMatchObject({ code: 'conflict' })

  await finishStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'completed', 'failed')).error).toBeNull()
  expect(await lab.volumesOf('stopped')).toEqual(['default,far', 'default,far', 'default,far'])
  await revertStorageRollout(admin(), { id: plan.id })
  const reverted = await reached(plan.id, 'completed', 'failed')
  expect([reverted.direction, reverted.error]).toEqual(['revert', null])
  expect(await lab.volumesOf('stopped')).toEqual(['', '', ''])
}, 180_000)

test('a file that someone edited since is left alone, and a new plan shows its content', async () => {
  const proposal = await propose('late', lab.onStore())
  const plan = await prepare(proposal)
  const theirs =
    '<clickhouse><storage_configuration><disks><theirs><type>local</type><path>/tmp/theirs/</path></theirs></disks></storage_configuration></clickhouse>'
  const path = lab.pathOf(2)
  await writeFile(path, theirs)
  await start(plan)
  const failed = await reached(plan.id, 'completed', 'failed')
  expect(failed.error).toContain(`${lab.nodeAt(2).name}: The file has changed`)
  expect(failed.steps.map(({ touched }) => touched)).toEqual([false, false, false])
  expect(await lab.fileOf(2)).toBe(theirs)
  await finishStorageRollout(admin(), { id: plan.id })
  expect((await reached(plan.id, 'failed')).error).toContain('The file has changed')

  const next = await prepare(proposal)
  expect(next.steps[2]?.diff.find(({ text }) => text.includes('<theirs>'))?.sign).toBe(' ')
  expect(next.steps[2]?.diff.some(({ sign }) => sign === '+')).toBe(true)
  await writeFile(path, '<clickhouse><max_connections>9</max_connections></clickhouse>')
  const { id } = await prepareStorageRollout(admin(), { id: proposal })
  expect((await reached(id, 'refused')).error).toContain('<max_connections>')
}, 120_000)
