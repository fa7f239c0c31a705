import { expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import { emptyGeneration, generationForm } from './generation-draft.ts'

const read = (draft: typeof emptyGeneration) => readForm(generationForm, draft)
const whole = { ...emptyGeneration, source: 's', bucket: 'bucket', prefix: ' trial ' }

it("reads counts as people write them, and adds the folder's slash", () => {
  expect(read({ ...whole, rows: '1 000_000', rowsPerFile: '100,000' })).toMatchObject({
    value: { rows: 1_000_000, rowsPerFile: 100_000, prefix: 'trial/', compression: 'gzip' },
  })
})

it('compresses no format that is compressed itself', () => {
  expect(read({ ...whole, format: 'Parquet' })).toMatchObject({
    value: { format: 'Parquet', compression: 'none' },
  })
})

it('reports faults by field', () => {
  expect(read({ ...emptyGeneration, rows: 'many', statementsPerNode: '17' })).toEqual({
    value: null,
    faults: {
      source: 'Choose a source and a bucket.',
      prefix: 'Enter a folder. Test data needs its own folder.',
      rows: 'From 1 to 10,000,000,000,000.',
      statementsPerNode: 'From 1 to 16.',
    },
  })
  expect(read({ ...whole, kind: 'query' })).toEqual({
    value: null,
    faults: { query: 'Enter a SELECT.' },
  })
  expect(read({ ...whole, rowsPerFile: '10' })).toMatchObject({
    faults: { rowsPerFile: '1000000 files exceed the maximum of 100000. Increase the rows per file.' },
  })
})
