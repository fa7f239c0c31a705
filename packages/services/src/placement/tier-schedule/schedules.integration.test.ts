import { randomUUID } from 'node:crypto'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '../../identity/token/manage-tokens.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import {
  createSchedule,
  disableSchedule,
  enableSchedule,
  removeSchedule,
  takeOverSchedule,
  updateSchedule,
} from './change-schedules.ts'
import { getSchedule, listScheduleRuns, listSchedules } from './read-schedules.ts'
import type { CreateScheduleInput } from './schema.ts'
import { takeDueRuns } from './take-due-runs.ts'

let stack: TestStack
let services: TestServices
let ann: ServiceContext
let bob: ServiceContext
let admin: ServiceContext

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  services.clock.now = new Date('2026-11-20T12:00:00Z')
  await services.db.cluster.create({
    data: { slug: 'c', name: 'Cluster', username: 'u', sealedPassword: Buffer.from('x') },
  })
  const person = async (name: string, role: 'operator' | 'admin') => {
    const email = `${name}@example.com`
    const { id } = await services.db.user.create({ data: { id: randomUUID(), email, name, role } })
    return services.as(role, { id, name: email })
  }
  ann = await person('ann', 'operator')
  bob = await person('bob', 'operator')
  admin = await person('root', 'admin')
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

const definition = (name: string): CreateScheduleInput => ({
  cluster: 'c',
  name,
  tables: [{ database: 'd', table: 't' }],
  targetVolume: 'cold',
  olderThanDays: 90,
  budgetBytes: '1000',
  cron: ' 0  2 * * 1-5 ',
  timeZone: 'Europe/Berlin',
  windowSpans: [{ days: [1, 2, 3, 4, 5], from: '01:00', to: '06:00' }],
})
const withoutCluster = ({ cluster: _, ...rest }: CreateScheduleInput) => rest
const actionsOn = async (objectId: string) =>
  (await services.db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } })).map(
    ({ action, actorName, outcome }) => `${actorName.split('@')[0]} ${action} ${outcome}`,
  )

describe('schedules', () => {
  it('are shown with their description, owner and next five runs', async () => {
    const { id } = await createSchedule(ann, definition('nightly'))
    const view = await getSchedule(services.as('viewer'), { id })
    expect(view).toMatchObject({
      name: 'nightly',
      clusterSlug: 'c',
      cron: '0 2 * * 1-5',
      cronWords: 'At 02:00, Monday through Friday',
      budgetBytes: 1000n,
      missedRuns: 'catch_up',
      owner: 'ann@example.com',
      ownerFault: null,
      enabled: true,
      lastRun: null,
      mayChange: false,
    })
    expect(view.nextRuns.map((date) => date.toISOString().slice(0, 16))).toEqual(
      ['23', '24', '25', '26', '27'].map((day) => `2026-11-${day}T01:00`),
    )
    await expect(createSchedule(bob, definition('nightly'))).rejects.toMatchObject({ code: 'conflict' })
    expect((await listSchedules(ann, { cluster: 'c' })).map((schedule) => schedule.name)).toContain('nightly')
    expect(await listSchedules(ann, { cluster: 'other' })).toEqual([])
  })

  it.each([
    [{ cron: '0 25 * * *' }, 'cron: Cannot parse it'],
    [{ timeZone: 'Mars/Olympus' }, 'timeZone:'],
    [{ windowSpans: [{ days: [1 as const], from: '01:00', to: '01:00' }] }, 'windowSpans.0.to:'],
    [{ tables: [] }, 'tables:'],
    [{ tables: Array(2).fill({ database: 'd', table: 't' }) }, 'tables: The same table'],
    [{ budgetBytes: '0' }, 'budgetBytes:'],
    [{ olderThanDays: 0 }, 'olderThanDays:'],
  ])('%j is rejected, naming the field', async (change, message) => {
    await expect(createSchedule(ann, { ...definition('wrong'), ...change })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining(message),
    })
  })

  it('are changed by their owner and by admins, and each change is audited', async () => {
    const { id } = await createSchedule(ann, definition('owned'))
    await expect(disableSchedule(bob, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(removeSchedule(bob, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(takeOverSchedule(bob, { id })).rejects.toMatchObject({ code: 'forbidden' })
    await disableSchedule(ann, { id })
    expect(await getSchedule(ann, { id })).toMatchObject({ enabled: false, nextRuns: [], mayChange: true })
    await enableSchedule(ann, { id })
    await updateSchedule(admin, { ...withoutCluster(definition('renamed')), id, cron: '30 3 * * *' })
    expect((await getSchedule(bob, { id })).nextRuns[0]?.toISOString()).toBe('2026-11-21T02:30:00.000Z')
    expect(await getSchedule(bob, { id })).toMatchObject({ name: 'renamed', owner: 'ann@example.com' })
    await takeOverSchedule(admin, { id })
    await expect(updateSchedule(ann, { ...withoutCluster(definition('back')), id })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await removeSchedule(admin, { id })
    await expect(getSchedule(ann, { id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await actionsOn(id)).toEqual([
      'ann tier-schedule.create succeeded',
      'bob tier-schedule.disable denied',
      'bob tier-schedule.remove denied',
      'bob tier-schedule.take-over denied',
      'ann tier-schedule.disable succeeded',
      'ann tier-schedule.enable succeeded',
      'root tier-schedule.update succeeded',
      'root tier-schedule.take-over succeeded',
      'ann tier-schedule.update denied',
      'root tier-schedule.remove succeeded',
    ])
  })

  it('of an owner who may not move data cannot be enabled, until an admin takes them over', async () => {
    const { id } = await createSchedule(bob, definition('orphan'))
    await disableSchedule(bob, { id })
    await services.db.user.update({ where: { id: bob.actor.id }, data: { disabledAt: services.clock.now } })
    await expect(enableSchedule(admin, { id })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('bob@example.com is disabled'),
    })
    await takeOverSchedule(admin, { id })
    await enableSchedule(admin, { id })
    expect(await getSchedule(admin, { id })).toMatchObject({ owner: 'root@example.com', enabled: true })
  })

  it('of an API token live as long as the token', async () => {
    const { id: tokenId } = await services.db.apiToken.create({
      data: {
        name: 'ci',
        role: 'operator',
        prefix: 'x',
        tokenHash: hashToken(randomUUID()),
        createdById: ann.actor.id,
      },
    })
    const token = services.as('operator', { type: 'token', id: tokenId, name: 'ci' })
    const { id } = await createSchedule(token, definition('by token'))
    expect((await getSchedule(token, { id })).mayChange).toBe(true)
    await services.db.apiToken.update({ where: { id: tokenId }, data: { revokedAt: services.clock.now } })
    expect((await getSchedule(ann, { id })).ownerFault).toContain('was revoked')
  })

  it('are due once, however many workers check at the same time; a waiting run is skipped when it is disabled', async () => {
    const { id } = await createSchedule(ann, definition('raced'))
    services.clock.now = new Date('2026-11-23T01:00:00Z')
    await Promise.all(Array.from({ length: 8 }, () => takeDueRuns(services.as('operator'))))
    await takeDueRuns(services.as('operator'))
    const before = await listScheduleRuns(ann, { id })
    expect(before.runs.map((run) => [run.dueAt.toISOString(), run.status])).toEqual([
      ['2026-11-23T01:00:00.000Z', 'due'],
    ])
    await disableSchedule(ann, { id })
    expect((await listScheduleRuns(ann, { id })).runs[0]).toMatchObject({
      status: 'skipped',
      reason: 'ann@example.com disabled the schedule before the run started.',
    })
  })
})
