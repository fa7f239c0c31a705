import {
  approveRun,
  cancelTierMigration,
  createApprovalRule,
  getRunApproval,
  removeApprovalRule,
  type ServiceContext,
} from '@frostline/services'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type MigrationLab, openMigrationLab } from '../testing/migration-lab.ts'
import { until } from '../testing/until.ts'

let lab: MigrationLab
let admin: ServiceContext
beforeAll(async () => {
  lab = await openMigrationLab({ shards: 1 })
  admin = { ...lab.ctx, actor: { type: 'user', id: 'admin', name: 'admin@lab', role: 'admin' } }
  for (const id of ['one', 'two'])
    await lab.db.user.create({ data: { id, email: `${id}@lab`, name: id, role: 'operator' } })
})
afterEach(() => lab.db.approvalRule.deleteMany())
afterAll(() => lab?.close())

const size = { months: 2, parts: 1, rowsPerPart: 1000 }
const as = (id: string): ServiceContext => ({
  ...lab.ctx,
  actor: { type: 'user', id, name: `${id}@lab`, role: 'operator' },
})

async function approve(id: string, by: string) {
  const { bytes } = await getRunApproval(as(by), { id })
  return approveRun(as(by), { id, bytes: bytes === null ? null : String(bytes) })
}

async function untilItWaitsFor(id: string, people: string): Promise<void> {
  await until(async () => {
    const { status, waitReason } = await lab.db.run.findUniqueOrThrow({ where: { id } })
    return status === 'queued' && waitReason?.includes(`approval of ${people}`) === true
  })
}

const countSent = (id: string) => lab.db.tierMigrationMove.count({ where: { step: { migrationId: id } } })

it('begins after the second approval, however often its worker is killed before, and moves once', async () => {
  await createApprovalRule(admin, {
    name: 'All moves',
    kinds: ['tier-migration'],
    minBytes: '1',
    approvals: 2,
  })
  await lab.createTable('held', size)
  const before = await lab.sumPartitions('held')
  let worker = await lab.startWorker()
  const id = await lab.start('held')
  await untilItWaitsFor(id, '2 people')
  await worker.kill()
  worker = await lab.startWorker()
  expect(await approve(id, 'one')).toMatchObject({ state: 'waiting' })
  await untilItWaitsFor(id, '1 person')
  await worker.kill()
  expect(await approve(id, 'two')).toMatchObject({ state: 'approved' })
  expect(await countSent(id)).toBe(0)
  worker = await lab.startWorker()
  expect(await lab.waitUntilSettled(id)).toMatchObject({ status: 'completed' })
  expect(await lab.sumPartitions('held')).toEqual(before)
  expect((await lab.listArrivals('held')).filter(({ atMs }) => atMs.length !== 1)).toEqual([])
  expect(await lab.db.run.findUniqueOrThrow({ where: { id } })).toMatchObject({ waitReason: null })
  await worker.kill()
})

it('holds only what its rule says, gives way to the deletion of the rule, and can be cancelled', async () => {
  const { id: ruleId } = await createApprovalRule(admin, {
    name: 'Some moves',
    database: 'lab',
    table: 'kept_*',
  })
  for (const table of ['kept_one', 'kept_two', 'free']) await lab.createTable(table, size)
  const worker = await lab.startWorker()
  const [one, two, free] = [await lab.start('kept_one'), await lab.start('kept_two'), await lab.start('free')]
  expect(await lab.waitUntilSettled(free)).toMatchObject({ status: 'completed' })
  for (const id of [one, two]) await untilItWaitsFor(id, '1 person')
  expect(await cancelTierMigration(lab.ctx, { id: two })).toMatchObject({ status: 'cancelled' })
  await removeApprovalRule(admin, { id: ruleId })
  expect(await lab.waitUntilSettled(one)).toMatchObject({ status: 'completed' })
  expect(await countSent(two)).toBe(0)
  await worker.kill()
})
