import { AtLeast, formatMoney, Unknown } from '@frostline/ui'

interface Props {
  /** Null: unknown, which is not zero. */
  amount: number | null
  currency: string
  /** False: something could not be read, so this is a lower bound. */
  complete?: boolean
  /** Why an amount is unknown. */
  reason?: string
}

/** An amount as every page of costs shows it. */
export function Money({ amount, currency, complete = true, reason }: Props) {
  if (amount === null) return <Unknown reason={reason ?? 'Not read, or a disk has no price.'} />
  return <AtLeast complete={complete}>{formatMoney(amount, currency)}</AtLeast>
}
