import { expect, it } from 'vitest'
import { findTimingFaults } from './timing-draft.ts'

it('tells what is wrong by field', () => {
  const whole = {
    name: 'mornings',
    cron: '0 6 * * *',
    timeZone: 'Europe/Berlin',
    missedRuns: 'skip',
  } as const
  expect(findTimingFaults(whole)).toEqual({})
  const faults = findTimingFaults({ ...whole, name: ' ', cron: '0 6 * *', timeZone: 'Mars/Base' })
  expect(Object.keys(faults)).toEqual(['name', 'cron', 'timeZone'])
  expect(faults.timeZone).toContain('Mars/Base')
})
