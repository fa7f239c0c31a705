import { addCosts } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { hoursBefore } from '../reading/move-views.ts'
import { readCluster } from '../reading/read-cluster.ts'
import { addNodeRequests } from './add-node-requests.ts'
import { logBudgetMs } from './log-window.ts'
import { readPriceBook } from './read-price-book.ts'
import { readRequests } from './read-requests.ts'
import { RequestSums } from './request-sums.ts'
import { getRequestCostsInput, type RequestCosts } from './requests-schema.ts'

/**
 * Requests to the stores by table, from the logs of every node, and all of them from its counters. Where a log is off or a
 * node is away, nothing is said of its requests: a sum without them is a lower bound.
 */
export async function getRequestCosts(
  ctx: ServiceContext,
  given: z.input<typeof getRequestCostsInput>,
): Promise<RequestCosts> {
  await authorize(ctx, 'viewer')
  const { cluster: key, hours } = parseInput(getRequestCostsInput, given)
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
