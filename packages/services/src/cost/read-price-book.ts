import type { Transaction } from '@frostline/db'
import { defaultPriceBook, priceBook } from '@frostline/domain'
import type { PriceBookView } from './price-book-schema.ts'

/** What is paid on this cluster, as an admin has set it; else the default. */
export async function readPriceBook(
  db: Pick<Transaction, 'priceBook'>,
  clusterId: string,
): Promise<PriceBookView> {
  const stored = await db.priceBook.findUnique({ where: { clusterId } })
  if (!stored) return { book: defaultPriceBook, isDefault: true, setBy: null, setAt: null }
  const { prices, setBy, setAt } = stored
  return { book: priceBook.parse(prices), isDefault: false, setBy, setAt }
}
