import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type GenerationChunk, planChunks } from './plan-chunks.ts'

const template = { kind: 'template', template: 'events' } as const
const sizes = fc
  .record({ files: fc.integer({ min: 1, max: 3_000 }), rowsPerFile: fc.integer({ min: 1, max: 50_000_000 }) })
  .chain(({ files, rowsPerFile }) =>
    fc.record({
      rows: fc.integer({ min: (files - 1) * rowsPerFile + 1, max: files * rowsPerFile }),
      rowsPerFile: fc.constant(rowsPerFile),
    }),
  )

it('assigns each row and each file to one chunk, in order, and whole files to each chunk', () => {
  fc.assert(
    fc.property(sizes, ({ rows, rowsPerFile }) => {
      const chunks = planChunks({ content: template, format: 'CSV', rows, rowsPerFile })
      const ends = chunks.map(({ firstFile, files, firstRow, rows: own }) => [
        firstFile + files,
        firstRow + own,
      ])
      expect([[0, 0], ...ends]).toEqual([
        ...chunks.map(({ firstFile, firstRow }) => [firstFile, firstRow]),
        [Math.ceil(rows / rowsPerFile), rows],
      ])
      const isWhole = ({ files, rows: own }: GenerationChunk) => Math.ceil(own / rowsPerFile) === files
      const isSmall = ({ files, rows: own }: GenerationChunk) =>
        files <= 4 && (files === 1 || own <= 20_000_000)
      expect(chunks.every((chunk) => isWhole(chunk) && isSmall(chunk))).toBe(true)
    }),
  )
})

it('has a share for every node if there are enough files', () => {
  const filesOf = (chunks: readonly GenerationChunk[]) => chunks.map(({ files }) => files)
  expect(filesOf(planChunks({ content: template, format: 'CSV', rows: 200, rowsPerFile: 20 }))).toEqual(
    Array(10).fill(1),
  )
  expect(planChunks({ content: template, format: 'CSV', rows: 1_000, rowsPerFile: 10 })).toHaveLength(25)
  expect(planChunks({ content: template, format: 'Parquet', rows: 1_000, rowsPerFile: 10 })).toHaveLength(100)
})

it('runs a query as one statement', () => {
  const content = { kind: 'query', query: 'SELECT 1' } as const
  expect(planChunks({ content, format: 'CSV', rows: 95, rowsPerFile: 10 })).toEqual([
    { firstFile: 0, files: 10, firstRow: 0, rows: 95 },
  ])
})
