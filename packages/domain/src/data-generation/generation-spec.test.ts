import { expect, it } from 'vitest'
import { dataTemplateNames, dataTemplates } from './data-template.ts'
import { generationSpec } from './generation-spec.ts'
import { renderPartition, renderRows } from './render-generation.ts'

const given = {
  source: { id: 's', bucket: 'bucket' },
  prefix: 'trial',
  format: 'CSVWithNames',
  compression: 'gzip',
  content: { kind: 'template', template: 'taxi-trips' },
  rows: 1_000,
  rowsPerFile: 100,
} as const

function faultsOf(change: object): string[] {
  return (generationSpec.safeParse({ ...given, ...change }).error?.issues ?? []).map(({ message }) => message)
}

it('adds the trailing slash, and round-trips', () => {
  const spec = generationSpec.parse(given)
  expect([spec.prefix, spec.statementsPerNode]).toEqual(['trial/', 1])
  expect(generationSpec.parse(JSON.parse(JSON.stringify(spec)))).toEqual(spec)
})

it('rejects what the engine cannot name, compress or keep open', () => {
  expect(faultsOf({ prefix: '' })).toEqual(['Enter a folder. Test data needs its own folder.'])
  for (const prefix of ['a*b', 'a?', '{a}', 'a\nb'])
    expect(faultsOf({ prefix })).toEqual(['A folder must have no *, ?, braces or control characters.'])
  for (const prefix of ['/a', 'a//b'])
    expect(faultsOf({ prefix })).toEqual([
      'A folder must not begin with a slash or contain two consecutive slashes.',
    ])
  expect(faultsOf({ format: 'Parquet' })).toEqual(['Parquet compresses its columns internally. Choose none.'])
  const content = { kind: 'query', query: 'SELECT 1' }
  expect(faultsOf({ content, rowsPerFile: 9 })).toEqual([
    '112 files exceed the maximum of 32 for a query. Increase the rows per file.',
  ])
})

it('names the file of a row by the row number, or by counting', () => {
  const spec = generationSpec.parse(given)
  expect(renderPartition(spec)).toBe("leftPad(toString(intDiv(trip_id, 100)), 6, '0')")
  expect(renderRows(spec, { firstRow: 300, rows: 50 })).toContain('FROM numbers(300, 50)')
  const content = { kind: 'query', query: 'SELECT 1 -- one' } as const
  expect(renderRows({ content }, { firstRow: 0, rows: 7 })).toBe(
    'SELECT * FROM (\nSELECT 1 -- one\n)\nLIMIT 7',
  )
  expect(renderPartition({ content, rowsPerFile: 5 })).toContain('rowNumberInAllBlocks()')
})

it.each(dataTemplateNames)('%s: a row is a function of its number only', (name) => {
  const { columns } = dataTemplates[name]
  expect(columns[0].expression).toBe('number')
  expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length)
  for (const { expression } of columns)
    expect(expression).not.toMatch(
      /\b(rand\w*|now\w*|today|generate\w*|\w*RandomBytes|fuzz\w*|rowNumber\w*)\b/i,
    )
})
