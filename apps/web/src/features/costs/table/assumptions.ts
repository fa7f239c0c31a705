import { readDecimal } from '@frostline/ui'

const bytesPerMib = 1024 * 1024

/** How a partition is read once it lies cold, as a person types it. */
export interface Assumptions {
  /** Empty: as query_log has counted. */
  readsPerDay: string
  sharePercent: string
  cachedPercent: string
  mibPerGet: string
}

export const firstAssumptions: Assumptions = {
  ...{ readsPerDay: '', sharePercent: '10', cachedPercent: '0', mibPerGet: '1' },
}

export type AssumptionFaults = Partial<Record<keyof Assumptions, string>>

export interface ReadAssumptions {
  readsPerDay?: number
  share: number
  cached: number
  bytesPerGet: number
}

/** What is right of it, the first assumption in place of the rest; and what is wrong, by field. */
export function readAssumptions(typed: Assumptions): { read: ReadAssumptions; faults: AssumptionFaults } {
  const faults: AssumptionFaults = {}
  const reads = readDecimal(typed.readsPerDay)
  const share = readDecimal(typed.sharePercent)
  const cached = readDecimal(typed.cachedPercent)
  const bytesPerGet = Math.round(readDecimal(typed.mibPerGet) * bytesPerMib)
  const counted = typed.readsPerDay.trim() === ''
  if (!counted && !(reads <= 1_000_000)) faults.readsPerDay = 'From 0 to 1,000,000, or empty.'
  if (!(share <= 100)) faults.sharePercent = 'From 0 to 100.'
  if (!(cached <= 100)) faults.cachedPercent = 'From 0 to 100.'
  if (!(bytesPerGet >= 65_536 && bytesPerGet <= 1024 * bytesPerMib))
    faults.mibPerGet = 'From 0.0625 to 1,024.'
  return {
    faults,
    read: {
      ...(counted || faults.readsPerDay ? {} : { readsPerDay: reads }),
      share: faults.sharePercent ? 0.1 : share / 100,
      cached: faults.cachedPercent ? 0 : cached / 100,
      bytesPerGet: faults.mibPerGet ? bytesPerMib : bytesPerGet,
    },
  }
}
