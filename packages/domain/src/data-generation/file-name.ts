import type { ObjectCompression, ObjectFormat } from '../source/object-format.ts'

const digits = 6

/** A fixed number of digits makes names sort by number. */
export const maxFiles = 100_000

const endings: Readonly<Record<ObjectFormat, string>> = {
  CSVWithNames: 'csv',
  CSV: 'csv',
  TSVWithNames: 'tsv',
  TSV: 'tsv',
  JSONEachRow: 'jsonl',
  Parquet: 'parquet',
  ORC: 'orc',
  Avro: 'avro',
  Native: 'native',
}
const packed: Readonly<Record<ObjectCompression, string>> = {
  none: '',
  gzip: '.gz',
  zstd: '.zst',
  lz4: '.lz4',
}

export interface FileNaming {
  prefix: string
  format: ObjectFormat
  compression: ObjectCompression
}

/** `trial/part-{_partition_id}.csv.gz`: the key that the server fills in for each value of PARTITION BY. */
export function writePartitionKey(naming: FileNaming): string {
  return keyWith(naming, '{_partition_id}')
}

/** The key of one file, counted from 0. */
export function writeFileKey(naming: FileNaming, file: number): string {
  return keyWith(naming, writeFileNumber(file))
}

/** Glob that matches all files: what a load of them reads. */
export function writeFileGlob(naming: FileNaming): string {
  return keyWith(naming, '*')
}

/** Prefix of all file keys. */
export function writeFilePrefix({ prefix }: Pick<FileNaming, 'prefix'>): string {
  return `${prefix}part-`
}

/** As `leftPad(toString(file), 6, '0')` gives on the server. */
export function writeFileNumber(file: number): string {
  return String(file).padStart(digits, '0')
}

/** The same in SQL, for an expression that gives the file number. */
export function renderFileNumber(expression: string): string {
  return `leftPad(toString(${expression}), ${digits}, '0')`
}

/** The file number; null for a key that none of these files can have. */
export function readFileKey(naming: FileNaming, key: string): number | null {
  const start = writeFilePrefix(naming)
  const number = Number(key.slice(start.length, start.length + digits))
  return Number.isInteger(number) && writeFileKey(naming, number) === key ? number : null
}

function keyWith({ prefix, format, compression }: FileNaming, name: string): string {
  return `${writeFilePrefix({ prefix })}${name}.${endings[format]}${packed[compression]}`
}
