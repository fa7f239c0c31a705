import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RunKind, runKinds } from '../run/run-kinds.ts'
import {
  type ApprovableRun,
  type ApprovalRule,
  describeMissingApprovals,
  type GivenApproval,
  hasRunSize,
  judgeApprovals,
  ruleApplies,
} from './approval-rule.ts'

const rule: ApprovalRule = {
  ...{ id: 'r', name: 'Large moves', kinds: [], clusterId: null, database: '*', table: '*' },
  ...{ minBytes: null, hours: null, approvals: 1, teamId: null },
}
const run: ApprovableRun = {
  ...{ kind: 'tier-migration', clusterId: 'c1', of: { database: 'shop', table: 'orders' }, size: 1_000n },
}
const office = {
  timeZone: 'Europe/Berlin',
  spans: [{ days: [1, 2, 3, 4, 5] as (1 | 2 | 3 | 4 | 5)[], from: '08:00', to: '18:00' }],
}
const fridayAt = (time: string) => Date.parse(`2026-11-27T${time}:00+01:00`)
const now = fridayAt('12:00')

describe('a rule applies', () => {
  it.each<[string, Partial<ApprovalRule>, Partial<ApprovableRun>, boolean]>([
    ['without conditions', {}, {}, true],
    ['to its kinds', { kinds: ['load-job'] }, {}, false],
    ['to its cluster', { clusterId: 'c2' }, {}, false],
    ['to a prefix', { database: 'sh*' }, {}, true],
    ['to an exact table', { database: 'shop', table: 'order' }, {}, false],
    ['to a whole cluster, for all tables', {}, { of: null }, true],
    ['not to a whole cluster, for some tables', { database: 'shop' }, { of: null }, false],
    ['from its size on', { minBytes: 1_000n }, {}, true],
    ['not below its size', { minBytes: 1_001n }, {}, false],
    ['to a size that is not known', { minBytes: 1_001n }, { size: 'unknown' }, true],
    ['not to kinds without a size', { minBytes: 1n }, { size: 'none' }, false],
  ])('%s', (_, changed, ran, applies) => {
    expect(ruleApplies({ ...rule, ...changed }, { ...run, ...ran }, now)).toBe(applies)
  })

  it('outside of its hours only, and says when they begin', () => {
    const outside = { ...rule, hours: office }
    expect(ruleApplies(outside, run, fridayAt('17:59'))).toBe(false)
    expect(ruleApplies(outside, run, fridayAt('18:00'))).toBe(true)
    const [verdict] = judgeApprovals([outside], run, [], fridayAt('18:00'))
    expect(verdict?.untilMs).toBe(Date.parse('2026-11-30T08:00:00+01:00'))
  })
})

describe('approvals', () => {
  const from = (personId: string, more: Partial<GivenApproval> = {}): GivenApproval => ({
    ...{ personId, teamIds: [], bytes: 1_000n, ...more },
  })
  const missingOf = (
    changed: Partial<ApprovalRule>,
    given: GivenApproval[],
    ran: Partial<ApprovableRun> = {},
  ) => judgeApprovals([{ ...rule, ...changed }], { ...run, ...ran }, given, now)[0]?.missing

  it('of one person count once', () => {
    expect(missingOf({ approvals: 2 }, [from('a'), from('a')])).toBe(1)
    expect(missingOf({ approvals: 2 }, [from('a'), from('b')])).toBe(0)
  })

  it('of people outside of the team do not count', () => {
    expect(missingOf({ teamId: 't' }, [from('a', { teamIds: ['u'] })])).toBe(1)
    expect(missingOf({ teamId: 't' }, [from('a', { teamIds: ['u', 't'] })])).toBe(0)
  })

  it('do not count for a larger run than they were given for', () => {
    expect(missingOf({}, [from('a', { bytes: 999n })])).toBe(1)
    expect(missingOf({}, [from('a', { bytes: null })])).toBe(1)
    expect(missingOf({}, [from('a', { bytes: 1_001n })])).toBe(0)
    expect(missingOf({}, [from('a', { bytes: null })], { size: 'none' })).toBe(0)
  })

  it('are missing as long as one rule lacks one', () => {
    const two = { ...rule, id: 's', name: 'Two people', approvals: 3 }
    const verdicts = judgeApprovals([rule, two], run, [from('a')], now)
    expect(verdicts.map(({ missing }) => missing)).toEqual([0, 2])
    expect(describeMissingApprovals(verdicts)).toBe(
      'The approval of 2 people is missing (rule “Two people”).',
    )
    expect(describeMissingApprovals(judgeApprovals([rule], run, [from('a')], now))).toBeNull()
  })
})

