import type { AppRouter } from '@frostline/api'
import { createTRPCClient, type TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { expect, test, vi } from 'vitest'
import { hashQueryKey } from './hash-query-key.ts'
import { LateAnswers, lateAnswerLink } from './late-answers.tsx'

/** @returns a client whose API answers 'asked', and the paths that it was asked for. */
function connect(lateAnswers: LateAnswers) {
  const asked: string[] = []
  const api: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        asked.push(op.path)
        observer.next({ result: { type: 'data', data: 'asked' } })
        observer.complete()
      })
  const client = createTRPCClient<AppRouter>({ links: [lateAnswerLink(lateAnswers), api] })
  const read = (cluster: string): Promise<unknown> => client.overview.get.query({ cluster })
  return { asked, read, client }
}

function expectOverview(answer: PromiseLike<{ data: unknown } | null>, lateAnswers = hydrated()) {
  lateAnswers.expect([{ path: 'overview.get', input: { cluster: 'demo' }, answer }])
  return connect(lateAnswers)
}

function hydrated(): LateAnswers {
  const lateAnswers = new LateAnswers()
  lateAnswers.pageHydrated()
  return lateAnswers
}

test('a question on its way with the document is not asked again, and is answered once', async () => {
  const { asked, read } = expectOverview(Promise.resolve({ data: 'late' }))
  expect(await read('demo')).toBe('late')
  expect(asked).toEqual([])
  expect(await read('demo')).toBe('asked')
})

test('what React reads from a document has a `then` that returns nothing', async () => {
  const { read } = expectOverview({
    // biome-ignore lint/suspicious/noThenProperty: as React does it
    then: (resolve) => void resolve?.({ data: 'late' }) as never,
  })
  expect(await read('demo')).toBe('late')
})

test('another input is another question', async () => {
  const { read } = expectOverview(Promise.resolve({ data: 'late' }))
  expect(await read('other')).toBe('asked')
  expect(await read('demo')).toBe('late')
})

test.each([
  ['is not given', () => Promise.resolve(null)],
  ['breaks off with the document', () => Promise.reject(new Error('Connection closed.'))],
])('an answer that %s is asked for', async (_how, end) => {
  const { asked, read } = expectOverview(end())
  expect(await read('demo')).toBe('asked')
  expect(asked).toEqual(['overview.get'])
})

test('a question that a later part of the HTML answered is asked again', async () => {
  const lateAnswers = hydrated()
  const { read } = expectOverview(Promise.resolve({ data: 'late' }), lateAnswers)
  lateAnswers.forget([hashQueryKey(['overview.get', { cluster: 'demo' }])])
  expect(await read('demo')).toBe('asked')
})

test('a mutation discards the answers of the document', async () => {
  const { client, read } = expectOverview(Promise.resolve({ data: 'late' }))
  await client.alerts.removeCustomRule.mutate({ id: '1' })
  expect(await read('demo')).toBe('asked')
})

test('an answer that nobody took is dropped after some seconds', async () => {
  vi.useFakeTimers()
  const { read } = expectOverview(Promise.resolve({ data: 'late' }))
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(await read('demo')).toBe('asked')
})

test('an answer waits until the page has hydrated', async () => {
  const lateAnswers = new LateAnswers()
  const { asked, read } = expectOverview(Promise.resolve({ data: 'late' }), lateAnswers)
  let shown: unknown = null
  const reading = read('demo').then((answer) => {
    shown = answer
  })
  await new Promise(setImmediate)
  expect(shown).toBeNull()
  lateAnswers.pageHydrated()
  await reading
  expect([shown, asked]).toEqual(['late', []])
})

test('an answer waits some seconds at most for a page that does not hydrate', async () => {
  vi.useFakeTimers()
  const { read } = expectOverview(Promise.resolve({ data: 'late' }), new LateAnswers())
  const reading = read('demo')
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
  expect(await reading).toBe('late')
})
