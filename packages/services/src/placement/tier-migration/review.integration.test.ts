import { randomUUID } from 'node:crypto'
import { storeTierMigration } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createToken } from '../../identity/token/create.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { createSchedule, enableSchedule } from '../tier-schedule/change-schedules.ts'
import { cancelTierMigration, retryTierMigration, startTierMigration } from './change-migration.ts'
import { putTierMigrationStepsFirst, setTierMigrationLimits, skipTierMigrationSteps } from './change-steps.ts'
import { exportTierMigrationSql } from './exports.ts'
import { getTierMigration } from './get.ts'
import { askTierMigrationReview, reviewTierMigration } from './review.ts'

let stack: TestStack
let services: TestServices
let ann: ServiceContext
let bob: ServiceContext
let clusterId: string

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  clusterId = randomUUID()
  await services.db.cluster.create({
    data: {
      id: clusterId,
      slug: 'c',
      name: 'Cluster',
      username: 'u',
      sealedPassword: Buffer.from('x'),
      approvalRequired: true,
      nodes: { create: { name: 'n1', url: 'http://127.0.0.1:1', shard: 1, replica: 1 } },
    },
  })
  await services.db.user.create({
    data: { id: 'ann', email: 'ann@example.com', name: 'Ann', role: 'operator' },
  })
  ann = services.as('operator', { id: 'ann', name: 'ann@example.com' })
  bob = services.as('operator', { id: 'bob', name: 'bob@example.com' })
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

/** A stored plan of Ann's with two steps, on a table of its own. */
async function storePlanOf(requester: ServiceContext): Promise<string> {
  const step = (ordinal: number) => ({
    ordinal,
    nodeName: 'n1',
    shard: 1,
    replica: 1,
    partitionId: `20240${ordinal + 1}`,
    partition: `20240${ordinal + 1}`,
    fromVolumes: ['hot'],
    toVolume: 'cold',
    plannedParts: 1,
    plannedRows: 1n,
    plannedBytes: 1n,
    granularity: 'partition',
    optimizeFirst: false,
  })
  const { id } = await storeTierMigration(
    services.db,
    {
      clusterId,
      database: 'd',
      table: randomUUID(),
      tableUuids: {},
      storagePolicy: 'tiered',
      targetVolume: 'cold',
      goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
      limits: { concurrencyPerReplica: 2 },
      totalParts: 2,
      totalRows: 2n,
      totalBytes: 2n,
      requestedById: requester.actor.id,
      requestedBy: requester.actor.name,
    },
    [step(0), step(1)],
  )
  return id
}

/** As a program acts with a token of theirs. Only admins make tokens, whatever these may do. */
async function tokenOf(maker: ServiceContext): Promise<ServiceContext> {
  const asAdmin = { ...maker, actor: { ...maker.actor, role: 'admin' as const } }
  const { token } = await createToken(asAdmin, {
    ...{ name: 'ci', role: 'operator', expiresAt: new Date(asAdmin.now().getTime() + 86_400_000) },
  })
  return services.as('operator', { type: 'token', id: token.id, name: token.name })
}

async function approve(id: string): Promise<void> {
  await askTierMigrationReview(ann, { id })
  await reviewTierMigration(bob, { id, outcome: 'approved', note: 'go' })
}

const stateOf = async (id: string) => (await getTierMigration(ann, { id })).review?.state

