import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { openTestServices, type TestServices } from '../../testing.ts'
import { listAudit } from './list.ts'

let stack: TestStack
let services: TestServices
const start = new Date('2026-01-01T00:00:00Z')

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  services.clock.now = start
  const ann = services.as('operator', { id: 'ann', name: 'Ann@example.com' })
  const bot = services.as('admin', { id: 'bot', name: 'ci', type: 'token' })
  for (let index = 0; index < 25; index += 1) {
    // Five entries share each millisecond, so that page boundaries fall inside one.
    if (index % 5 === 0) services.clock.advanceMs(1)
    await recordAudit(services.db, index % 2 === 0 ? ann : bot, {
      action: index % 3 === 0 ? 'cluster.update' : 'user.create',
      objectType: index % 3 === 0 ? 'cluster' : 'user',
      objectId: `object-${index}`,
      objectName: `Object ${index}`,
      clusterId: index % 3 === 0 ? 'c1' : undefined,
      outcome: index === 7 ? 'denied' : 'succeeded',
      statements: index === 6 ? [{ node: 'n1', sql: 'ALTER TABLE `t` …', queryId: 'q' }] : [],
      details: { index },
    })
  }
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})

async function names(filter: Parameters<typeof listAudit>[1]): Promise<string[]> {
  const { entries } = await listAudit(services.as('viewer'), { limit: 500, ...filter })
  return entries.map((entry) => entry.objectName)
}

describe('listAudit', () => {
  it.each([1, 2, 3, 7, 25])('returns each entry once in pages of %i, newest first', async (limit) => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await listAudit(services.as('viewer'), { limit, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.entries.map((entry) => entry.id))
      cursor = page.nextCursor
    } while (cursor !== null)
    const all = await listAudit(services.as('viewer'), { limit: 500 })
    expect(seen).toEqual(all.entries.map((entry) => entry.id))
    expect(new Set(seen).size).toBe(25)
    const times = all.entries.map((entry) => entry.at.getTime())
    expect(times).toEqual([...times].sort((a, b) => b - a))
  })

  it('filters by actor, action, object, cluster, outcome and time', async () => {
    expect(await names({ actorId: 'bot' })).toHaveLength(12)
    expect(await names({ actor: 'ANN' })).toHaveLength(13)
    expect(await names({ action: 'cluster.update' })).toHaveLength(9)
    expect(await names({ action: 'user.' })).toHaveLength(16)
    expect(await names({ action: 'user' })).toEqual([])
    expect(await names({ action: 'clu*' })).toHaveLength(9)
    expect(await names({ objectType: 'cluster', clusterId: 'c1' })).toHaveLength(9)
    expect(await names({ objectId: 'object-3' })).toEqual(['Object 3'])
    expect(await names({ object: 'object 24' })).toEqual(['Object 24'])
    expect(await names({ outcome: 'denied' })).toEqual(['Object 7'])
    const from = new Date(start.getTime() + 2)
    expect(await names({ from, to: new Date(from.getTime() + 1) })).toHaveLength(5)
  })

  it('returns statements and details as written', async () => {
    const { entries } = await listAudit(services.as('viewer'), { objectId: 'object-6' })
    expect(entries[0]).toMatchObject({
      statements: [{ node: 'n1', sql: 'ALTER TABLE `t` …', queryId: 'q' }],
      details: { index: 6 },
    })
    const byId = await listAudit(services.as('viewer'), { id: entries[0]?.id ?? '' })
    expect(byId).toEqual({ entries, nextCursor: null })
  })

  it.each(['', 'x', '12.', '99999999999999999999.a'])('rejects the cursor %j', async (cursor) => {
    await expect(listAudit(services.as('viewer'), { cursor })).rejects.toMatchObject({ code: 'invalid' })
  })
})
