const MIB = 1_048_576n
const HOUR = 3_600
const DAY = 24 * HOUR

interface PartSize {
  id: string
  label: string
  /** Inclusive. Null: from the smallest, or up to the largest. */
  minBytes: bigint | null
  maxBytes: bigint | null
}

/** Each part has one of them. */
export const partSizes: readonly PartSize[] = [
  { id: 'tiny', label: 'Up to 1 MiB', minBytes: null, maxBytes: MIB },
  { id: 'small', label: '1 to 100 MiB', minBytes: MIB + 1n, maxBytes: 100n * MIB },
  { id: 'medium', label: '100 MiB to 10 GiB', minBytes: 100n * MIB + 1n, maxBytes: 10_240n * MIB },
  { id: 'large', label: 'Over 10 GiB', minBytes: 10_240n * MIB + 1n, maxBytes: null },
]

interface PartAge {
  id: string
  label: string
  /** Inclusive, since the part was written. */
  minAgeSeconds: number | null
  maxAgeSeconds: number | null
}

/** Each part has one of them. */
export const partAges: readonly PartAge[] = [
  { id: 'hour', label: 'Last hour', minAgeSeconds: null, maxAgeSeconds: HOUR },
  { id: 'hours', label: '1 to 24 hours', minAgeSeconds: HOUR + 1, maxAgeSeconds: DAY },
  { id: 'week', label: '1 to 7 days', minAgeSeconds: DAY + 1, maxAgeSeconds: 7 * DAY },
  { id: 'month', label: '7 to 30 days', minAgeSeconds: 7 * DAY + 1, maxAgeSeconds: 30 * DAY },
  { id: 'months', label: 'Over 30 days', minAgeSeconds: 30 * DAY + 1, maxAgeSeconds: null },
]

/** The upper bounds between two classes, ascending, as the servers count with them. */
export const partSizeBounds: bigint[] = partSizes.flatMap(({ maxBytes }) => maxBytes ?? [])
export const partAgeBounds: number[] = partAges.flatMap(({ maxAgeSeconds }) => maxAgeSeconds ?? [])

interface PartShape {
  /** Index in `partAges` and in `partSizes`. */
  age: number
  size: number
  parts: bigint
  bytes: bigint
}

/** The same of several nodes together: one entry for each age and size, also where there is no part. */
export function sumPartShapes(shapes: readonly PartShape[]): PartShape[] {
  return partAges.flatMap((_age, age) =>
    partSizes.map((_size, size) => {
      const own = shapes.filter((shape) => shape.age === age && shape.size === size)
      return {
        ...{ age, size },
        parts: own.reduce((sum, { parts }) => sum + parts, 0n),
        bytes: own.reduce((sum, { bytes }) => sum + bytes, 0n),
      }
    }),
  )
}
