import { formatShortCount } from '@frostline/ui'

/** Two digits below a hundred, because requests are often fewer than one a second: "0.05", "3.2", "12.3K". */
export function formatRate(value: number | null): string {
  if (value === null || value >= 100) return formatShortCount(value)
  return String(Number(value.toPrecision(2)))
}
