import { expect, it } from 'vitest'
import { judgeAuditChain, judgeAuditDestinations } from './judge-audit.ts'

const nowMs = 100 * 60_000
const textOf = (waitingEntries: number, oldestWaitingMs: number | null, lastError: string | null = null) =>
  judgeAuditDestinations([{ name: 'siem', waitingEntries, oldestWaitingMs, lastError }], 15, nowMs).map(
    ({ text }) => text,
  )[0]

it('reports a destination whose oldest entry has waited too long, with the last error', () => {
  expect(textOf(2, 85 * 60_000, 'HTTP 503')).toBe(
    '2 audit entries have not reached the destination siem, the oldest for 15 minutes. The last attempt failed: HTTP 503',
  )
  expect(textOf(1, 0)).toContain(
    '1 audit entry has not reached the destination siem, the oldest for 100 minutes.',
  )
})

it('reports nothing while entries are young or all have arrived', () => {
  expect(textOf(2, 86 * 60_000, 'HTTP 503')).toBeUndefined()
  expect(textOf(0, null)).toBeUndefined()
})

it('reports what a verification has found', () => {
  expect(judgeAuditChain(null)).toEqual([])
  expect(judgeAuditChain('Entry 3 was removed.')).toMatchObject([
    { kind: 'audit-broken', text: expect.stringMatching(/^Entry 3 was removed\. Compare it/) },
  ])
})
