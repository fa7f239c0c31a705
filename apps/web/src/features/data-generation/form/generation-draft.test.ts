import { expect, it } from 'vitest'
import { emptyGenerationDraft, readGenerationDraft } from './generation-draft.ts'

const whole = { ...emptyGenerationDraft, source: 's', bucket: 'bucket', prefix: ' trial ' }

it('reads counts as people write them, and gives the folder its slash', () => {
  expect(readGenerationDraft({ ...whole, rows: '1 000_000', rowsPerFile: '100,000' })).toMatchObject({
    kind: 'complete',
    spec: { rows: 1_000_000, rowsPerFile: 100_000, prefix: 'trial/', compression: 'gzip' },
  })
})

it('packs no format that packs itself', () => {
  expect(readGenerationDraft({ ...whole, format: 'Parquet' })).toMatchObject({
    spec: { format: 'Parquet', compression: 'none' },
  })
})

it('tells what is wrong by field', () => {
  expect(readGenerationDraft({ ...emptyGenerationDraft, rows: 'many', statementsPerNode: '17' })).toEqual({
    kind: 'faulty',
    faults: {
      source: 'Choose a source and a bucket.',
      prefix: 'Enter a folder. Test data needs its own folder.',
      rows: 'From 1 to 10,000,000,000,000.',
      statementsPerNode: 'From 1 to 16.',
    },
  })
  expect(readGenerationDraft({ ...whole, kind: 'query' })).toEqual({
    kind: 'faulty',
    faults: { query: 'Enter a SELECT.' },
  })
  expect(readGenerationDraft({ ...whole, rowsPerFile: '10' })).toMatchObject({
    faults: { rowsPerFile: '1000000 files exceed the maximum of 100000. Increase the rows per file.' },
  })
})
