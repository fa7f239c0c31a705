import { changeRunState, storeRun } from '@frostline/db'
import type { RunKind } from '@frostline/domain'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addTeamMember, createTeam, removeTeam } from '../../identity/team/change-teams.ts'
import { createToken } from '../../identity/token/create.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import type { ServiceContext } from '../base/context.ts'
import { approveRun, getRunApproval, listWaitingApprovals, previewApproval } from './approve.ts'
import { mayBeginByRules } from './held-run.ts'
import { createApprovalRule, listApprovalRules, removeApprovalRule, updateApprovalRule } from './rules.ts'

let stack: TestStack
let services: TestServices
let db: TestServices['db']
let clusterId: string
let starter: ServiceContext
let second: ServiceContext
let third: ServiceContext
let admin: ServiceContext

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
  await db.run.deleteMany()
  await db.approvalRule.deleteMany()
  await db.team.deleteMany()
  await db.apiToken.deleteMany()
  await db.user.deleteMany()
  await db.cluster.deleteMany()
  ;({ id: clusterId } = await db.cluster.create({
    data: { slug: 'demo', name: 'Demo', username: 'u', sealedPassword: new Uint8Array(1) },
  }))
  ;[starter, second, third, admin] = (await Promise.all(
    (['operator', 'operator', 'operator', 'admin'] as const).map((role) => services.person(role)),
  )) as [ServiceContext, ServiceContext, ServiceContext, ServiceContext]
})

const inAMonth = () => new Date(services.clock.now.getTime() + 30 * 86_400_000)
const trips = { database: 'demo', table: 'trips' }
const now = () => services.clock.now

/** A queued warm-up of these bytes. */
async function queueWarmup(wantedBytes: bigint, by = starter): Promise<string> {
  return db.$transaction(async (tx) => {
    const { id } = await storeRun(tx, {
      ...{ kind: 'cache-warmup', clusterId, of: trips, claimKey: null, now: now() },
      ...{ requestedById: by.actor.id, requestedBy: by.actor.name },
    })
    await tx.cacheWarmup.create({
      data: { id, ...trips, spec: {}, columns: [], wantedBytes, cachedBytes: 0n },
    })
    return id
  })
}

async function queueRun(kind: RunKind, requestedById: string | null = starter.actor.id): Promise<string> {
  const by = { requestedById, requestedBy: 'somebody' }
  const run = await storeRun(db, { kind, clusterId, of: null, claimKey: null, now: now(), ...by })
  return run.id
}

async function mayBegin(id: string): Promise<boolean> {
  const { kind, generation } = await db.run.findUniqueOrThrow({ where: { id } })
  return mayBeginByRules(db, { id, kind: kind as RunKind, generation }, now())
}

const approve = async (ctx: ServiceContext, id: string, note = '') => {
  const { bytes } = await getRunApproval(ctx, { id })
  return approveRun(ctx, { id, note, bytes: bytes === null ? null : String(bytes) })
}
const waitReasonOf = async (id: string) => (await db.run.findUniqueOrThrow({ where: { id } })).waitReason