const kind = fc.constantFrom(...(Object.keys(runKinds) as RunKind[]))
const name = fc.constantFrom('shop', 'shipping', 'a')
const pattern = fc.constantFrom('*', 'sh*', 'shop', 'a')
const rules = fc.array(
  fc.record({
    id: fc.uuid(),
    name: fc.string(),
    kinds: fc.uniqueArray(kind, { maxLength: 3 }),
    clusterId: fc.constantFrom(null, 'c1', 'c2'),
    database: pattern,
    table: pattern,
    minBytes: fc.option(fc.bigInt(0n, 100n)),
    hours: fc.constantFrom(null, office),
    approvals: fc.integer({ min: 1, max: 5 }),
    teamId: fc.constantFrom(null, 't', 'u'),
  }),
  { maxLength: 6 },
)
const runs = fc.record({
  kind,
  clusterId: fc.constantFrom('c1', 'c2'),
  of: fc.option(fc.record({ database: name, table: name })),
  size: fc.oneof(fc.bigInt(0n, 100n), fc.constantFrom('unknown' as const, 'none' as const)),
})
const approvals = fc.array(
  fc.record({
    personId: fc.constantFrom('a', 'b', 'c', 'd'),
    teamIds: fc.subarray(['t', 'u']),
    bytes: fc.option(fc.bigInt(0n, 100n)),
  }),
  { maxLength: 6 },
)
const times = fc.integer({ min: now, max: now + 14 * 86_400_000 })
const missing = (verdicts: { missing: number }[]) => verdicts.reduce((sum, each) => sum + each.missing, 0)

describe('for any rules, run and approvals', () => {
  it('a further rule never lets a run begin that waits', () => {
    fc.assert(
      fc.property(rules, rules, runs, approvals, times, (some, more, at, given, ms) => {
        expect(missing(judgeApprovals([...some, ...more], at, given, ms))).toBeGreaterThanOrEqual(
          missing(judgeApprovals(some, at, given, ms)),
        )
      }),
    )
  })

  it('a further approval never makes a run wait longer', () => {
    fc.assert(
      fc.property(rules, runs, approvals, approvals, times, (some, at, given, more, ms) => {
        expect(missing(judgeApprovals(some, at, [...given, ...more], ms))).toBeLessThanOrEqual(
          missing(judgeApprovals(some, at, given, ms)),
        )
      }),
    )
  })

  it('a smaller run never needs more than a larger one', () => {
    fc.assert(
      fc.property(rules, runs, approvals, times, fc.bigInt(0n, 100n), (some, at, given, ms, bytes) => {
        const larger = { ...at, size: 100n }
        expect(missing(judgeApprovals(some, { ...at, size: bytes }, given, ms))).toBeLessThanOrEqual(
          missing(judgeApprovals(some, larger, given, ms)),
        )
      }),
    )
  })

  it('enough people of all teams who have seen the size let it begin', () => {
    fc.assert(
      fc.property(rules, runs, times, (some, at, ms) => {
        const all = ['a', 'b', 'c', 'd', 'e'].map((personId) => ({
          ...{ personId, teamIds: ['t', 'u'], bytes: 100n },
        }))
        expect(describeMissingApprovals(judgeApprovals(some, at, all, ms))).toBeNull()
      }),
    )
  })
})

it('knows which kinds have a size', () => {
  expect(hasRunSize('tier-migration')).toBe(true)
  expect(hasRunSize('bucket-audit')).toBe(false)
})
