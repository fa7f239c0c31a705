import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resolvePipelineOwner } from '../../loads/load-pipeline/pipeline-owner.ts'
import { createSource } from '../../loads/source/change-sources.ts'
import { archiveSchedules, resolveArchiveOwner } from '../../placement/archive/schedule/archive-schedules.ts'
import { resolveActingOwner } from '../../platform/base/find-person.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { readAccess, readTokenAccess } from '../access/read-access.ts'
import { createCustomRole, updateCustomRole } from '../custom-role/index.ts'
import { createToken } from '../token/create.ts'
import { judgedSelection } from '../token/manage-tokens.ts'
import { createUser } from '../user/create.ts'
import { setUserRole } from '../user/manage-users.ts'
import {
  addTeamMember,
  createTeam,
  removeTeam,
  removeTeamMember,
  setUserGrants,
  updateTeam,
} from './change-teams.ts'
import { getUserAccess, listTeams } from './read-teams.ts'

let stack: TestStack
let services: TestServices
let db: TestServices['db']
let clusterId: string
let userId: string
const admin = () => services.as('admin')

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  ;({ db } = services)
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})
beforeEach(async () => {
  await db.team.deleteMany()
  await db.user.deleteMany()
  await db.cluster.deleteMany()
  ;({ id: clusterId } = await db.cluster.create({
    data: { slug: 'demo', name: 'Demo', username: 'u', sealedPassword: new Uint8Array(1) },
  }))
  const ann = {
    email: 'ann@example.com',
    name: 'Ann',
    role: 'member',
    password: 'a long enough password',
  } as const
  ;({ id: userId } = await createUser(admin(), ann))
})

const ofShop = { on: 'tables', role: 'operator', cluster: 'demo', database: 'shop', table: 'a_*' } as const
const ofSources = { on: 'sources', role: 'viewer', source: 'a-*' } as const
const accessOfAnn = async () => readAccess(db, await db.user.findUniqueOrThrow({ where: { id: userId } }))
const lastEntry = (action: string) => db.auditEntry.findFirst({ where: { action }, orderBy: { id: 'desc' } })

