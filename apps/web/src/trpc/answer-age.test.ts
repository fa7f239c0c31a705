import { maxAnswerAgeHeader } from '@frostline/api/answer-age'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createAnswerAge, refetchFresh } from './answer-age.ts'
import { createApiClient } from './create-api-client.ts'
import { documentAnswers } from './late-answers.tsx'

test('a request says how long ago the page was loaded, or Refresh was pressed', () => {
  let nowMs = 900
  const age = createAnswerAge(() => nowMs)
  nowMs = 1_000
  expect(age.headers()).toEqual({ [maxAnswerAgeHeader]: '100' })
  age.demandNew()
  nowMs = 1_250.9
  expect(age.headers()).toEqual({ [maxAnswerAgeHeader]: '250' })
  age.demandNew()
  nowMs = 1_300
  expect(age.headers()).toEqual({ [maxAnswerAgeHeader]: '49' })
})

/** A query whose responses arrive when the test sends them. */
function watchQuery() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: ((answer: string) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['tables'],
    queryFn: () => new Promise<string>((resolve) => asked.push(resolve)),
  })
  const stop = observer.subscribe(() => undefined)
  const see = () => observer.getCurrentResult().data
  return { observer, asked, see, stop }
}

test('a response requested before Refresh does not replace the one after it', async () => {
  const { observer, asked, see, stop } = watchQuery()
  asked[0]?.('first')
  await expect.poll(see).toBe('first')
  void observer.refetch()
  refetchFresh(observer.getCurrentResult())
  asked[2]?.('fresh')
  await expect.poll(see).toBe('fresh')
  asked[1]?.('old')
  await Promise.resolve()
  expect(see()).toBe('fresh')
  stop()
})

test('Refresh during the first request sends another one', async () => {
  const { observer, asked, see, stop } = watchQuery()
  refetchFresh(observer.getCurrentResult())
  asked[0]?.('old')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.('fresh')
  await expect.poll(see).toBe('fresh')
  stop()
})

test('Refresh discards the answers of the document', () => {
  const { observer, stop } = watchQuery()
  const answer = Promise.resolve({ data: 'old' })
  documentAnswers.expect([{ path: 'overview.get', input: { cluster: 'demo' }, answer }])
  refetchFresh(observer.getCurrentResult())
  expect(documentAnswers.take('overview.get', { cluster: 'demo' })).toBeUndefined()
  stop()
})

test('after Refresh every request of the tab requires newer results, short and long ones', async () => {
  const sent: { method: string; ages: string | null }[] = []
  const client = createApiClient(async (_url, init) => {
    sent.push({ method: init?.method ?? 'GET', ages: new Headers(init?.headers).get(maxAnswerAgeHeader) })
    return Response.json([{ result: { data: { json: null } } }])
  })
  const { observer, stop } = watchQuery()
  refetchFresh(observer.getCurrentResult())
  stop()
  await client.overview.get.query({ cluster: 'demo' })
  await client.loads.manifest.query({} as never)
  expect(sent).toEqual([
    { method: 'GET', ages: expect.stringMatching(/^\d+$/) },
    { method: 'POST', ages: expect.stringMatching(/^\d+$/) },
  ])
})
