import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ReadInTurn } from './read-in-turn.ts'

it('lets a read finish although changes keep coming, and reads once more after the last', async () => {
  const client = new QueryClient()
  let state = 0
  const answers: ((seen: number) => void)[] = []
  const queryKey = ['migration']
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () =>
      new Promise<number>((resolve) => {
        const seen = state
        answers.push(() => resolve(seen))
      }),
  })
  const close = observer.subscribe(() => undefined)
  answers.shift()?.(0)
  await expect.poll(() => observer.getCurrentResult().data).toBe(0)
  const reader = new ReadInTurn()
  const changed = () => {
    state++
    reader.ask(() => client.invalidateQueries({ queryKey }))
  }
  changed()
  changed()
  changed()
  expect(answers).toHaveLength(1)
  answers.shift()?.(0)
  await expect.poll(() => observer.getCurrentResult().data).toBe(1)
  await expect.poll(() => answers.length).toBe(1)
  answers.shift()?.(0)
  await expect.poll(() => observer.getCurrentResult().data).toBe(3)
  expect(answers).toEqual([])
  close()
  client.clear()
})
