import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient, markOutdated } from './query-client.ts'

it('marks what no page shows, but not what is read on request', async () => {
  const client = createQueryClient(() => undefined)
  const watch = (key: string, staleTime?: number) =>
    new QueryObserver(client, {
      queryKey: [key],
      queryFn: () => Promise.resolve(1),
      ...(staleTime === undefined ? {} : { staleTime }),
    }).subscribe(() => undefined)
  watch('shown')
  const leave = [watch('left'), watch('slow', 60_000), watch('on request', Number.POSITIVE_INFINITY)]
  const keys = ['shown', 'left', 'slow', 'on request']
  const stateOf = (key: string) => client.getQueryState([key])
  await expect.poll(() => keys.every((key) => stateOf(key)?.data === 1)).toBe(true)
  for (const end of leave) end()
  markOutdated(client)
  expect(keys.filter((key) => stateOf(key)?.isInvalidated)).toEqual(['left', 'slow'])
})

it('reads once more what is invalidated while it is read for the first time', async () => {
  const client = createQueryClient(() => undefined)
  const answers: ((answer: string) => void)[] = []
  const other: string[] = []
  const watch = (key: string, queryFn: () => Promise<string>) =>
    new QueryObserver(client, { queryKey: [key], queryFn }).subscribe(() => undefined)
  watch('first', () => new Promise((resolve) => answers.push(resolve)))
  watch('other', async () => `${other.push('read')}`)
  for (let change = 0; change < 3; change++) {
    void client.invalidateQueries({ queryKey: ['first'] })
    markOutdated(client)
  }
  answers[0]?.('before')
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.('after')
  await expect.poll(() => client.getQueryData(['first'])).toBe('after')
  await new Promise(setImmediate)
  expect([answers.length, other.length]).toEqual([2, 1])
})
