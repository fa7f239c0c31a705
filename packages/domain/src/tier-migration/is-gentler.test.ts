import { describe, expect, it } from 'vitest'
import { isGentler } from './is-gentler.ts'

const window = { timeZone: 'UTC', spans: [{ days: [1 as const], from: '01:00', to: '02:00' }] }

describe('isGentler', () => {
  it('takes less at a time and less bandwidth, or a limit where there was none', () => {
    expect(isGentler({}, {})).toBe(true)
    expect(isGentler({ concurrencyPerReplica: 1 }, { concurrencyPerReplica: 3 })).toBe(true)
    expect(isGentler({ bandwidthBytesPerSecond: '65536', window }, { window })).toBe(true)
    expect(isGentler({ bandwidthBytesPerSecond: '65536' }, { bandwidthBytesPerSecond: '100000' })).toBe(true)
  })

  it('does not take more, no limit, another window or other pacing', () => {
    expect(isGentler({ concurrencyPerReplica: 2 }, {})).toBe(false)
    expect(isGentler({}, { bandwidthBytesPerSecond: '65536' })).toBe(false)
    expect(isGentler({ bandwidthBytesPerSecond: '200000' }, { bandwidthBytesPerSecond: '100000' })).toBe(
      false,
    )
    expect(isGentler({}, { window })).toBe(false)
    expect(isGentler({ pacing: { foregroundP95Ms: 100 } }, { pacing: { foregroundP95Ms: 50 } })).toBe(false)
  })

  it('does not mind the order in which limits are written', () => {
    const pacing = { foregroundP95Ms: 100, mergePoolPercent: 50 }
    expect(isGentler({ pacing }, { pacing: { mergePoolPercent: 50, foregroundP95Ms: 100 } })).toBe(true)
  })
})
