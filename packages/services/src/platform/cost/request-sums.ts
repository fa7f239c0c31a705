import { addCosts, monthsFactor, type RequestPrices, requestCost } from '@frostline/domain'
import { compareValues } from '../reading/compare.ts'
import { tableKey } from '../reading/table-sizes.ts'
import type { RequestCosts } from './requests-schema.ts'
import { compareCosts } from './sum-stored.ts'

interface Named {
  database: string
  table: string
}

interface Counted {
  writes: bigint
  reads: bigint
  readBytes: bigint
}

interface Sum extends Counted {
  named: Named | null
  /** Null: a log covers too short a period. */
  perMonth: number | null
}

const noRequests: Counted = { writes: 0n, reads: 0n, readBytes: 0n }

/** Monthly cost of as many requests in each such period; null where the period is too short. */
export function requestsPerMonth(
  { writes, reads, readBytes }: Counted,
  prices: RequestPrices,
  windowMs: number,
): number | null {
  const factor = monthsFactor(windowMs)
  const counts = { writes: Number(writes), reads: Number(reads), readBytes: Number(readBytes) }
  return factor === null ? null : requestCost(counts, prices) * factor
}

/** Requests of all nodes by table. Each node has its own prices and its own log period. */
export class RequestSums {
  readonly #sums = new Map<string, Sum>()
  readonly #known = { writes: false, reads: false }

  /** Requests counted in that period. @param named null: of no known table. */
  add(named: Named | null, part: Partial<Counted>, prices: RequestPrices, windowMs: number): void {
    const sum = this.#sumOf(named)
    const counts = { ...noRequests, ...part }
    sum.writes += counts.writes
    sum.reads += counts.reads
    sum.readBytes += counts.readBytes
    sum.perMonth = addCosts([sum.perMonth, requestsPerMonth(counts, prices, windowMs)])
  }

  /** A table that may have had requests. */
  see(named: Named): void {
    this.#sumOf(named)
  }

  /** The node has this log: no entry means no requests, and a short period is not extrapolated to a month. */
  noteLog(log: 'writes' | 'reads', tables: readonly Named[], windowMs: number): void {
    this.#known[log] = true
    if (monthsFactor(windowMs) !== null) return
    for (const named of [...tables, null]) this.#sumOf(named).perMonth = null
  }

  listTables(): RequestCosts['data']['tables'] {
    return [...this.#sums.values()]
      .flatMap((sum) => (sum.named ? [{ ...sum.named, ...this.#view(sum) }] : []))
      .toSorted(
        (a, b) => compareCosts(a, b) || compareValues(`${a.database}.${a.table}`, `${b.database}.${b.table}`),
      )
  }

  ofNoTable(): RequestCosts['data']['ofNoTable'] {
    return this.#view(this.#sumOf(null))
  }

  #sumOf(named: Named | null): Sum {
    const key = named ? tableKey(named.database, named.table) : ''
    const present = this.#sums.get(key)
    if (present) return present
    const own = named && { database: named.database, table: named.table }
    const sum = { named: own, ...noRequests, perMonth: 0 }
    this.#sums.set(key, sum)
    return sum
  }

  #view({ writes, reads, readBytes, perMonth }: Sum): RequestCosts['data']['ofNoTable'] {
    const known = this.#known
    return {
      writes: known.writes ? writes : null,
      reads: known.reads ? reads : null,
      readBytes: known.reads ? readBytes : null,
      perMonth: known.writes && known.reads ? perMonth : null,
    }
  }
}