describe('a team', () => {
  it('gives its grants to its members, until they leave or it is deleted', async () => {
    const { id } = await createTeam(admin(), { name: 'Shop', grants: [ofShop, ofSources] })
    expect(await accessOfAnn()).toEqual([])
    await addTeamMember(admin(), { id, userId })
    expect(await accessOfAnn()).toEqual([
      { on: 'tables', role: 'operator', clusterId, database: 'shop', table: 'a_*' },
      { on: 'sources', role: 'viewer', source: 'a-*' },
    ])
    await removeTeamMember(admin(), { id, userId })
    expect(await accessOfAnn()).toEqual([])
    await addTeamMember(admin(), { id, userId })
    await removeTeam(admin(), { id })
    expect(await accessOfAnn()).toEqual([])
    expect(await lastEntry('team.remove')).toMatchObject({
      ...{ objectName: 'Shop', outcome: 'succeeded' },
      details: {
        members: ['ann@example.com'],
        grants: ['operator on tables shop.a_* of Demo', 'viewer on sources a-*'],
      },
    })
  })

  it('is listed with its members, and audited with what it gave before', async () => {
    const { id } = await createTeam(admin(), { name: 'Shop', groups: ['shop'], grants: [ofShop] })
    await addTeamMember(admin(), { id, userId })
    await updateTeam(admin(), { id, name: 'Sales', groups: [], grants: [{ ...ofShop, role: 'viewer' }] })
    expect(await listTeams(admin())).toMatchObject([
      {
        ...{ name: 'Sales', groups: [], grants: [{ ...ofShop, role: 'viewer', clusterName: 'Demo' }] },
        members: [{ email: 'ann@example.com', role: 'member', provider: null, disabled: false }],
      },
    ])
    expect((await lastEntry('team.update'))?.details).toMatchObject({
      ...{ nameBefore: 'Shop', groupsBefore: ['shop'] },
      grantsBefore: ['operator on tables shop.a_* of Demo'],
      grants: ['viewer on tables shop.a_* of Demo'],
    })
  })

  it('loses the grants of a cluster that is removed', async () => {
    const { id } = await createTeam(admin(), { name: 'Shop', grants: [ofShop, ofSources] })
    await addTeamMember(admin(), { id, userId })
    await db.cluster.delete({ where: { id: clusterId } })
    expect(await accessOfAnn()).toEqual([{ on: 'sources', role: 'viewer', source: 'a-*' }])
  })

  it.each([
    [{ ...ofShop, table: 'a_%' }, 'not with %'],
    [{ ...ofShop, database: 's*p' }, 'last character'],
    [{ ...ofShop, cluster: 'other' }, 'no cluster other'],
    [{ ...ofSources, source: '' }, 'missing'],
  ])('refuses %j', async (grant, text) => {
    const attempt = createTeam(admin(), { name: 'Shop', grants: [grant] })
    await expect(attempt).rejects.toThrow(text)
    expect(await db.team.count()).toBe(0)
  })

  it('refuses a taken name, a scope twice, and everybody but admins', async () => {
    await createTeam(admin(), { name: 'Shop' })
    await expect(createTeam(admin(), { name: 'Shop' })).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      createTeam(admin(), { name: 'Two', grants: [ofShop, { ...ofShop, role: 'admin' }] }),
    ).rejects.toThrow('granted twice')
    await expect(createTeam(services.as('operator'), { name: 'Mine' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await lastEntry('team.create')).toMatchObject({ outcome: 'denied' })
  })
})

describe('grants of a person', () => {
  it('are replaced as a whole, and shown apart from those of teams', async () => {
    const { id } = await createTeam(admin(), { name: 'Shop', grants: [ofSources] })
    await addTeamMember(admin(), { id, userId })
    await setUserGrants(admin(), { id: userId, grants: [ofShop] })
    await setUserGrants(admin(), { id: userId, grants: [{ ...ofShop, cluster: null }] })
    expect(await getUserAccess(admin(), { id: userId })).toEqual({
      grants: [{ ...ofShop, cluster: null, clusterName: null }],
      teams: [{ id, name: 'Shop', grants: [ofSources] }],
    })
  })

  it('add to the role of the account', async () => {
    await setUserRole(admin(), { id: userId, role: 'viewer' })
    await setUserGrants(admin(), { id: userId, grants: [ofShop] })
    expect(await accessOfAnn()).toMatchObject([
      { on: 'everything', role: 'viewer' },
      { on: 'tables', role: 'operator' },
    ])
  })
})

describe('a token', () => {
  const expiresAt = () => new Date(services.clock.now.getTime() + 86_400_000)
  const accessOf = async (id: string) =>
    readTokenAccess(db, await db.apiToken.findUniqueOrThrow({ where: { id }, select: judgedSelection }))

  it('is limited to its grants, at most its role, and to what the person behind it may do', async () => {
    const root = await services.person('admin')
    const { token } = await createToken(root, {
      ...{ name: 'ci', role: 'operator', expiresAt: expiresAt() },
      grants: [{ ...ofShop, role: 'admin' }],
    })
    expect(token.grants).toEqual([{ ...ofShop, role: 'admin', clusterName: 'Demo' }])
    const shop = { on: 'tables', clusterId, database: 'shop', table: 'a_*' }
    expect(await accessOf(token.id)).toEqual([{ ...shop, role: 'operator' }])
    await db.user.update({ where: { id: root.actor.id }, data: { role: 'viewer' } })
    expect(await accessOf(token.id)).toEqual([{ ...shop, role: 'viewer' }])
    await db.user.update({ where: { id: root.actor.id }, data: { role: 'member' } })
    expect(await accessOf(token.id)).toEqual([])
  })

  it('of a member may do what the member may', async () => {
    await setUserGrants(admin(), { id: userId, grants: [ofShop] })
    const { token } = await createToken(services.as('admin', { id: userId }), {
      ...{ name: 'ci', role: 'viewer', expiresAt: expiresAt() },
    })
    expect(await accessOf(token.id)).toMatchObject([{ on: 'tables', table: 'a_*', role: 'viewer' }])
  })
})

it('scheduled work of a person ends with the grant that allowed it', async () => {
  const owner = { ownerType: 'user', ownerId: userId, ownerName: 'ann@example.com' } as const
  const on = (table: string) => [{ kind: 'table', clusterId, database: 'shop', table }] as const
  const ask = (table: string) =>
    resolveActingOwner(
      db,
      owner,
      { role: 'operator', verb: 'tierSchedules.create', because: 'moves need it', on: on(table) },
      services.clock.now,
    )
  await setUserGrants(admin(), { id: userId, grants: [ofShop] })
  expect(await ask('a_orders')).toMatchObject({ kind: 'may', actor: { role: 'operator' } })
  expect(await ask('b_orders')).toMatchObject({
    kind: 'fault',
    reason: expect.stringContaining('no role on it'),
  })
  await setUserGrants(admin(), { id: userId, grants: [{ ...ofShop, role: 'viewer' }] })
  expect(await ask('a_orders')).toMatchObject({
    kind: 'fault',
    reason: expect.stringContaining('role viewer'),
  })
})

it('scheduled work of a custom role ends with the verb that ordered it', async () => {
  const owner = { ownerType: 'user', ownerId: userId, ownerName: 'ann@example.com' } as const
  const need = {
    role: 'operator',
    verb: 'tierSchedules.create',
    because: 'moves need it',
    on: [{ kind: 'table', clusterId, database: 'shop', table: 'a_orders' }],
  } as const
  const ask = () => resolveActingOwner(db, owner, need, services.clock.now)
  const { id } = await createCustomRole(admin(), { name: 'mover', verbs: ['tierSchedules.create'] })
  await setUserGrants(admin(), { id: userId, grants: [{ ...ofShop, role: 'mover' }] })
  expect(await ask()).toMatchObject({ kind: 'may', actor: { role: 'operator' } })
  await updateCustomRole(admin(), { id, name: 'mover', verbs: ['loads.start'] })
  expect(await ask()).toMatchObject({ kind: 'fault', reason: expect.stringContaining('role viewer') })
})

it('scheduled work ends with the role on its source, or on the table of its bad rows', async () => {
  const source = await createSource(admin(), {
    name: 'shop-landing',
    buckets: ['landing'],
    auth: 'environment',
  })
  const owner = { ownerType: 'user', ownerId: userId, ownerName: 'ann@example.com' } as const
  const at = { clusterId, sourceId: source.id, ...owner }
  const spec = { target: { database: 'shop', table: 'a_orders' } }
  const askPipeline = (badRows?: object) =>
    resolvePipelineOwner(db, { ...at, spec: { ...spec, badRows } }, services.clock.now)
  const askArchive = async () => {
    const schedule = await db.archiveSchedule.create({
      data: {
        ...{ ...at, database: 'shop', table: 'a_orders', bucket: 'landing', prefix: 'a/', name: 'old' },
        ...{ olderThanDays: 1, graceHours: 24, cron: '0 0 1 1 *', timeZone: 'UTC', enabled: true },
      },
    })
    const answer = await resolveArchiveOwner(
      db,
      await archiveSchedules.get(db, schedule.id),
      services.clock.now,
    )
    await db.archiveSchedule.delete({ where: { id: schedule.id } })
    return answer.kind
  }
  const onShop = { ...ofShop, role: 'admin' as const }
  await setUserGrants(admin(), { id: userId, grants: [onShop] })
  expect(await askPipeline()).toMatchObject({ kind: 'fault' })
  expect(await askArchive()).toBe('fault')
  await setUserGrants(admin(), {
    id: userId,
    grants: [onShop, { on: 'sources', role: 'admin', source: 'shop-*' }],
  })
  expect(await askPipeline()).toMatchObject({ kind: 'may' })
  expect(await askPipeline({ into: { database: 'shop', table: 'a_bad' } })).toMatchObject({ kind: 'may' })
  expect(await askPipeline({ into: { database: 'shop', table: 'b_bad' } })).toMatchObject({ kind: 'fault' })
  expect(await askArchive()).toBe('may')
})
