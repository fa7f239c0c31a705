import { groupDigits, unknownText } from './quantity.ts'

/** "$1,234.50", "CHF 0.12"; of less than a tenth three digits that count: "$0.00123". Null: not known. */
export function formatMoney(amount: number | null | undefined, currency: string): string {
  if (amount === null || amount === undefined) return unknownText
  const label = /[A-Za-z]$/.test(currency) ? `${currency} ` : currency
  const size = Math.abs(amount)
  const sign = amount < 0 ? '−' : ''
  if (size === 0) return `${label}0`
  if (size < 1e-6) return `${sign}under ${label}0.000001`
  if (size < 0.1) {
    const digits = size.toFixed(2 - Math.floor(Math.log10(size)))
    return `${sign}${label}${digits.replace(/(\.\d\d\d*?)0+$/, '$1')}`
  }
  const [whole = '0', cents = '00'] = size.toFixed(2).split('.')
  return `${sign}${label}${groupDigits(BigInt(whole))}.${cents}`
}
