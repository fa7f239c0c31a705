import { AtLeast, formatMoney, Unknown } from '@frostline/ui'

interface Props {
  /** Null: not known, which is not zero. */
  amount: number | null
  currency: string
  /** False: something of it could not be read, and this is a lower bound. */
  complete?: boolean
  /** Why an amount is not known. */
  reason?: string
}

/** An amount as every page of costs shows it. */
export function Money({ amount, currency, complete = true, reason }: Props) {
  if (amount === null) return <Unknown reason={reason ?? 'Not read, or a disk has no price.'} />
  return <AtLeast complete={complete}>{formatMoney(amount, currency)}</AtLeast>
}
