import { z } from 'zod'

/**
 * Column types as they travel in JSONEachRow with quoted 64-bit integers and ISO times (see output-settings.ts).
 */

/** UInt64: quoted digits → bigint. */
export const uint64 = z.string().regex(/^\d+$/).transform(BigInt)

/** Int64: quoted, signed → bigint. */
export const int64 = z
  .string()
  .regex(/^-?\d+$/)
  .transform(BigInt)

/** UInt8/16/32 and Int8/16/32. */
export const integer = z.number().int()

/** Float32/64. The server writes null for nan and infinity. */
export const float = z.number().nullable()

/** UInt8 used as a flag, or Bool. */
export const flag = z.union([z.boolean(), z.literal(0), z.literal(1)]).transform(Boolean)

/** DateTime and DateTime64 → Date (to the millisecond). */
export const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** DateTime where the server writes the epoch for "none". */
export const dateTimeOrNone = dateTime.transform((time) => (time.getTime() === 0 ? null : time))

/** Date as `YYYY-MM-DD`; the epoch means "none". */
export const dateOrNone = z.iso.date().transform((text) => (text === '1970-01-01' ? null : text))
