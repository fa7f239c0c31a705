import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTimeRange, readUtcMinute } from './read-time-range.ts'

const openedAt = new Date('2026-11-21T12:00:00Z')

describe('readTimeRange', () => {
  it('counts relative ranges back from when the page was opened, with an open end', () => {
    expect(readTimeRange({ range: '24h', from: '', to: '' }, openedAt)).toEqual({
      from: new Date('2026-11-20T12:00:00Z'),
    })
    expect(readTimeRange({ range: 'any', from: '2026-01-01T00:00', to: '' }, openedAt)).toEqual({})
  })
  it('accepts each bound alone, and includes the whole last minute', () => {
    expect(readTimeRange({ range: 'custom', from: '', to: '2026-11-21T02:44' }, openedAt)).toEqual({
      to: new Date('2026-11-21T02:45:00Z'),
    })
    expect(readTimeRange({ range: 'custom', from: 'yesterday', to: '' }, openedAt)).toEqual({})
  })
})

describe('readUtcMinute', () => {
  it('round-trips every minute', () => {
    const minutes = fc.date({
      min: new Date('1000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(minutes, (at) => {
        const text = at.toISOString().slice(0, 16)
        expect(readUtcMinute(text)?.toISOString().slice(0, 16)).toBe(text)
      }),
    )
  })
  it('rejects days that do not exist', () => {
    expect(readUtcMinute('2026-02-30T00:00')).toBeUndefined()
    expect(readUtcMinute('2026-13-01T00:00')).toBeUndefined()
  })
})
