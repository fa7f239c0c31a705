import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { budgetBytesOf } from '@/form/budget.ts'
import { readForm } from '@/form/use-form.ts'
import type { Schedule } from './schedule.ts'
import { draftOf, type ScheduleDraft, scheduleForm } from './schedule-draft.ts'

const good: ScheduleDraft = {
  ...draftOf(null, 'UTC'),
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
  it('round-trips a stored schedule, budgets to the byte', () => {
    fc.assert(
      fc.property(fc.option(fc.bigInt({ min: 1n, max: 1n << 50n })), (budgetBytes) => {
        const { value } = readForm(scheduleForm, draftOf(stored(budgetBytes), 'UTC'))
        expect(value?.budgetBytes).toBe(budgetBytes === null ? null : budgetBytes.toString())
        expect(value?.windowSpans).toEqual([{ days: [1], from: '01:00', to: '05:00' }])
      }),
    )
  })

  it('reads budgets in their unit', () => {
    expect(budgetBytesOf({ budget: '1.5', budgetUnit: 'GiB' })).toBe(1_610_612_736n)
    expect(budgetBytesOf({ budget: '', budgetUnit: 'TiB' })).toBe(null)
    for (const budget of ['0', '-1', 'x', '1e3', '1,5'])
      expect(budgetBytesOf({ budget, budgetUnit: 'GiB' })).toBe(undefined)
  })

  it('is validated field by field', () => {
    const faultsOf = (change: Partial<ScheduleDraft>) =>
      Object.keys(readForm(scheduleForm, { ...good, ...change }).faults).sort()
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ name: ' ' })).toEqual(['name'])
    const wrong = { tables: [], targetVolume: '', olderThanDays: '0', budget: 'x', cron: '0 25 * * *' }
    expect(faultsOf({ ...wrong, timeZone: 'Mars' })).toEqual(
      ['budget', 'cron', 'olderThanDays', 'tables', 'targetVolume', 'timeZone'].sort(),
    )
    expect(faultsOf({ spans: [{ key: 0, days: [], from: '01:00', to: '01:00' }] })).toEqual([
      'spans.0.days',
      'spans.0.to',
    ])
  })
})
