import { describe, expect, it } from 'vitest'
import { judgeDue } from './judge-due.ts'

const at = (text: string) => Date.parse(`2026-11-${text}Z`)
const nightly = {
  cron: '0 2 * * *',
  timeZone: 'UTC',
  missedRuns: 'catch_up' as const,
  nextDueAtMs: at('20T02:00:00'),
}

describe('judgeDue', () => {
  it('a run that starts within five minutes is on time', () => {
    const due = { dueAtMs: at('20T02:00:00'), kind: 'on-time', nextDueAtMs: at('21T02:00:00') }
    expect(judgeDue(nightly, at('20T02:00:00'))).toEqual(due)
    expect(judgeDue({ ...nightly, missedRuns: 'skip' }, at('20T02:05:00'))).toEqual(due)
  })

  it("a later one is caught up or missed, by the schedule's rule", () => {
    const due = { dueAtMs: at('20T02:00:00'), nextDueAtMs: at('21T02:00:00') }
    expect(judgeDue(nightly, at('20T02:05:01'))).toEqual({ ...due, kind: 'caught-up' })
    expect(judgeDue({ ...nightly, missedRuns: 'skip' }, at('20T02:05:01'))).toEqual({
      ...due,
      kind: 'missed',
    })
  })

  it('several missed due times make one run, named after the last', () => {
    expect(judgeDue(nightly, at('24T09:00:00'))).toEqual({
      dueAtMs: at('24T02:00:00'),
      kind: 'caught-up',
      nextDueAtMs: at('25T02:00:00'),
    })
    expect(judgeDue({ ...nightly, missedRuns: 'skip' }, at('24T02:00:30')).kind).toBe('on-time')
  })
})
