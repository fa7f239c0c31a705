/** "1 partition", "1,204 parts". */
export function count(amount: bigint | number, noun: string): string {
  const digits = String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${digits} ${noun}${amount === 1 || amount === 1n ? '' : 's'}`
}

/** Whole days from two on, else hours. */
export function daysText(days: number): string {
  return days < 2 ? count(Math.max(0, Math.round(days * 24)), 'hour') : count(Math.round(days), 'day')
}
