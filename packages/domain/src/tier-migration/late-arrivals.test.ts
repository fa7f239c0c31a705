import { describe, expect, it } from 'vitest'
import { findLateArrival, type PartElsewhere, type SettledPlace } from './late-arrivals.ts'

const hour = 3_600_000
const place: SettledPlace = {
  migrationId: 'one',
  node: 'r1',
  database: 'app',
  table: 'events',
  partitionId: '202401',
  toVolume: 'cold',
  finishedAtMs: 10 * hour,
  provedParts: new Set(['202401_0_0_0', '202401_1_1_0']),
}
const part = (given: Partial<PartElsewhere> = {}): PartElsewhere => ({
  ...{ name: '202401_2_2_0', disk: 'default', rows: 10n, bytes: 100n, arrivedAtMs: 11 * hour },
  ...given,
})

describe('late arrivals', () => {
  it('are parts that came after the migration and lie elsewhere', () => {
    const late = findLateArrival(
      place,
      [part(), part({ name: '202401_3_3_0', arrivedAtMs: 12 * hour })],
      24 * hour,
    )
    expect(late).toEqual({
      ...{ migrationId: 'one', node: 'r1', database: 'app', table: 'events', partitionId: '202401' },
      ...{
        toVolume: 'cold',
        disks: ['default'],
        parts: 2,
        rows: 20n,
        bytes: 200n,
        lastArrivedAtMs: 12 * hour,
      },
    })
  })

  it('are also merges that the replica has fetched: they do not land where their parts lay', () => {
    expect(findLateArrival(place, [part({ name: '202401_0_1_1' })], 24 * hour)?.parts).toBe(1)
  })

  it('are not what was moved back on purpose', () => {
    expect(findLateArrival(place, [part({ name: '202401_0_0_0' })], 24 * hour)).toBeNull()
  })

  it('are not what came later than is asked for', () => {
    expect(findLateArrival(place, [part({ arrivedAtMs: 34 * hour })], 24 * hour)?.parts).toBe(1)
    expect(findLateArrival(place, [part({ arrivedAtMs: 34 * hour + 1 })], 24 * hour)).toBeNull()
  })
})
