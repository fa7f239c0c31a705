import type { PriceBook } from '../cost/price-book.ts'
import { localPricesOf, objectPricesOf } from '../cost/price-of-disk.ts'
import { bytesPerGib } from '../cost/storage-cost.ts'
import { noTtlLoad, type TtlLoad, type TtlTotals } from './ttl-load.ts'
import { addTtlLosses } from './ttl-loss.ts'

/** The prices of a dry run, in the currency of the price book. */
export interface StoragePrices {
  perThousandWrites: number
  perThousandReads: number
  objectGibMonth: number
  localGibMonth: number
}

/**
 * @param disks by all names of the disks that rows leave and go to; without them the prices of disks without their own.
 */
export function storagePricesOf(
  book: PriceBook,
  disks: { hot: readonly string[]; cold: readonly string[] } = { hot: [], cold: [] },
): StoragePrices {
  const [local, object] = [localPricesOf(book, disks.hot), objectPricesOf(book, disks.cold)]
  return {
    perThousandWrites: object.perThousandWrites,
    perThousandReads: object.perThousandReads,
    objectGibMonth: object.gibMonth,
    localGibMonth: local.gibMonth,
  }
}

export interface TtlCost {
  /** One-time cost of requests. Traffic within a region is free and not included. */
  requests: number
  /** How much more (or, if negative, less) storage costs per month from then on. */
  perMonth: number
}

export function estimateTtlCost(
  load: Pick<TtlLoad, 'writeRequests' | 'readRequests' | 'cooledBytes' | 'removedBytes'>,
  prices: StoragePrices,
): TtlCost {
  const gib = (bytes: bigint) => Number(bytes) / bytesPerGib
  const { local, remote } = load.removedBytes
  return {
    requests:
      (Number(load.writeRequests) * prices.perThousandWrites +
        Number(load.readRequests) * prices.perThousandReads) /
      1_000,
    perMonth:
      gib(load.cooledBytes) * (prices.objectGibMonth - prices.localGibMonth) -
      gib(local) * prices.localGibMonth -
      gib(remote) * prices.objectGibMonth,
  }
}

/** What a TTL does on several replicas together. */
export function addTtlLoads(loads: readonly TtlLoad[]): TtlLoad {
  return loads.reduce(
    (sum, load) => ({
      rewritten: addTotals(sum.rewritten, load.rewritten),
      movesNow: addTotals(sum.movesNow, load.movesNow),
      movesLater: addTotals(sum.movesLater, load.movesLater),
      waits: addTotals(sum.waits, load.waits),
      blocked: addTotals(sum.blocked, load.blocked),
      unknown: addTotals(sum.unknown, load.unknown),
      vanishes: addTotals(sum.vanishes, load.vanishes),
      loss: addTtlLosses([sum.loss, load.loss]),
      writeRequests: sum.writeRequests + load.writeRequests,
      readRequests: sum.readRequests + load.readRequests,
      uploadedBytes: sum.uploadedBytes + load.uploadedBytes,
      cooledBytes: sum.cooledBytes + load.cooledBytes,
      removedBytes: {
        local: sum.removedBytes.local + load.removedBytes.local,
        remote: sum.removedBytes.remote + load.removedBytes.remote,
      },
    }),
    noTtlLoad(),
  )
}

function addTotals(a: TtlTotals, b: TtlTotals): TtlTotals {
  return { parts: a.parts + b.parts, rows: a.rows + b.rows, bytes: a.bytes + b.bytes }
}
