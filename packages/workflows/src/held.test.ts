import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Held } from './held.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('is read once for all callers, and again when it is too old', async () => {
  let reads = 0
  const held = new Held(400, async () => ++reads)
  expect(await Promise.all([held.read(), held.read()])).toEqual([1, 1])
  vi.advanceTimersByTime(399)
  expect(await held.read()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await held.read()).toBe(2)
  expect(await held.readAnew()).toBe(3)
  expect(await held.read()).toBe(3)
})

test('a failure reaches all who wait, and is not cached', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => 'here']
  const held = new Held(400, () => answers.shift()?.() ?? Promise.reject(new Error('no more')))
  const both = [held.read(), held.read()]
  for (const each of both) await expect(each).rejects.toThrow('away')
  expect(await held.read()).toBe('here')
})

test('the failure of an older read leaves the newer one', async () => {
  let refuse = (_error: Error) => {}
  const first = new Promise<string>((_, reject) => {
    refuse = reject
  })
  const answers = [() => first, async () => 'newer']
  const held = new Held(400, () => answers.shift()?.() ?? Promise.reject(new Error('no more')))
  const older = held.read()
  await held.readAnew()
  refuse(new Error('late'))
  await expect(older).rejects.toThrow('late')
  expect(await held.read()).toBe('newer')
})
