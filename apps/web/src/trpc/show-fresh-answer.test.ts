import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { showFreshAnswer } from './show-fresh-answer.ts'

test('an answer that was asked for before comes later, and does not replace it', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const queryKey = ['caches']
  client.setQueryData(queryKey, 'first')
  let bringOld = (_answer: string) => {}
  const old = new Promise<string>((resolve) => {
    bringOld = resolve
  })
  const asked = client.fetchQuery({ queryKey, queryFn: () => old }).catch(() => 'given up')
  await showFreshAnswer(client, queryKey, 'fresh')
  bringOld('old')
  await asked
  expect(client.getQueryData(queryKey)).toBe('fresh')
})
