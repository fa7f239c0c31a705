import { expect, it } from 'vitest'
import { schedulePreviewInput } from './preview.ts'

const usual = {
  ...{ cluster: 'main', tables: [{ database: 'd', table: 't' }], targetVolume: 'cold', olderThanDays: 1 },
  ...{ budgetBytes: null, cron: '0 2 * * *', timeZone: 'UTC' },
  windowSpans: [{ days: [1 as const], from: '02:00', to: '06:00' }],
}

it.each([
  ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an unknown time zone without a window', { timeZone: 'Mars/Olympus', windowSpans: [] }, 'timeZone'],
  ['a span that is no time', { windowSpans: [{ days: [1], from: '02:00', to: 'xxxxx' }] }, 'windowSpans'],
  ['a cron expression that never comes due', { cron: '0 0 31 2 *' }, 'cron'],
])('rejects %s before anything is read', (_, change, field) => {
  expect(schedulePreviewInput.safeParse(usual).success).toBe(true)
  const parsed = schedulePreviewInput.safeParse({ ...usual, ...change })
  expect(parsed.error?.issues[0]?.path[0]).toBe(field)
})
