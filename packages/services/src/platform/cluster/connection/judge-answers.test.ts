import { type GrantCheck, type GrantNeed, requiredGrants } from '@frostline/clickhouse'
import { describe, expect, it } from 'vitest'
import { judgeClock, judgeClusterName, judgeGrants, judgeLogTables, judgeVersion } from './judge-answers.ts'

const checked = (need: GrantNeed, state: GrantCheck['state']): GrantCheck => ({
  need,
  state,
  statement: `GRANT ${need.access} ON ${need.on} TO u`,
})
const without = (lacks: (need: GrantNeed) => boolean, state: GrantCheck['state'] = 'missing') =>
  judgeGrants(requiredGrants.map((need) => checked(need, lacks(need) ? state : 'granted')))

describe('judgeGrants', () => {
  it('passes when all are granted', () => {
    expect(without(() => false)).toMatchObject({ status: 'passed', statements: [] })
  })

  it("fails without the inventory's grants, and gives the statement to run", () => {
    const check = without((need) => need.feature === 'inventory' && need.required)
    expect(check.status).toBe('failed')
    expect(check.statements).toContain('GRANT SELECT ON system.* TO u')
  })

  it('warns of a feature that is missing and names it', () => {
    const check = without((need) => need.access === 'ALTER MOVE PARTITION')
    expect(check).toMatchObject({ status: 'warning', statements: ['GRANT ALTER MOVE PARTITION ON *.* TO u'] })
    expect(check.message).toContain('moves')
  })

  it('only warns of optional grants and of what an old server cannot show', () => {
    expect(without((need) => !need.required)).toMatchObject({ status: 'warning' })
    expect(without(() => true, 'unknown')).toMatchObject({ status: 'warning' })
  })
})

describe('judgeVersion', () => {
  it.each([
    ['26.7.2.1', 'passed'],
    ['24.8.14.39', 'passed'],
    ['24.3.1.2672', 'warning'],
    ['24.2.9', 'failed'],
    ['23.8.16', 'failed'],
  ])('%s %s', (version, status) => {
    expect(judgeVersion(version).status).toBe(status)
  })

  it('says what a version before 26.1 does not count', () => {
    expect(judgeVersion('25.8.2.1').message).toContain('Estimates of requests assume 8 files')
    expect(judgeVersion('26.1.2.1').message).toBe('ClickHouse 26.1.2.1')
  })
})

describe('judgeClock', () => {
  it.each([
    [0, 'passed'],
    [-2_000, 'passed'],
    [2_001, 'warning'],
    [-3_600_000, 'warning'],
  ])('%i ms %s', (skewMs, status) => {
    expect(judgeClock(skewMs).status).toBe(status)
  })

  it('says which clock is ahead', () => {
    expect(judgeClock(5_000).message).toBe('The clock is 5.0 s ahead of ours.')
    expect(judgeClock(-5_000).message).toBe('The clock is 5.0 s behind ours.')
  })
})

it('judgeLogTables says what is lost without each log', () => {
  expect(judgeLogTables(['query_log', 'part_log']).status).toBe('passed')
  const check = judgeLogTables(['query_log'])
  expect(check.status).toBe('warning')
  expect(check.message).toBe('system.part_log is missing: the history of moves is not shown.')
})

it('judgeClusterName lists the names there are', () => {
  expect(judgeClusterName(null, [])).toBeUndefined()
  expect(judgeClusterName('a', ['a', 'b'])?.status).toBe('passed')
  expect(judgeClusterName('c', ['a', 'b'])?.message).toContain('It has a, b')
})
