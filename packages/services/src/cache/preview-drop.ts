import { listFilesystemCaches, nodeCounters } from '@frostline/clickhouse'
import { estimateReread } from '@frostline/domain'
import type { z } from 'zod'
import { authorizeInput } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { ServiceError } from '../platform/base/service-error.ts'
import { toCacheCounters } from '../platform/history/to-node-counters.ts'
import { firstRow } from '../platform/reading/first-row.ts'
import type { NodeReader } from '../platform/reading/node-reader.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { readCachedAmount, storeBytesPerSecond } from './cached-disks.ts'
import { planDrops } from './drop-tables.ts'
import { type DropPreview, dropCacheInput } from './schema.ts'
import { createUncachedReader, firstAnswerMs } from './uncached-reader.ts'

/** Finding a table's share of a cache reads the metadata of every file. */
export const dropBudgetMs = 65_000

/** They differ only by the key of the file. */
const maxShown = 1_000

/**
 * What would be dropped, and what reading it again costs by the node's measurements since its start.
 * @throws ServiceError `not_found` for an unknown cluster or node, and for a cache that no reachable node has.
 */
export async function previewDrop(
  ctx: ServiceContext,
  given: z.input<typeof dropCacheInput>,
): Promise<DropPreview> {
  const input = await authorizeInput(ctx, 'operator', dropCacheInput, given)
  const reading = await readCluster(
    ctx,
    { ...input, fresh: true, budgetMs: dropBudgetMs },
    async (reader, node) => {
      if (!(await hasCache(createUncachedReader(node, firstAnswerMs), input.cache))) return null
      const [amount, drops, counted] = await Promise.all([
        readCachedAmount(reader, input),
        planDrops(reader, input),
        reader.ask(nodeCounters, {}),
      ])
      const counters = firstRow(counted, nodeCounters.name)
      const estimate = estimateReread(amount, {
        ...toCacheCounters(counters),
        storeBytesPerSecond: storeBytesPerSecond(counters),
      })
      return {
        ...amount,
        ...estimate,
        statements: BigInt(drops.length),
        sql: drops.slice(0, maxShown).map(({ sql }) => sql),
      }
    },
  )
  const nodes = reading.readings.flatMap(({ node, value }) => (value ? [{ node: node.name, ...value }] : []))
  if (nodes.length === 0 && reading.coverage.complete)
    throw new ServiceError('not_found', `No node of ${reading.cluster.name} has a cache ${input.cache}.`, {
      hint: 'Choose one from the list of caches.',
    })
  return { ...reading.envelope, data: { coverage: reading.coverage, nodes } }
}

export async function hasCache(reader: Pick<NodeReader, 'ask'>, cache: string): Promise<boolean> {
  const caches = await reader.ask(listFilesystemCaches, {})
  return caches.some(({ cache_name }) => cache_name === cache)
}
