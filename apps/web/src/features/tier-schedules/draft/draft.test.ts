import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Schedule } from '../schedule.ts'
import { findDraftFaults, hasFaults, mayDryRun } from './find-draft-faults.ts'
import { budgetBytesOf, draftOf, emptyDraft, type ScheduleDraft, toDefinition } from './schedule-draft.ts'

const good: ScheduleDraft = {
  ...emptyDraft('UTC'),
  name: 'nightly',
  tables: [{ database: 'd', table: 't' }],
  targetVolume: 'cold',
}

const stored = (budgetBytes: bigint | null) =>
  ({
    ...good,
    olderThanDays: 90,
    budgetBytes,
    windowSpans: [{ days: [1], from: '01:00', to: '05:00' }],
  }) as unknown as Schedule

describe('a draft', () => {
  it('of a stored schedule says the same as the schedule, budgets to the byte', () => {
    fc.assert(
      fc.property(fc.option(fc.bigInt({ min: 1n, max: 1n << 50n })), (budgetBytes) => {
        const { budgetBytes: back, windowSpans } = toDefinition(draftOf(stored(budgetBytes)))
        expect(back).toBe(budgetBytes === null ? null : budgetBytes.toString())
        expect(windowSpans).toEqual([{ days: [1], from: '01:00', to: '05:00' }])
      }),
    )
  })

  it('reads budgets in their unit', () => {
    expect(budgetBytesOf({ budget: '1.5', budgetUnit: 'GiB' })).toBe(1_610_612_736n)
    expect(budgetBytesOf({ budget: '', budgetUnit: 'TiB' })).toBe(null)
    for (const budget of ['0', '-1', 'x', '1e3', '1,5'])
      expect(budgetBytesOf({ budget, budgetUnit: 'GiB' })).toBe(undefined)
  })

  it('is judged field by field, and may be tried without a name', () => {
    expect(hasFaults(findDraftFaults(good))).toBe(false)
    const nameless = findDraftFaults({ ...good, name: ' ' })
    expect(hasFaults(nameless)).toBe(true)
    expect(mayDryRun(nameless)).toBe(true)
    const wrong = findDraftFaults({
      ...good,
      tables: [],
      targetVolume: '',
      olderThanDays: '0',
      budget: 'x',
      cron: '0 25 * * *',
      timeZone: 'Mars',
      spans: [{ key: 0, days: [], from: '01:00', to: '01:00' }],
    })
    expect(Object.keys(wrong).sort()).toEqual(
      ['budget', 'cron', 'olderThanDays', 'spans', 'tables', 'targetVolume', 'timeZone'].sort(),
    )
    expect(Object.keys(wrong.spans.get(0) ?? {}).sort()).toEqual(['days', 'to'])
    expect(mayDryRun(wrong)).toBe(false)
  })
})
