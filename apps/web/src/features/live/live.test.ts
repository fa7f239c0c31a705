import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  describeCut,
  describeKilled,
  describeShown,
  hitRatioOf,
  warnBeforeKill,
  warnBeforeMutationKill,
} from './describe-live.ts'
import { filterStatements, type StatementFilter } from './filter-statements.ts'
import type { LiveStatement } from './hooks/use-live.ts'

const statement: LiveStatement = {
  ...{ node: 'n1', queryId: 'q', initialQueryId: 'q', isPart: false, user: 'alice', fingerprint: 'A' },
  ...{ startedAt: new Date(0), elapsedSeconds: 5, isStopping: false, kind: 'Select', database: 'd' },
  ...{ text: 'SELECT 1', textChars: 8n, readRows: 0n, readBytes: 0n, totalRows: 0n, writtenRows: 0n },
  ...{ writtenBytes: 0n, memoryBytes: 0n, storeBytes: 0n, storeWrittenBytes: 0n, storeRequests: 0n },
  ...{ cacheBytes: 0n, missedBytes: 0n, frostline: null, run: null },
}
const none: StatementFilter = { text: '', node: '', minAgeSeconds: 0, store: false, others: false }

describe('filterStatements', () => {
  const aStatement = fc
    .record({
      node: fc.constantFrom('n1', 'n2'),
      user: fc.constantFrom('alice', 'bob'),
      elapsedSeconds: fc.nat({ max: 100 }),
      storeBytes: fc.bigInt({ min: 0n, max: 2n }),
      frostline: fc.constantFrom(null, { kind: 'read', purpose: 'x' } as const),
    })
    .map((own): LiveStatement => ({ ...statement, ...own }))
  const aFilter = fc.record({
    text: fc.constantFrom('', 'ALICE', 'select', 'nothing'),
    node: fc.constantFrom('', 'n1'),
    minAgeSeconds: fc.nat({ max: 100 }),
    store: fc.boolean(),
    others: fc.boolean(),
  })
  it('keeps the order, and every further condition only removes', () => {
    fc.assert(
      fc.property(fc.array(aStatement), aFilter, (all, filter) => {
        expect(filterStatements(all, none)).toEqual(all)
        const kept = filterStatements(all, filter)
        expect(all.filter((each) => kept.includes(each))).toEqual(kept)
        const fewer = filterStatements(all, { ...filter, store: true, others: true })
        for (const each of fewer) {
          expect(kept).toContain(each)
          expect(each.storeBytes > 0n && each.frostline === null).toBe(true)
        }
      }),
    )
  })
  it('finds by text, user and id in any case, and counts uploads as use of object storage', () => {
    const find = (text: string) => filterStatements([statement], { ...none, text })
    expect(find(' select ')).toHaveLength(1)
    expect(find('Alice')).toHaveLength(1)
    expect(find('bob')).toHaveLength(0)
    const uploads = { ...statement, storeWrittenBytes: 1n }
    expect(filterStatements([statement, uploads], { ...none, store: true })).toEqual([uploads])
  })
})

describe('words', () => {
  it('shares cache hits of what was requested from a cache', () => {
    expect(hitRatioOf({ cacheBytes: 0n, missedBytes: 0n })).toBeNull()
    expect(hitRatioOf({ cacheBytes: 3n, missedBytes: 1n })).toBe(0.75)
  })
  it('say what is not listed', () => {
    expect(describeCut([], 'queries')).toBeUndefined()
    expect(describeCut([{ node: 'n1', shown: 200, count: 1350n }], 'queries')).toBe(
      'Only the oldest queries are listed: 200 of 1,350 on n1. The counts above include all.',
    )
    expect(describeShown(1, 1)).toBe('1 query.')
    expect(describeShown(0, 3)).toBe('0 of 3 queries match the filters.')
  })
  it('report success only when the end was seen', () => {
    const tones = (
      ['killed', 'already_ended', 'stopping', 'not_allowed', 'rejected', 'unknown'] as const
    ).map((result) => describeKilled({ result, message: 'm', grant: null }).tone)
    expect(tones).toEqual(['success', 'info', 'warning', 'error', 'error', 'error'])
  })
  it('warn of what a kill does not do', () => {
    expect(warnBeforeKill({ isPart: false, kind: 'Select' })).toHaveLength(1)
    expect(warnBeforeKill({ isPart: true, kind: 'Alter' }).join(' ')).toMatch(/move.*whole query fails/)
    expect(warnBeforeMutationKill({ isReplicated: true, partsLeft: 1n }).join(' ')).toBe(
      'Parts that it has rewritten stay so. 1 part stays as it is. The replicas of the table share it: it ends on all of them. This cannot be undone.',
    )
  })
})