describe('a plan on a cluster that asks for an approval', () => {
  it('starts only after somebody else has approved it', async () => {
    const id = await storePlanOf(ann)
    const refused = { code: 'refused', message: expect.stringContaining('is not approved') }
    await expect(startTierMigration(ann, { id })).rejects.toMatchObject(refused)
    await expect(reviewTierMigration(bob, { id, outcome: 'approved' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await askTierMigrationReview(ann, { id })
    await expect(startTierMigration(bob, { id })).rejects.toMatchObject(refused)
    await expect(reviewTierMigration(ann, { id, outcome: 'approved' })).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Another person must review it'),
    })
    const annByToken = await tokenOf(ann)
    const annByTokenOfToken = await tokenOf(annByToken)
    for (const own of [annByToken, annByTokenOfToken])
      await expect(reviewTierMigration(own, { id, outcome: 'approved' })).rejects.toMatchObject({
        code: 'forbidden',
      })
    const ownTo = async (ctx: typeof ann) => (await getTierMigration(ctx, { id })).ownPlan
    expect(await Promise.all([ann, annByToken, annByTokenOfToken, bob].map(ownTo))).toEqual([
      true,
      true,
      true,
      false,
    ])
    await reviewTierMigration(bob, { id, outcome: 'rejected', note: 'not in\nthe week' })
    await expect(startTierMigration(ann, { id })).rejects.toMatchObject(refused)
    expect((await exportTierMigrationSql(ann, { id })).sql).toMatch(
      /^-- Started by ann@example\.com; sent back by bob@example\.com at 20\S+Z: not in the week$/m,
    )
    await approve(id)
    expect(await getTierMigration(ann, { id })).toMatchObject({
      needsApproval: false,
      review: { state: 'approved', note: 'go', by: 'bob@example.com', askedBy: 'ann@example.com' },
    })
    await startTierMigration(ann, { id })
    const audit = await services.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })
    expect(audit.map(({ actorName, action }) => `${actorName.split('@')[0]} ${action}`)).toEqual([
      'ann tier-migration.ask-review',
      'bob tier-migration.review',
      'ann tier-migration.ask-review',
      'bob tier-migration.review',
      'ann tier-migration.start',
    ])
  })

  it('loses its approval when it is changed, but not when it is only made gentler', async () => {
    const changes: [string, (id: string) => Promise<unknown>][] = [
      ['approved', (id) => setTierMigrationLimits(ann, { id, limits: { concurrencyPerReplica: 1 } })],
      ['asked', (id) => setTierMigrationLimits(ann, { id, limits: { concurrencyPerReplica: 3 } })],
      ['asked', (id) => putTierMigrationStepsFirst(ann, { id, ordinals: [1] })],
      ['asked', (id) => skipTierMigrationSteps(ann, { id, ordinals: [1] })],
    ]
    for (const [state, change] of changes) {
      const id = await storePlanOf(ann)
      await approve(id)
      await change(id)
      expect(await stateOf(id)).toBe(state)
      if (state === 'asked')
        await expect(startTierMigration(ann, { id })).rejects.toMatchObject({ code: 'refused' })
    }
  })

  it('is not approved by whoever changed it', async () => {
    const id = await storePlanOf(ann)
    await askTierMigrationReview(ann, { id })
    await skipTierMigrationSteps(bob, { id, ordinals: [1] })
    await expect(reviewTierMigration(bob, { id, outcome: 'approved' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    await reviewTierMigration(services.as('admin'), { id, outcome: 'approved' })
    expect(await stateOf(id)).toBe('approved')
  })

  it('does not slip through a cancellation and a retry', async () => {
    const id = await storePlanOf(ann)
    await cancelTierMigration(ann, { id })
    await expect(retryTierMigration(ann, { id })).rejects.toMatchObject({ code: 'refused' })
  })

  it('leaves schedules, which start unattended, to admins', async () => {
    const schedule = {
      cluster: 'c',
      name: 'nightly',
      tables: [{ database: 'd', table: 't' }],
      targetVolume: 'cold',
      olderThanDays: 90,
      budgetBytes: null,
      cron: '0 2 * * *',
      timeZone: 'UTC',
    }
    await expect(createSchedule(ann, schedule)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('Only admins can create'),
    })
    const person = await services.db.user.create({
      data: { id: 'cid', email: 'cid@example.com', name: 'cid', role: 'admin' },
    })
    const cid = services.as('admin', { id: person.id, name: person.email })
    const { id } = await createSchedule(cid, schedule)
    await services.db.user.update({ where: { id: 'cid' }, data: { role: 'operator' } })
    await expect(enableSchedule(services.as('admin'), { id })).rejects.toMatchObject({
      message: expect.stringContaining('only admins can run schedules'),
    })
  })
})
