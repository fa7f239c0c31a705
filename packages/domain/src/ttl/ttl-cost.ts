import type { TtlLoad } from './ttl-load.ts'

/** What people pay, in US dollars. The defaults are list prices of S3 Standard and gp3 volumes in us-east-1. */
export interface StoragePrices {
  perThousandWrites: number
  perThousandReads: number
  objectGibMonth: number
  localGibMonth: number
}

export const listPrices: StoragePrices = {
  perThousandWrites: 0.005,
  perThousandReads: 0.0004,
  objectGibMonth: 0.023,
  localGibMonth: 0.08,
}

export interface TtlCost {
  /** Paid once, for requests. Traffic within a region is free of charge and not in it. */
  requests: number
  /** What storage costs more (or, below zero, less) each month from then on. */
  perMonth: number
}

const bytesPerGib = 1024 ** 3

export function estimateTtlCost(
  load: Pick<TtlLoad, 'writeRequests' | 'readRequests' | 'cooledBytes'>,
  prices: StoragePrices,
): TtlCost {
  const cooledGib = Number(load.cooledBytes) / bytesPerGib
  return {
    requests:
      (Number(load.writeRequests) * prices.perThousandWrites +
        Number(load.readRequests) * prices.perThousandReads) /
      1_000,
    perMonth: cooledGib * (prices.objectGibMonth - prices.localGibMonth),
  }
}
