import type { ObjectCompression, ObjectFormat } from '@frostline/domain'

const byExtension: Readonly<Record<string, ObjectFormat>> = {
  csv: 'CSVWithNames',
  tsv: 'TSVWithNames',
  tab: 'TSVWithNames',
  json: 'JSONEachRow',
  jsonl: 'JSONEachRow',
  ndjson: 'JSONEachRow',
  parquet: 'Parquet',
  pq: 'Parquet',
  orc: 'ORC',
  avro: 'Avro',
  native: 'Native',
}
const compressions: Readonly<Record<string, ObjectCompression>> = {
  gz: 'gzip',
  gzip: 'gzip',
  zst: 'zstd',
  zstd: 'zstd',
  lz4: 'lz4',
}

/** By the extension alone, `trips.csv.gz` → CSVWithNames, gzip. Null for an unknown one. */
export function detectFormat(key: string): { format: ObjectFormat | null; compression: ObjectCompression } {
  const [last = '', before = ''] = key.toLowerCase().split('/').at(-1)?.split('.').slice(1).reverse() ?? []
  const compression = compressions[last] ?? 'none'
  return { format: byExtension[compression === 'none' ? last : before] ?? null, compression }
}
