import { expect, it } from 'vitest'
import { textReadingSettings } from './propose-table.ts'

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
