import { setTimeout as sleep } from 'node:timers/promises'
import { notifyChange } from '@frostline/db'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing/open-test-services.ts'
import { type ChangeHub, createChangeHub } from './change-hub.ts'

let stack: TestStack
let services: TestServices
/** Of two processes. */
let hubs: [ChangeHub, ChangeHub]

beforeAll(async () => {
  stack = await startTestStack({ shards: 0, postgres: true })
  services = await openTestServices(stack.postgres.url)
  const open = () =>
    createChangeHub({
      connectionString: stack.postgres.url,
      now: () => services.clock.now,
      onConnectionLost: () => undefined,
    })
  hubs = [open(), open()]
  const heard = hubs.map((hub) => firstNews(hub, hub.position()))
  while (hubs.some((hub) => countOf(hub) === 0)) {
    await notifyChange(services.db, 'cluster', 'listening')
    await sleep(50)
  }
  await notifyChange(services.db, 'cluster', 'last')
  await Promise.all(heard)
})
afterAll(async () => {
  await Promise.all(hubs.map((hub) => hub.close()))
  await services.close()
  await stack.stop()
})

const countOf = (hub: ChangeHub) => Number(hub.position().split('/')[1])

/** A minute after all others, and heard by both. */
async function change(...ids: string[]): Promise<void> {
  services.clock.advanceMs(60_000)
  const before = hubs.map(countOf)
  await services.db.$transaction(async (tx) => {
    for (const id of ids) await notifyChange(tx, 'cluster', id)
  })
  await expect
    .poll(() => hubs.map((hub, at) => countOf(hub) - (before[at] ?? 0)))
    .toEqual(hubs.map(() => ids.length))
}

/** What a subscriber gets first. */
async function firstNews(hub: ChangeHub, since: string): Promise<string[]> {
  const ending = new AbortController()
  const found: string[] = []
  for await (const news of hub.subscribe(new Set(['cluster']), ending.signal, since)) {
    found.push(news.kind === 'change' ? news.id : news.kind)
    if (['last', 'resync'].includes(found.at(-1) ?? '')) ending.abort()
  }
  return found
}

it.each(['the same', 'another'])(
  'a subscriber gets what has changed since a position of %s process',
  async (which) => {
    await change('before')
    const [first, second] = hubs
    const since = (which === 'the same' ? first : second).position()
    await change('one', 'two', 'last')
    expect(await firstNews(first, since)).toEqual(
      // By the time, with some of before.
      which === 'the same' ? ['one', 'two', 'last'] : ['before', 'one', 'two', 'last'],
    )
  },
)

it.each(['the same', 'another'])(
  'a subscriber with a position of %s process that is too old reads all again',
  async (which) => {
    const [first, second] = hubs
    const since = (which === 'the same' ? first : second).position()
    await change(...Array.from({ length: 1_001 }, (_, n) => `${n}`))
    expect(await firstNews(first, since)).toEqual(['resync'])
  },
)

it.each(['', 'x', 'other/1/0', 'other/1/x'])(
  'a subscriber with the position %j reads all again',
  async (since) => {
    expect(await firstNews(hubs[0], since)).toEqual(['resync'])
  },
)
