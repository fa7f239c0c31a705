import { expect, it } from 'vitest'
import { emptyDraft, mappingOf, readColumns, selectionOf, toInput } from './draft.ts'

const resolved = {
  cluster: 'demo',
  format: 'CSVWithNames',
  compression: 'gzip',
  columns: [{ name: 'id', type: 'Int64' }],
  mapping: { id: ' id ', note: '' },
} as const

it('is complete with a selection, a target and a mapped column', () => {
  const draft = { ...emptyDraft, source: 's', bucket: 'b', glob: '*.csv.gz', database: 'd', table: 't' }
  const given = { ...resolved, columns: [...resolved.columns] }
  expect(toInput(draft, given)).toMatchObject({
    source: { id: 's', bucket: 'b', selection: { kind: 'glob', glob: '*.csv.gz' } },
    target: { database: 'd', table: 't' },
    mapping: [{ column: 'id', expression: 'id' }],
    batch: { maxBytes: '10737418240', maxObjects: 1000 },
  })
  expect(toInput({ ...draft, table: '' }, given)).toBeNull()
  expect(toInput({ ...draft, glob: '' }, given)).toBeNull()
  expect(toInput(draft, { ...given, mapping: { id: '' } })).toBeNull()
})

it('sends the selected tuning, and nothing that was not selected', () => {
  const draft = { ...emptyDraft, source: 's', bucket: 'b', glob: '*.csv.gz', database: 'd', table: 't' }
  const given = { ...resolved, columns: [...resolved.columns] }
  expect(toInput(draft, given)?.tuning).toEqual({})
  expect(toInput({ ...draft, tuning: { maxThreads: 4, memoryGib: 2 } }, given)?.tuning).toEqual({
    maxThreads: 4,
    maxMemoryBytes: '2147483648',
  })
})

it('sends selected keys where requested', () => {
  expect(selectionOf({ ...emptyDraft, by: 'keys', glob: '*', keys: ['a', 'b'] })).toEqual({
    kind: 'keys',
    keys: ['a', 'b'],
  })
  expect(selectionOf({ ...emptyDraft, by: 'keys', glob: '*' })).toBeNull()
})

it('changes types by name and leaves out what has no expression', () => {
  expect(
    readColumns(
      [
        { name: 'a', type: 'String' },
        { name: 'b', type: 'Int64' },
      ],
      { b: 'UInt8' },
    ),
  ).toEqual([
    { name: 'a', type: 'String' },
    { name: 'b', type: 'UInt8' },
  ])
  expect(mappingOf({ a: 'x', b: ' ' })).toEqual([{ column: 'a', expression: 'x' }])
})
