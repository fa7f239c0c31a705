import { z } from 'zod'
import { gib } from '../text/size-text.ts'

const name = z.string().min(1).max(255)

export const partFormats = ['wide', 'compact'] as const
type PartFormat = (typeof partFormats)[number]

/** Limit of one benchmark's data on the disk. Results on this much hold for more. */
const maxDiskBytes = 20n * 1024n ** 3n

/** Each part is written from one block, which the server keeps in memory. */
const maxPartBytes = 1024n ** 3n

const valueBytes = 8n

export const diskBenchmarkSpec = z.object({
  node: name,
  database: name.describe('Database for its tables.'),
  disk: name,
  kind: z.enum(['local', 'object', 'cached']).describe('On object storage, with or without a cache.'),
  formats: z.array(z.enum(partFormats)).min(1).max(2),
  columns: z
    .array(z.number().int().min(1).max(500))
    .min(1)
    .max(4)
    .describe('Per table, besides its key. Wide parts have files for each column.'),
  parts: z.array(z.number().int().min(1).max(200)).min(1).max(4).describe('Number of parts for the rows.'),
  rows: z.number().int().min(1_000).max(50_000_000).default(200_000).describe('Of a table.'),
  runs: z.number().int().min(1).max(20).default(3),
})
export type DiskBenchmarkSpec = z.infer<typeof diskBenchmarkSpec>

export interface DiskCase {
  /** Key in the ledger. */
  key: string
  format: PartFormat
  columns: number
  parts: number
}

type Shapes = Pick<DiskBenchmarkSpec, 'formats' | 'columns' | 'parts'>

/** Every combination of format, number of columns and number of parts. */
export function listDiskCases({ formats, columns, parts }: Shapes): DiskCase[] {
  const sorted = (counts: readonly number[]) => [...new Set(counts)].toSorted((a, b) => a - b)
  return partFormats
    .filter((format) => formats.includes(format))
    .flatMap((format) =>
      sorted(columns).flatMap((width) =>
        sorted(parts).map((count) => ({
          key: `${format}-${width}-${count}`,
          ...{ format, columns: width, parts: count },
        })),
      ),
    )
}

export const diskSteps = ['insert', 'read-cold', 'read-warm'] as const
export type DiskStep = (typeof diskSteps)[number]

/** Round by round, so that other load on the node affects all shapes alike. */
export function planDiskSteps(spec: Shapes & Pick<DiskBenchmarkSpec, 'runs'>) {
  return Array.from({ length: spec.runs }, (_, index) =>
    listDiskCases(spec).flatMap(({ key }) =>
      diskSteps.map((kind) => ({ kind, round: index + 1, object: key })),
    ),
  ).flat()
}

/** Uncompressed size of all its tables together; the data does not compress. */
export function estimateDiskBytes(spec: Shapes & Pick<DiskBenchmarkSpec, 'rows'>): bigint {
  return listDiskCases(spec).reduce(
    (sum, { columns }) => sum + BigInt(spec.rows) * BigInt(columns + 1) * valueBytes,
    0n,
  )
}

/** What prevents a benchmark, or null. @param freeBytes of the disk. Null: unlimited */
export function findDiskFault(
  spec: Shapes & Pick<DiskBenchmarkSpec, 'rows'>,
  freeBytes: bigint | null,
): string | null {
  const bytes = estimateDiskBytes(spec)
  if (bytes > maxDiskBytes)
    return `Its tables would have ${gib(bytes)}. The maximum is ${gib(maxDiskBytes)}. Use fewer rows, columns or shapes.`
  if (freeBytes !== null && bytes * 10n > freeBytes * 9n)
    return `Its tables would have ${gib(bytes)}, and the disk has ${gib(freeBytes)} free.`
  if (spec.parts.some((parts) => parts > spec.rows)) return 'There are more parts than rows.'
  const widest = BigInt(Math.max(...spec.columns) + 1) * valueBytes
  const largest = (BigInt(spec.rows) / BigInt(Math.min(...spec.parts))) * widest
  return largest > maxPartBytes
    ? `A part would have ${gib(largest)} and is built in memory. The maximum is ${gib(maxPartBytes)}. Use more parts or fewer rows.`
    : null
}
