import { expect, it } from 'vitest'
import { activityOf, waitsForTurn } from './progress.ts'

const idle = { reading: false, copying: false, arrived: false, waitReason: null }

it('says of a step that waits for its turn that it is ready, also when its parts have arrived', () => {
  expect(activityOf({ ...idle, waitReason: waitsForTurn })).toBe('ready')
  expect(activityOf({ ...idle, arrived: true, waitReason: waitsForTurn })).toBe('ready')
  expect(activityOf(idle)).toBe('ready')
})

it('tells work from waiting', () => {
  expect(activityOf({ ...idle, reading: true, arrived: true, waitReason: 'Deep check' })).toBe('reading')
  expect(activityOf({ ...idle, copying: true, waitReason: 'Throttled to 2 MiB/s' })).toBe('copying')
  expect(activityOf({ ...idle, arrived: true })).toBe('comparing')
  expect(activityOf({ ...idle, arrived: true, waitReason: 'Throttled by the bandwidth limit' })).toBe('held')
})
