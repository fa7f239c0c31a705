import type { z } from 'zod'
import { outcomeOfMany } from '../platform/base/audit-outcome.ts'
import { authorize } from '../platform/base/authorize.ts'
import type { ServiceContext } from '../platform/base/context.ts'
import { parseInput } from '../platform/base/parse-input.ts'
import { type AuditStatement, recordAudit } from '../platform/base/record-audit.ts'
import { ServiceError } from '../platform/base/service-error.ts'
import type { ConnectedNode } from '../platform/cluster/cluster-connection.ts'
import { readCluster } from '../platform/reading/read-cluster.ts'
import { type CacheTarget, readCachedAmount } from './cached-disks.ts'
import { planDrops, sendDrops, sendingMs } from './drop-tables.ts'
import { dropBudgetMs, hasCache } from './preview-drop.ts'
import { type DropReport, dropCacheInput } from './schema.ts'
import { createUncachedReader, firstAnswerMs } from './uncached-reader.ts'

/**
 * Empties a cache on the chosen nodes, or drops the segments of one table. The result is what each node shows
 * afterwards. No data is lost: the next read fetches it from the store again.
 * @throws ServiceError `not_found` for an unknown cluster or node, and for a cache that no reachable node has.
 */
export async function dropCache(
  ctx: ServiceContext,
  given: z.input<typeof dropCacheInput>,
): Promise<DropReport> {
  const of = given.table === undefined ? '' : `${given.database}.${given.table} in `
  const about = {
    action: 'filesystem-cache.drop',
    objectType: 'filesystem-cache',
    objectName: `${of}${given.cache}`,
  }
  await authorize(ctx, 'operator', about)
  const input = parseInput(dropCacheInput, given)
  const { id, name } = await ctx.clusters.get(input.cluster)
  const audited = { ...about, clusterId: id, clusterName: name }
  // One statement per file may take a minute: the request is audited even if this process dies.
  await recordAudit(ctx.db, ctx, { ...audited, outcome: 'requested' })
  const statements: AuditStatement[] = []
  const reading = await readCluster(
    ctx,
    { ...input, fresh: true, budgetMs: 2 * dropBudgetMs + sendingMs },
    (_reader, node) => dropOnNode(node, input, statements),
  )
  const nodes = reading.readings.flatMap(({ value }) => value ?? [])
  await recordAudit(ctx.db, ctx, {
    ...audited,
    outcome: outcomeOfMany([
      ...nodes.map(({ fault }) => fault === null),
      ...reading.coverage.missingNodes.map(() => false),
    ]),
    statements,
    details: {
      nodes: [
        ...nodes.map(
          ({ node, droppedBytes, leftBytes, statements: sent, fault }) =>
            `${node}: ${droppedBytes} bytes dropped, ${leftBytes} left, ${sent} statements${fault === null ? '' : `; ${fault}`}`,
        ),
        ...reading.coverage.missingNodes.map((missing) => `${missing}: could not be read`),
      ],
    },
  })
  if (nodes.length === 0 && reading.coverage.complete)
    throw new ServiceError('not_found', `No node of ${name} has a cache ${input.cache}.`, {
      hint: 'Choose one from the list of caches.',
    })
  return { coverage: reading.coverage, nodes }
}

async function dropOnNode(
  node: ConnectedNode,
  target: CacheTarget,
  audited: AuditStatement[],
): Promise<DropReport['nodes'][number] | null> {
  if (!(await hasCache(createUncachedReader(node, firstAnswerMs), target.cache))) return null
  // The same query runs again afterwards.
  const reader = createUncachedReader(node)
  const before = await readCachedAmount(reader, target)
  const { sent, fault } = await sendDrops(node, await planDrops(reader, target), audited)
  const after = await readCachedAmount(reader, target)
  return {
    node: node.name,
    droppedBytes: before.bytes > after.bytes ? before.bytes - after.bytes : 0n,
    leftBytes: after.bytes,
    statements: sent,
    fault,
  }
}
