import { expect, it } from 'vitest'
import { judgeHeldRuns, type WatchedHeldRun } from './judge-held-runs.ts'

const run: WatchedHeldRun = {
  ...{ id: '0123456789', kind: 'tier-migration', name: 'shop.orders', requestedBy: 'ann@example.com' },
  ...{ of: { database: 'shop', table: 'orders' }, bytes: 2048n, createdMs: 0 },
  waitReason: 'The approval of 1 person is missing (rule “Large moves”).',
}

it('says what waits, how much, for whom and since when', () => {
  const [held] = judgeHeldRuns([run], 5, 5 * 60_000)
  expect(held).toMatchObject({
    ...{ kind: 'approval-missing', subject: 'tier migration of shop.orders (01234567)' },
    ...{ table: run.of, migrationId: run.id },
    text: 'The tier migration of shop.orders (2.00 KiB), started by ann@example.com, has waited for 5 minutes. The approval of 1 person is missing (rule “Large moves”). Approve or cancel it under Approvals.',
  })
  expect(judgeHeldRuns([run], 5, 5 * 60_000 - 1)).toEqual([])
})

it('has no size and no table for a run of a whole cluster', () => {
  const audit = { ...run, kind: 'bucket-audit' as const, name: 'cold', of: null, bytes: null }
  expect(judgeHeldRuns([audit], 1, 60_000)[0]).toMatchObject({
    ...{ table: null, migrationId: null },
    text: expect.stringMatching(/^The bucket audit of cold, started by/),
  })
})
