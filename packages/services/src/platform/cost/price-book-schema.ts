import { priceBook } from '@frostline/domain'
import { z } from 'zod'
import { clusterKey } from '../reading/schema.ts'

export const priceBookRef = z.object({ cluster: clusterKey })

export const priceBookView = z.object({
  book: priceBook,
  isDefault: z.boolean().describe('No prices are set for this cluster.'),
  setBy: z.string().nullable(),
  setAt: z.date().nullable(),
})
export type PriceBookView = z.infer<typeof priceBookView>

export const setPriceBookInput = priceBookRef.extend({
  book: priceBook.nullable().describe('Null: reset to the default prices.'),
  basedOn: z.coerce
    .date()
    .nullable()
    .optional()
    .describe('When the edited prices were saved. Rejected if they have changed.'),
})
export type SetPriceBookInput = z.input<typeof setPriceBookInput>
