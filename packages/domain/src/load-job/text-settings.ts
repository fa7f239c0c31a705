import type { ObjectFormat } from '../source/object-format.ts'
import type { TextReading } from './load-spec.ts'

const families: Readonly<Partial<Record<ObjectFormat, 'csv' | 'tsv' | 'json'>>> = {
  CSV: 'csv',
  CSVWithNames: 'csv',
  TSV: 'tsv',
  TSVWithNames: 'tsv',
  JSONEachRow: 'json',
}

/** Whether objects of the format are text, of which single rows can be bad. */
export function isTextFormat(format: ObjectFormat): boolean {
  return families[format] !== undefined
}

/** The settings of the engine that make it read text so. Each stands in system.settings of 23.8 and later. */
export function textReadingSettings(read: {
  format: ObjectFormat
  text: TextReading
}): Record<string, string | number> {
  const { delimiter, skipFirstLines, nullText, dateTimeParsing } = read.text
  const family = families[read.format]
  const settings: Record<string, string | number> = {}
  if (family === 'csv') {
    if (delimiter !== undefined) settings.format_csv_delimiter = delimiter
    if (skipFirstLines !== undefined) settings.input_format_csv_skip_first_lines = skipFirstLines
    if (nullText !== undefined) settings.format_csv_null_representation = nullText
  }
  if (family === 'tsv') {
    if (skipFirstLines !== undefined) settings.input_format_tsv_skip_first_lines = skipFirstLines
    if (nullText !== undefined) settings.format_tsv_null_representation = nullText
  }
  if (family !== undefined && dateTimeParsing !== undefined) settings.date_time_input_format = dateTimeParsing
  return settings
}
