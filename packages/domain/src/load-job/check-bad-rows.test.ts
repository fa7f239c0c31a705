import { expect, it } from 'vitest'
import { type BadRowsFacts, checkBadRows } from './check-bad-rows.ts'

const facts: BadRowsFacts = {
  rule: { kind: 'collect', maxRowsPerObject: 10, into: { database: 'demo', table: 'bad' } },
  format: 'CSV',
  nodes: [
    { node: 'a', fault: null, cannotEmpty: null },
    { node: 'b', fault: null, cannotEmpty: null },
  ],
}
const outcomes = (change: Partial<BadRowsFacts>) =>
  checkBadRows({ ...facts, ...change }).map(({ outcome, text }) => [outcome, text])

it('says where bad rows will stand', () => {
  expect(outcomes({})).toEqual([['passed', expect.stringContaining('saved in demo.bad')]])
  expect(outcomes({ rule: { kind: 'skip', maxRowsPerObject: 3 } })).toEqual([
    ['passed', 'Up to 3 bad rows per object are skipped and counted.'],
  ])
})

it('keeps a load from starting that could not leave them out', () => {
  expect(outcomes({ format: 'Parquet' })).toEqual([['blocking', expect.stringContaining('Parquet')]])
  const fault = { reason: 'It is too old.', hint: 'Upgrade it.' }
  expect(outcomes({ nodes: [...facts.nodes, { node: 'c', fault, cannotEmpty: null }] })).toEqual([
    ['blocking', 'c cannot record bad rows: It is too old.'],
  ])
})

it('warns that rows of JSON are kept without their text', () => {
  expect(outcomes({ format: 'JSONEachRow' }).map(([outcome]) => outcome)).toEqual(['passed', 'warning'])
})

it('warns of files that will stay', () => {
  const [, second] = checkBadRows({
    ...facts,
    nodes: [{ node: 'a', fault: null, cannotEmpty: 'GRANT WRITE ON FILE TO frostline' }],
  })
  expect(second).toMatchObject({ outcome: 'warning', hint: expect.stringContaining('GRANT WRITE ON FILE') })
})
