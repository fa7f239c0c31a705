import { expect, it } from 'vitest'
import { type DiskDraft, emptyDiskDraft, readDiskDraft } from './disk.ts'

it('reads what was typed', () => {
  expect(readDiskDraft({ ...emptyDiskDraft, columns: '5,50 , 100', parts: ' 1 ' })).toEqual({
    kind: 'complete',
    shapes: { formats: ['wide', 'compact'], columns: [5, 50, 100], parts: [1], rows: 200_000, runs: 3 },
  })
})

it.each<[Partial<DiskDraft>, string]>([
  [{ formats: new Set() }, 'formats'],
  [{ columns: '' }, 'columns'],
  [{ columns: '1,2,3,4,5' }, 'columns'],
  [{ columns: '501' }, 'columns'],
  [{ parts: '0' }, 'parts'],
  [{ parts: 'x' }, 'parts'],
  [{ rows: '10' }, 'rows'],
  [{ runs: '21' }, 'runs'],
])('%o is wrong at %s', (change, field) => {
  const read = readDiskDraft({ ...emptyDiskDraft, ...change })
  expect(Object.keys(read.kind === 'faulty' ? read.faults : {})).toEqual([field])
})
