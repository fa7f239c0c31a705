import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient, markHidden } from './query-client.ts'

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
  markHidden(client)
  expect(keys.filter((key) => stateOf(key)?.isInvalidated)).toEqual(['left', 'slow'])
})
