import { randomUUID } from 'node:crypto'
import { judgeMigrationSteps, recordDriven, storeTierMigration } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { getRunHistory } from '../../platform/run/history.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import {
  cancelTierMigration,
  pauseTierMigration,
  resumeTierMigration,
  retryTierMigration,
  startTierMigration,
} from './change-migration.ts'
import { retryTierMigrationStep, skipTierMigrationSteps } from './change-steps.ts'
import { getTierMigration } from './get.ts'

const clusterId = randomUUID()
let stack: TestStack
let services: TestServices
let ann: ServiceContext

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  await services.db.cluster.create({
    data: {
      ...{ id: clusterId, slug: 'c', name: 'c', username: 'u', sealedPassword: Buffer.from('x') },
      nodes: { create: { name: 'n1', url: 'http://127.0.0.1:1', shard: 1, replica: 1 } },
    },
  })
  ann = services.as('operator', { id: 'ann', name: 'ann' })
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

async function storePlan(table: string): Promise<string> {
  const { id } = await storeTierMigration(
    services.db,
    {
      ...{ clusterId, database: 'd', table, tableUuids: {}, storagePolicy: 'tiered', targetVolume: 'cold' },
      goal: { kind: 'older-than', before: '2030-01-01T00:00:00Z' },
      ...{ totalParts: 2, totalRows: 2n, totalBytes: 2n, requestedById: 'ann', requestedBy: 'ann' },
    },
    [0, 1].map((ordinal) => ({
      ...{
        ordinal,
        nodeName: 'n1',
        shard: 1,
        replica: 1,
        partitionId: `${ordinal}`,
        partition: `${ordinal}`,
      },
      ...{ fromVolumes: ['hot'], toVolume: 'cold', plannedParts: 1, plannedRows: 1n, plannedBytes: 1n },
      ...{ granularity: 'partition', optimizeFirst: false },
    })),
  )
  return id
}

const statusOf = async (id: string) => (await getTierMigration(ann, { id })).status
const refused = (message: RegExp) => ({ code: 'conflict', message: expect.stringMatching(message) })

it('has one of a table at a time, and a paused one leaves the table to another', async () => {
  const [first, second] = [await storePlan('claimed'), await storePlan('claimed')]
  const starts = await Promise.allSettled([first, second].map((id) => startTierMigration(ann, { id })))
  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(starts.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  const [held, waits] = starts[0]?.status === 'fulfilled' ? [first, second] : [second, first]
  expect([await statusOf(held), await statusOf(waits)]).toEqual(['queued', 'planned'])
  await expect(startTierMigration(ann, { id: waits })).rejects.toMatchObject(
    refused(/^Another tier migration of d\.claimed is queued/),
  )
  await pauseTierMigration(ann, { id: held })
  expect((await getTierMigration(ann, { id: held })).pausedBy).toBe('ann')
  await startTierMigration(ann, { id: waits })
  await expect(resumeTierMigration(ann, { id: held })).rejects.toMatchObject(
    refused(/^Another tier migration/),
  )
  await cancelTierMigration(ann, { id: waits })
  expect(await resumeTierMigration(ann, { id: held })).toMatchObject({ status: 'queued' })
  expect((await getRunHistory(ann, { id: held })).map(({ order }) => order)).toEqual([
    'resume',
    'pause',
    'start',
  ])
})

it('cancels a plan that was not started, and a retry starts it', async () => {
  const id = await storePlan('discarded')
  await expect(pauseTierMigration(ann, { id })).rejects.toMatchObject(
    refused(/is planned, so it cannot be paused/),
  )
  await expect(retryTierMigration(ann, { id })).rejects.toMatchObject(refused(/is planned/))
  expect(await cancelTierMigration(ann, { id })).toEqual({ id, status: 'cancelled' })
  expect(await getTierMigration(ann, { id })).toMatchObject({
    ...{ status: 'cancelled', cancelledBy: 'ann', startedBy: null, steps: { cancelled: 2 } },
  })
  await expect(startTierMigration(ann, { id })).rejects.toMatchObject(refused(/is cancelled/))
  expect(await retryTierMigration(ann, { id })).toEqual({ id, status: 'queued' })
  expect(await getTierMigration(ann, { id })).toMatchObject({
    ...{ status: 'queued', cancelledBy: null, finishedAt: null, startedBy: 'ann', steps: { planned: 2 } },
  })
  const audit = await services.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { id: 'asc' } })
  expect(audit.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
    'tier-migration.cancel cancelled',
    'tier-migration.retry requested',
  ])
})

it('is completed when the rest is skipped, and goes on with one step that is retried', async () => {
  const id = await storePlan('skipped')
  await startTierMigration(ann, { id })
  await cancelTierMigration(ann, { id })
  await skipTierMigrationSteps(ann, { id, ordinals: [0] })
  expect(await statusOf(id)).toBe('cancelled')
  await skipTierMigrationSteps(ann, { id, ordinals: [1] })
  expect(await statusOf(id)).toBe('completed')
  await retryTierMigrationStep(ann, { id, ordinal: 1 })
  const open = await getTierMigration(ann, { id })
  expect([open.status, ...open.stepList.map(({ status }) => status)]).toEqual([
    'queued',
    'skipped',
    'planned',
  ])
  expect((await getRunHistory(ann, { id })).map(({ order, to }) => `${order} ${to}`)).toEqual([
    'retry-step queued',
    'finish completed',
    'cancel cancelled',
    'start queued',
  ])
})

it('is driven again where its steps were ordered anew after the lanes were through', async () => {
  const { db } = services
  const id = await storePlan('ordered')
  await startTierMigration(ann, { id })
  const run = await db.run.update({ where: { id }, data: { status: 'running' } })
  const ref = { kind: 'tier-migration' as const, id, generation: run.generation }
  await recordDriven(db, ref, 0)
  await skipTierMigrationSteps(ann, { id, ordinals: [0] })
  expect(await judgeMigrationSteps(db, run)).toMatchObject({ goesOn: true })
  // A pause takes effect all the same.
  expect(await judgeMigrationSteps(db, { ...run, status: 'pausing' })).toMatchObject({
    isDone: false,
    fault: null,
  })
  await recordDriven(db, ref, 1)
  expect(await judgeMigrationSteps(db, run)).toEqual({
    ...{ isDone: false, fault: '1 of 2 steps is not done: 1 not started.' },
  })
})
