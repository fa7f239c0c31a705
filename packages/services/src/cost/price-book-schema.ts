import { priceBook } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../reading/schema.ts'

export const priceBookRef = z.object({ cluster: clusterKey })

export const priceBookView = z.object({
  book: priceBook,
  isDefault: z.boolean().describe('Nobody has set prices for this cluster.'),
  setBy: z.string().nullable(),
  setAt: z.date().nullable(),
})
export type PriceBookView = z.infer<typeof priceBookView>

export const setPriceBookInput = priceBookRef.extend({
  book: priceBook.nullable().describe('Null: back to the default prices.'),
  basedOn: z.coerce
    .date()
    .nullable()
    .optional()
    .describe('When the prices that were changed had been set; refused when others have been set since.'),
})
export type SetPriceBookInput = z.input<typeof setPriceBookInput>
