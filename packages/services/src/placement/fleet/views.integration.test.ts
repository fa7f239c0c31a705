import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ServiceContext } from '../../platform/base/context.ts'
import { openTestServices, type TestServices } from '../../testing/open-test-services.ts'
import { changeFleetView, deleteFleetView, listFleetViews, saveFleetView } from './index.ts'

let stack: TestStack
let services: TestServices
let viewer: ServiceContext
let operator: ServiceContext
let other: ServiceContext

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  viewer = await services.person('viewer')
  operator = await services.person('operator')
  other = await services.person('operator')
})
afterAll(async () => {
  await services?.close()
  await stack?.stop()
})

const names = async (ctx: ServiceContext) => (await listFleetViews(ctx)).map(({ name, mine }) => [name, mine])
const filter = { oddity: 'small-parts' as const, sort: 'bytes' as const }
const audits = () =>
  services.db.auditEntry.findMany({ where: { objectType: 'fleet-view' }, orderBy: { action: 'asc' } })

test('a view keeps its filter, and is of its owner alone', async () => {
  const saved = await saveFleetView(viewer, { name: 'Small parts', filter })
  expect(saved).toMatchObject({
    filter: { search: '', oddity: 'small-parts', sort: 'bytes', direction: 'desc' },
    ...{ shared: false, mine: true, owner: viewer.actor.name },
  })
  expect(await names(viewer)).toEqual([['Small parts', true]])
  expect(await names(operator)).toEqual([])
  for (const act of [
    () => changeFleetView(operator, { id: saved.id, name: 'Mine now' }),
    () => deleteFleetView(operator, { id: saved.id }),
  ])
    await expect(act()).rejects.toMatchObject({ code: 'not_found' })
  await expect(saveFleetView(viewer, { name: 'Small parts', filter })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('only operators share, and an attempt of others is audited', async () => {
  const [own] = await listFleetViews(viewer)
  if (!own) throw new Error('The viewer has a view.')
  await expect(saveFleetView(viewer, { name: 'All', filter, shared: true })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(changeFleetView(viewer, { id: own.id, shared: true })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const denied = (await audits()).filter(({ outcome }) => outcome === 'denied')
  expect(denied.map(({ action }) => action).toSorted()).toEqual(['fleet-view.change', 'fleet-view.save'])
  await saveFleetView(operator, { name: 'Everybody', filter, shared: true })
  expect(await names(viewer)).toEqual([
    ['Small parts', true],
    ['Everybody', false],
  ])
})

test('a shared view of another is changed by operators, in the audit with its owner', async () => {
  const shared = (await listFleetViews(other)).find(({ name }) => name === 'Everybody')
  if (!shared) throw new Error('It is shared.')
  await expect(deleteFleetView(viewer, { id: shared.id })).rejects.toMatchObject({ code: 'forbidden' })
  const changed = await changeFleetView(other, { id: shared.id, name: 'For all', filter: { tier: 'hot' } })
  expect(changed).toMatchObject({ name: 'For all', mine: false, filter: { tier: 'hot' } })
  expect(changed.filter).not.toHaveProperty('oddity')
  await deleteFleetView(other, { id: shared.id })
  expect(await names(viewer)).toEqual([['Small parts', true]])
  const done = (await audits()).filter(({ actorName }) => actorName === other.actor.name)
  expect(done.map(({ action, objectName, details }) => [action, objectName, details])).toEqual([
    [
      'fleet-view.change',
      'Everybody',
      { owner: operator.actor.name, name: 'For all', shared: true, filterReplaced: true },
    ],
    ['fleet-view.delete', 'For all', { owner: operator.actor.name, shared: true }],
  ])
})

test('views go with their owner', async () => {
  await services.db.user.delete({ where: { id: viewer.actor.id } })
  expect(await services.db.fleetView.count()).toBe(0)
})
