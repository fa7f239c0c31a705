import { z } from 'zod'
import { decimalNumber, emptyOr } from '@/form/field-schemas.ts'

/** How a partition is read once it is cold, as typed. */
export const assumptionForm = z.object({
  /** Empty: as counted in query_log. */
  readsPerDay: emptyOr(decimalNumber(0, 1_000_000, 'From 0 to 1,000,000, or empty.'), undefined),
  ...{ sharePercent: decimalNumber(0, 100), cachedPercent: decimalNumber(0, 100) },
  mibPerGet: decimalNumber(0.0625, 1_024, 'From 0.0625 to 1,024.'),
})

export type Assumptions = z.input<typeof assumptionForm>

export const firstAssumptions: Assumptions = {
  ...{ readsPerDay: '', sharePercent: '10', cachedPercent: '0', mibPerGet: '1' },
}

/** The valid fields, with defaults for the rest. */
export function readAssumptions(typed: Assumptions) {
  const wrong = new Set(assumptionForm.safeParse(typed).error?.issues.map(({ path }) => path[0]))
  const right = Object.fromEntries(Object.entries(typed).filter(([field]) => !wrong.has(field)))
  const read = assumptionForm.parse({ ...firstAssumptions, ...right })
  return {
    ...(read.readsPerDay === undefined ? {} : { readsPerDay: read.readsPerDay }),
    ...{ share: read.sharePercent / 100, cached: read.cachedPercent / 100 },
    bytesPerGet: Math.round(read.mibPerGet * 1024 * 1024),
  }
}