describe('a run that is about to be started', () => {
  const preview = async (of: { database: string; table: string } | null, bytes?: bigint) => {
    const size = bytes === undefined ? {} : { bytes: String(bytes) }
    const asked = { cluster: 'demo', kind: 'cache-warmup' as const, ...of, ...size }
    const { rules } = await previewApproval(starter, asked)
    return rules.map(({ name }) => name)
  }

  it('says which rules would hold it, and these hold it then', async () => {
    const rule = { kinds: ['cache-warmup' as const], database: 'demo' }
    await createApprovalRule(admin, { ...rule, name: 'Large reads', minBytes: '1000', approvals: 2 })
    await createApprovalRule(admin, { ...rule, name: 'Off', enabled: false })
    await createApprovalRule(admin, { ...rule, name: 'Elsewhere', database: 'other' })
    await createApprovalRule(admin, { name: 'Whole clusters', kinds: ['cache-warmup'] })
    const both = ['Large reads', 'Whole clusters']
    expect(await preview(trips, 999n)).toEqual(['Whole clusters'])
    expect(await preview(trips, 1_000n)).toEqual(both)
    // A size that is not known counts as large.
    expect(await preview(trips)).toEqual(both)
    expect(await preview(null)).toEqual(['Whole clusters'])
    const { rules } = await getRunApproval(starter, { id: await queueWarmup(1_000n) })
    expect(rules).toEqual(
      (await previewApproval(starter, { cluster: 'demo', kind: 'cache-warmup', ...trips, bytes: '1000' }))
        .rules,
    )
    expect(rules.map(({ name }) => name)).toEqual(both)
  })

  it('is refused for a size that is no number', async () => {
    for (const bytes of ['-1', '1.5', '1e3', '', '1'.repeat(21)])
      await expect(
        previewApproval(starter, { cluster: 'demo', kind: 'load-job', bytes }),
        bytes,
      ).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('a run that a rule holds', () => {
  it('waits, says for whom, and begins when enough people have approved it', async () => {
    await createApprovalRule(admin, { name: 'Large reads', minBytes: '1000', approvals: 2 })
    const small = await queueWarmup(999n)
    const id = await queueWarmup(1_000n)
    expect(await mayBegin(small)).toBe(true)
    expect(await mayBegin(id)).toBe(false)
    expect(await waitReasonOf(id)).toBe('The approval of 2 people is missing (rule “Large reads”).')
    expect(await approve(second, id, 'Checked the cache.')).toMatchObject({
      state: 'waiting',
      mayApprove: false,
    })
    expect(await mayBegin(id)).toBe(false)
    expect(await waitReasonOf(id)).toBe('The approval of 1 person is missing (rule “Large reads”).')
    expect(await approve(third, id)).toMatchObject({
      state: 'approved',
      bytes: 1_000n,
      approvals: [
        { by: second.actor.name, note: 'Checked the cache.', counts: true },
        { by: third.actor.name, counts: true },
      ],
    })
    expect(await mayBegin(id)).toBe(true)
    const entry = await db.auditEntry.findFirst({
      where: { action: 'approval.approve' },
      orderBy: { id: 'asc' },
    })
    expect(entry).toMatchObject({
      ...{ objectType: 'cache-warmup', objectId: id, objectName: 'demo.trips', actorName: second.actor.name },
      details: { bytes: '1000', note: 'Checked the cache.', rules: ['Large reads'] },
    })
  })

  it('begins when its rule is disabled or deleted', async () => {
    const rule = await createApprovalRule(admin, { name: 'All' })
    const [one, other] = [await queueRun('bucket-audit'), await queueRun('benchmark')]
    expect(await mayBegin(one)).toBe(false)
    expect((await listApprovalRules(admin)).map(({ name, holding }) => ({ name, holding }))).toEqual([
      { name: 'All', holding: 2 },
    ])
    await updateApprovalRule(admin, { id: rule.id, name: 'All', enabled: false })
    expect(await mayBegin(one)).toBe(true)
    await updateApprovalRule(admin, { id: rule.id, name: 'All', enabled: true })
    expect(await mayBegin(other)).toBe(false)
    await removeApprovalRule(admin, { id: rule.id })
    expect(await mayBegin(other)).toBe(true)
  })

  it('is held whoever or whatever has started it', async () => {
    await createApprovalRule(admin, { name: 'All' })
    expect(await mayBegin(await queueRun('archive-expiry', null))).toBe(false)
  })

  it('begins by itself within the hours', async () => {
    const hours = { timeZone: 'UTC', spans: [{ days: [now().getUTCDay() as 0], from: '00:00', to: '24:00' }] }
    await createApprovalRule(admin, { name: 'At night', hours })
    const id = await queueWarmup(1n)
    expect(await getRunApproval(second, { id })).toMatchObject({ state: 'free', rules: [] })
    expect(await mayBegin(id)).toBe(true)
    services.clock.advanceMs(86_400_000)
    expect(await mayBegin(id)).toBe(false)
    const { rules } = await getRunApproval(second, { id })
    expect(rules[0]?.until?.getTime()).toBeGreaterThan(now().getTime())
  })

  it('is not held once it has begun, or only takes back', async () => {
    const [begun, taken] = [await queueRun('tier-migration'), await queueRun('orphan-removal')]
    const order = { by: starter.actor, now: now() }
    const queued = await db.run.findUniqueOrThrow({ where: { id: begun } })
    const running = await changeRunState(db, queued, 'begin', order)
    await changeRunState(
      db,
      await changeRunState(db, running, 'fail', { ...order, why: 'no' }),
      'retry',
      order,
    )
    const removal = await db.run.findUniqueOrThrow({ where: { id: taken } })
    await changeRunState(db, removal, 'restore', order)
    await createApprovalRule(admin, { name: 'All' })
    expect(await mayBegin(begun)).toBe(true)
    expect(await mayBegin(taken)).toBe(true)
  })

  it('needs new approvals after it was cancelled and retried', async () => {
    await createApprovalRule(admin, { name: 'All' })
    const id = await queueWarmup(1n)
    await approve(second, id)
    services.clock.advanceMs(1_000)
    const order = { by: starter.actor, now: now() }
    const cancelled = await changeRunState(
      db,
      await db.run.findUniqueOrThrow({ where: { id } }),
      'cancel',
      order,
    )
    await changeRunState(db, cancelled, 'retry', order)
    expect(await mayBegin(id)).toBe(false)
    services.clock.advanceMs(1_000)
    expect(await approve(second, id)).toMatchObject({ state: 'approved' })
    expect(await mayBegin(id)).toBe(true)
  })

  it('needs new approvals when it has grown', async () => {
    await createApprovalRule(admin, { name: 'All' })
    const id = await queueWarmup(1_000n)
    await approve(second, id)
    await db.cacheWarmup.update({ where: { id }, data: { wantedBytes: 1_001n } })
    expect(await mayBegin(id)).toBe(false)
    expect(await getRunApproval(third, { id })).toMatchObject({ approvals: [{ counts: false }] })
    expect(await approve(second, id)).toMatchObject({ state: 'approved', approvals: [{ counts: true }] })
    expect(await mayBegin(id)).toBe(true)
  })
})

describe('an approval', () => {
  it('is refused to whoever started the run, also through a token of theirs', async () => {
    await createApprovalRule(admin, { name: 'All' })
    const own = await queueWarmup(1n)
    await expect(approve(starter, own)).rejects.toMatchObject({ code: 'forbidden' })
    const { token } = await createToken(admin, { name: 'ci', role: 'operator', expiresAt: inAMonth() })
    const byToken = services.as('operator', { type: 'token', id: token.id, name: 'ci' })
    const started = await queueWarmup(1n, byToken)
    await expect(approve(admin, started)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(approve(byToken, own)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await db.runApproval.count()).toBe(0)
  })

  it('needs the role of the run on what it works on', async () => {
    await createApprovalRule(admin, { name: 'All' })
    const removal = await queueRun('orphan-removal')
    await expect(approve(second, removal)).rejects.toMatchObject({
      message: 'Approving it needs the role admin on it.',
    })
    expect(await approve(admin, removal)).toMatchObject({ state: 'approved' })
    const warmup = await queueWarmup(1n)
    const viewer = await services.person('viewer')
    await expect(approve(viewer, warmup)).rejects.toMatchObject({ code: 'forbidden' })
    const denied = await db.auditEntry.findFirst({ where: { action: 'approval.approve', outcome: 'denied' } })
    expect(denied).toMatchObject({ actorName: viewer.actor.name, objectId: warmup })
  })

  it('counts only from members of the team, and of people who may still sign in', async () => {
    const team = await createTeam(admin, { name: 'Storage' })
    await addTeamMember(admin, { id: team.id, userId: third.actor.id })
    await createApprovalRule(admin, { name: 'All', teamId: team.id })
    const id = await queueWarmup(1n)
    await expect(approve(second, id)).rejects.toMatchObject({
      message: 'Only members of the team of its rule may approve it.',
    })
    await expect(removeTeam(admin, { id: team.id })).rejects.toMatchObject({
      ...{ code: 'conflict', message: 'Members of Storage approve by the rule All.' },
    })
    await approve(third, id)
    expect(await mayBegin(id)).toBe(true)
    await db.user.update({ where: { id: third.actor.id }, data: { disabledAt: now() } })
    expect(await mayBegin(id)).toBe(false)
  })

  it('is refused twice, for another size than was shown, and where nothing waits', async () => {
    const rule = await createApprovalRule(admin, { name: 'All', approvals: 2 })
    const id = await queueWarmup(5n)
    await expect(approveRun(second, { id, bytes: '4' })).rejects.toMatchObject({ code: 'conflict' })
    const both = await Promise.allSettled([approve(second, id), approve(second, id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(approve(second, id)).rejects.toMatchObject({ code: 'conflict' })
    await removeApprovalRule(admin, { id: rule.id })
    await expect(approve(third, id)).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is listed for those who may see the run, with whether they may give it', async () => {
    await createApprovalRule(admin, { name: 'All' })
    const id = await queueWarmup(7n)
    expect(await listWaitingApprovals(second)).toMatchObject([
      {
        id,
        kind: 'cache-warmup',
        name: 'demo.trips',
        bytes: 7n,
        missing: 1,
        rules: ['All'],
        mayApprove: true,
      },
    ])
    expect(await listWaitingApprovals(starter)).toMatchObject([{ id, mayApprove: false }])
    const access = [{ on: 'tables', role: 'operator', clusterId, database: 'other', table: '*' }] as const
    expect(await listWaitingApprovals(services.as('operator', { access }))).toEqual([])
  })
})

describe('a rule', () => {
  it('is for admins, has one name, and refuses what cannot hold', async () => {
    await expect(createApprovalRule(second, { name: 'Mine' })).rejects.toMatchObject({ code: 'forbidden' })
    await createApprovalRule(admin, { name: 'One' })
    await expect(createApprovalRule(admin, { name: 'One' })).rejects.toMatchObject({ code: 'conflict' })
    for (const wrong of [
      { kinds: ['bucket-audit' as const], minBytes: '1' },
      { approvals: 0 },
      { approvals: 6 },
      { database: 'a*b' },
      { minBytes: '-1' },
      { hours: { timeZone: 'Nowhere', spans: [{ days: [1 as const], from: '08:00', to: '18:00' }] } },
    ])
      await expect(createApprovalRule(admin, { name: 'Wrong', ...wrong })).rejects.toMatchObject({
        code: 'invalid',
      })
    await expect(createApprovalRule(admin, { name: 'Wrong', cluster: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(createApprovalRule(admin, { name: 'Wrong', teamId: 'none' })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listApprovalRules(admin)).map(({ name }) => name)).toEqual(['One'])
  })
})
