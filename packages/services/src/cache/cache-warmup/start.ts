import { claimKeyOf, notifyChange, storeCacheWarmup, type Transaction } from '@frostline/db'
import type { WarmupSpec } from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { explainClaim, refuseHolder } from '../../platform/run/claim.ts'
import { checkCustomSql } from './check-sql.ts'
import { planWarmup } from './plan-warmup.ts'
import { requireWarmupRole } from './require-role.ts'
import { type WarmupDraft, warmupDraft } from './schema.ts'
import { warmups } from './warmup-run.ts'

/**
 * Inspects the table and the caches and stores the warm-up, queued: a worker takes it from the ledger.
 * @throws ServiceError `conflict` where a cache could not keep what is wanted, a node is unreachable, or another
 * warm-up reads the same table; and as previewWarmup does.
 * @param also is written in the same transaction.
 */
export async function startWarmup(
  ctx: ServiceContext,
  given: WarmupDraft,
  also: (tx: Transaction, id: string) => Promise<void> = async () => undefined,
): Promise<{ id: string }> {
  const name = `${given.spec.database}.${given.spec.table}`
  const attempt = { action: 'cache-warmup.start', objectType: 'cache-warmup', objectName: name }
  await authorize(ctx, 'operator', attempt)
  const { cluster: key, spec, bytesPerSecond } = parseInput(warmupDraft, given)
  await requireWarmupRole(ctx, spec, attempt)
  const { reading, columns, steps, fits, obstacle } = await planWarmup(ctx, key, spec)
  if (obstacle !== null)
    throw new ServiceError('conflict', obstacle, {
      hint: 'Nothing was started. Change the choice and try again.',
    })
  const { cluster } = reading
  const present = reading.readings.find(({ value }) => value !== null)
  if (present) await checkCustomSql(present.node, spec, columns)
  requireMeasuringNode(spec, cluster)
  const storing = ctx.db.$transaction(
    async (tx) => {
      const claimKey = claimKeyOf('cache-warmup', cluster.id, spec.database, spec.table)
      await refuseHolder(tx, warmups, { claimKey, name })
      const { id } = await storeCacheWarmup(tx, {
        clusterId: cluster.id,
        database: spec.database,
        table: spec.table,
        spec: withMeasuringNode(spec, steps[0]?.node),
        columns,
        bytesPerSecond: bytesPerSecond === null ? null : BigInt(bytesPerSecond),
        requestedById: ctx.actor.id,
        requestedBy: ctx.actor.name,
        steps: steps.map(({ node, cache, partitionId, wantedBytes, cachedBytes }) => ({
          ...{ nodeName: node, cacheName: cache, partitionId, wantedBytes, cachedBytes },
        })),
        now: ctx.now(),
      })
      await recordAudit(tx, ctx, {
        ...attempt,
        objectId: id,
        clusterId: cluster.id,
        clusterName: cluster.name,
        outcome: 'requested',
        details: {
          partitions: spec.partitions.kind,
          columns: columns.length,
          condition: spec.where !== null,
          measured: spec.measured !== null,
          bytesPerSecond,
          nodes: fits.map(
            (fit) =>
              `${fit.node}: ${fit.toFetchBytes} bytes to fetch into ${fit.cache}, ${fit.evictedBytes} bytes to evict`,
          ),
        },
      })
      await also(tx, id)
      await notifyChange(tx, 'cache-warmup', id)
      return { id }
    },
    { timeout: 30_000, maxWait: 5_000 },
  )
  return storing.catch((error: unknown) => {
    throw explainClaim(error, warmups, name)
  })
}

/** If none was chosen: a node that has the table. */
function withMeasuringNode(spec: WarmupSpec, node: string | undefined): WarmupSpec {
  if (!spec.measured || spec.measured.node !== null || node === undefined) return spec
  return { ...spec, measured: { ...spec.measured, node } }
}

function requireMeasuringNode(
  { measured }: WarmupSpec,
  { name, nodes }: { name: string; nodes: readonly { name: string }[] },
): void {
  if (measured?.node == null || nodes.some((node) => node.name === measured.node)) return
  throw new ServiceError('not_found', `${name} has no node ${measured.node}.`, {
    hint: 'Choose one from the list of nodes.',
  })
}
