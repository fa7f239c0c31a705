import { z } from 'zod'

const price = z.number().min(0).max(1_000_000)

/** What a store or a class of it takes. Amounts in the currency of the book, bytes in GiB of 2^30. */
const objectPrices = z.object({
  gibMonth: price.describe('Storage, per GiB and month.'),
  perThousandWrites: price.describe('PUT, COPY, POST, LIST and each part of an upload.'),
  perThousandReads: price.describe('GET and HEAD.'),
  egressGib: price.describe('Per GiB read: traffic out of the region, and retrieval where a class takes it.'),
  minimumObjectBytes: z
    .number()
    .int()
    .min(0)
    .max(2 ** 40)
    .describe('An object is billed as this much at least. 0: as it is.'),
  minimumDays: z
    .number()
    .int()
    .min(0)
    .max(3_650)
    .describe('An object is billed for this long at least. 0: as long as it is there.'),
})
export type ObjectPrices = z.infer<typeof objectPrices>

/** Of local disks. `provisioned`: the whole disk is paid for, whatever of it is used. */
const localPrices = z.object({
  gibMonth: price.describe('Per GiB and month.'),
  basis: z
    .enum(['used', 'provisioned'])
    .describe('What is paid for: bytes that lie there, or the whole disk.'),
})
export type LocalPrices = z.infer<typeof localPrices>

const diskName = z.string().min(1).max(255)

/** What is paid for storage and requests: the one source of every amount that the console names. */
export const priceBook = z.object({
  currency: z.string().trim().min(1).max(8).describe('Stands beside every amount: $, €, CHF.'),
  source: z.string().trim().min(1).max(300).describe('Where the prices are from.'),
  asOf: z.iso.date().describe('The day on which they were looked up.'),
  local: localPrices.describe('Of every local disk without prices of its own.'),
  object: objectPrices.describe('Of every disk on object storage without prices of its own.'),
  disks: z
    .array(
      z.discriminatedUnion('kind', [
        localPrices.extend({ kind: z.literal('local'), disk: diskName }),
        objectPrices.extend({ kind: z.literal('object'), disk: diskName }),
      ]),
    )
    .max(200)
    .refine((disks) => new Set(disks.map(({ disk }) => disk)).size === disks.length, {
      message: 'A disk has prices of its own once.',
    }),
})
export type PriceBook = z.infer<typeof priceBook>
