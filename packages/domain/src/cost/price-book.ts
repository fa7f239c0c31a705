import { z } from 'zod'

const price = z.number().min(0).max(1_000_000)

/** Prices of a store or storage class. Amounts in the currency of the book, sizes in GiB. */
const objectPrices = z.object({
  gibMonth: price.describe('Storage, per GiB and month.'),
  perThousandWrites: price.describe('PUT, COPY, POST, LIST and each part of an upload.'),
  perThousandReads: price.describe('GET and HEAD.'),
  egressGib: price.describe(
    'Per GiB read: traffic out of the region, and retrieval if the storage class charges it.',
  ),
  minimumObjectBytes: z
    .number()
    .int()
    .min(0)
    .max(2 ** 40)
    .describe('Min billed size of an object. 0: actual size.'),
  minimumDays: z
    .number()
    .int()
    .min(0)
    .max(3_650)
    .describe('Min billed storage time of an object. 0: actual time.'),
})
export type ObjectPrices = z.infer<typeof objectPrices>

/** Prices of local disks. `provisioned`: the whole disk is billed, used or not. */
const localPrices = z.object({
  gibMonth: price.describe('Per GiB and month.'),
  basis: z.enum(['used', 'provisioned']).describe('What is billed: used bytes, or the whole disk.'),
})
export type LocalPrices = z.infer<typeof localPrices>

const diskName = z.string().min(1).max(255)

/** Prices of storage and requests: the only source of every amount in the console. */
export const priceBook = z.object({
  currency: z.string().trim().min(1).max(8).describe('Shown with every amount: $, €, CHF.'),
  source: z.string().trim().min(1).max(300).describe('Source of the prices.'),
  asOf: z.iso.date().describe('Date of the prices.'),
  local: localPrices.describe('For local disks without their own prices.'),
  object: objectPrices.describe('For disks on object storage without their own prices.'),
  disks: z
    .array(
      z.discriminatedUnion('kind', [
        localPrices.extend({ kind: z.literal('local'), disk: diskName }),
        objectPrices.extend({ kind: z.literal('object'), disk: diskName }),
      ]),
    )
    .max(200)
    .refine((disks) => new Set(disks.map(({ disk }) => disk)).size === disks.length, {
      message: 'A disk is listed twice.',
    }),
})
export type PriceBook = z.infer<typeof priceBook>
