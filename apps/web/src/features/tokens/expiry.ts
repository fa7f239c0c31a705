/** How long a token may live. `never` has to be chosen on purpose. */
export const expiries = [
  { value: '7', label: 'in 7 days' },
  { value: '30', label: 'in 30 days' },
  { value: '90', label: 'in 90 days' },
  { value: '365', label: 'in a year' },
  { value: 'never', label: 'never' },
] as const

export type Expiry = (typeof expiries)[number]['value']

const dayMs = 86_400_000

/** The end of a token made now; undefined for one without an end. */
export function expiryDate(expiry: Expiry, now: Date): Date | undefined {
  return expiry === 'never' ? undefined : new Date(now.getTime() + Number(expiry) * dayMs)
}
