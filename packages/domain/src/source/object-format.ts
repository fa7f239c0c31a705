import { z } from 'zod'

/** Object formats that can be read, by the engine's names. */
export const objectFormats = [
  'CSVWithNames',
  'CSV',
  'TSVWithNames',
  'TSV',
  'JSONEachRow',
  'Parquet',
  'ORC',
  'Avro',
  'Native',
] as const
export const objectFormat = z.enum(objectFormats)
export type ObjectFormat = z.infer<typeof objectFormat>

/** Compressions of objects, by the engine's names. */
export const objectCompressions = ['none', 'gzip', 'zstd', 'lz4'] as const
export const objectCompression = z.enum(objectCompressions)
export type ObjectCompression = z.infer<typeof objectCompression>
