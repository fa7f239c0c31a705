import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type DeepCheckFacts, judgeDeepCheck } from './judge-deep-check.ts'
import type { PartWitness } from './proof.ts'

const part = (name: string, rows: bigint): PartWitness => ({
  name,
  rows,
  bytesOnDisk: 10n,
  disk: 'cold',
  hash: 'h',
  minBlock: 1n,
  maxBlock: 1n,
})
const sum = (rows: number, checksum: string) => ({ rows: String(rows), checksum, queryId: 'q' })
const facts: DeepCheckFacts = {
  before: sum(5, '77'),
  after: sum(5, '77'),
  checked: [
    { name: 'a', passed: true, message: '' },
    { name: 'b', passed: true, message: '' },
  ],
  parts: [part('a', 2n), part('b', 3n)],
  proof: 'identical',
}

it('passes when every part passes and the content is that of before', () => {
  expect(judgeDeepCheck(facts)).toEqual({ verdict: 'passed', comparison: 'equal', reason: null })
})

it('names the part that CHECK TABLE found damaged, with the words of the server', () => {
  const checked = [...facts.checked.slice(0, 1), { name: 'b', passed: false, message: 'Code: 499' }]
  const judged = judgeDeepCheck({ ...facts, checked })
  expect(judged.verdict).toBe('failed')
  expect(judged.reason).toContain('part b damaged: Code: 499')
})

it('fails on any other content, and on rows that cannot be read', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (checksum) => {
      const { verdict } = judgeDeepCheck({ ...facts, after: sum(5, String(checksum)) })
      expect(verdict).toBe(checksum === 77n ? 'passed' : 'failed')
    }),
  )
  expect(judgeDeepCheck({ ...facts, before: null, after: sum(4, '77') })).toMatchObject({
    verdict: 'failed',
    reason: '4 of the 5 rows in the parts could be read back.',
  })
})

it('compares only where nothing changed the data in between, and says so', () => {
  expect(judgeDeepCheck({ ...facts, proof: 'changed', after: sum(5, '1') })).toMatchObject({
    verdict: 'passed',
    comparison: 'not-comparable',
  })
  expect(judgeDeepCheck({ ...facts, before: null }).reason).toContain('no earlier checksum')
  expect(judgeDeepCheck({ ...facts, proof: 'merged', after: sum(5, '1') }).reason).toContain(
    'merged meanwhile',
  )
})
