import { addCosts, type PriceBook, type RequestPrices } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { hoursBefore } from '../reading/move-views.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { createDiskPricing, readPriceBook } from './disk-prices.ts'
import { logBudgetMs, type NodeRequests, namesInLogs, readRequests } from './read-requests.ts'
import { RequestSums, requestsPerMonth } from './request-sums.ts'
import { getRequestCostsInput, type RequestCosts } from './requests-schema.ts'

/**
 * Requests to the stores by table, from every node's logs, and in total from its counters. Where a log is off or a node
 * is unreachable, its requests are unknown: a sum without them is a lower bound.
 */
export async function getRequestCosts(
  ctx: ServiceContext,
  given: z.input<typeof getRequestCostsInput>,
): Promise<RequestCosts> {
  const { cluster: key, hours } = await authorizeInput(ctx, 'viewer', getRequestCostsInput, given)
  const now = ctx.now()
  const since = hoursBefore(now, hours)
  const reading = await readCluster(ctx, { cluster: key, fresh: false, budgetMs: logBudgetMs }, (reader) =>
    readRequests(reader, since),
  )
  const { book } = await readPriceBook(ctx.db, reading.cluster.id)
  const sums = new RequestSums()
  const nodes = reading.readings.map(({ node, value }) => ({
    node: node.name,
    ...addNodeRequests(sums, value, book, now),
  }))
  const without = (log: 'writes' | 'reads') =>
    reading.readings.flatMap(({ node, value }) => (value[log] === null ? [node.name] : []))
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      currency: book.currency,
      since,
      nodes,
      nodesWithoutWrites: without('writes'),
      nodesWithoutReads: without('reads'),
      tables: sums.listTables(),
      ofNoTable: sums.ofNoTable(),
      perMonth: nodes.length === 0 ? null : addCosts(nodes.map(({ sinceStart }) => sinceStart.perMonth)),
    },
  }
}

type NodeView = Omit<RequestCosts['data']['nodes'][number], 'node'>

/** Adds one node's requests to the sums by table, with its total from the counters. */
function addNodeRequests(
  sums: RequestSums,
  { sizes, disks, events, writes, reads }: NodeRequests,
  book: PriceBook,
  now: Date,
): NodeView {
  const { tierOf, pricesOf } = createDiskPricing(book, disks)
  const priceOf = (disk: string): RequestPrices => {
    const prices = pricesOf(disk)
    return prices.kind === 'object' ? prices : book.object
  }
  const passed = (from: Date) => now.getTime() - from.getTime()
  const cold = sizes
    .filter(({ disk_name }) => tierOf(disk_name) === 'cold')
    .toSorted((a, b) => Number(b.active_bytes - a.active_bytes))
  // Counters are not per disk, and a query over several tables belongs to none: priced by the disk that holds most.
  const largest = cold[0] ? priceOf(cold[0].disk_name) : book.object
  for (const row of cold) sums.see(row)
  if (writes) {
    const windowMs = passed(writes.from)
    sums.noteLog('writes', cold, windowMs)
    for (const row of writes.rows)
      sums.add(row.table === '' ? null : row, { writes: row.writes }, priceOf(row.disk_name), windowMs)
  }
  if (reads) {
    const windowMs = passed(reads.from)
    sums.noteLog('reads', cold, windowMs)
    const tables = namesInLogs(cold)
    for (const row of reads.rows) {
      const [only, ...others] = new Set(row.tables.flatMap((name) => tables.get(name) ?? []))
      const named = only && others.length === 0 ? only : null
      const counts = { reads: row.reads, readBytes: row.read_bytes }
      sums.add(named, counts, named ? priceOf(named.disk_name) : largest, windowMs)
    }
  }
  const { started_at: startedAt, read_bytes: readBytes } = events
  const counted = { writes: events.writes, reads: events.reads, readBytes }
  return {
    writesSince: writes?.from ?? null,
    readsSince: reads?.from ?? null,
    sinceStart: {
      ...{ ...counted, startedAt },
      perMonth: requestsPerMonth(counted, largest, passed(startedAt)),
    },
  }
}
