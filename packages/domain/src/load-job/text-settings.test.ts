import { expect, it } from 'vitest'
import { columnsOfPaths, pathColumnSettings, textReadingSettings } from './propose-table.ts'

it('gives each family of formats its own settings, and others none', () => {
  const text = { delimiter: ';', skipFirstLines: 2, nullText: '-', dateTimeParsing: 'best_effort' } as const
  expect(textReadingSettings({ format: 'CSV', text })).toEqual({
    format_csv_delimiter: ';',
    input_format_csv_skip_first_lines: 2,
    format_csv_null_representation: '-',
    date_time_input_format: 'best_effort',
  })
  expect(textReadingSettings({ format: 'TSVWithNames', text })).toEqual({
    input_format_tsv_skip_first_lines: 2,
    format_tsv_null_representation: '-',
    date_time_input_format: 'best_effort',
  })
  expect(textReadingSettings({ format: 'JSONEachRow', text })).toEqual({
    date_time_input_format: 'best_effort',
  })
  expect(textReadingSettings({ format: 'Parquet', text })).toEqual({})
  expect(textReadingSettings({ format: 'CSV', text: {} })).toEqual({})
})

it('names the columns of paths', () => {
  expect([...columnsOfPaths(['a/zone=3/day=/x.csv', 'zone=4/a=b=c/y=1.csv'])]).toEqual(['zone', 'day', 'a'])
  expect([...columnsOfPaths(['a/=1/x.csv', 'x.csv'])]).toEqual([])
})

it('ignores the columns of paths where none is read', () => {
  const columns = [{ name: 'id' }, { name: 'day' }]
  expect(pathColumnSettings(columns, ['a/zone=3/x.csv'])).toEqual({ use_hive_partitioning: 0 })
  expect(pathColumnSettings(columns, ['a/zone=3/x.csv', 'day=2024-01-01/y.csv'])).toEqual({})
  expect(pathColumnSettings(columns, ['a/x.csv', 'b/zone=3.csv'])).toEqual({})
  expect(pathColumnSettings([], [])).toEqual({})
})
