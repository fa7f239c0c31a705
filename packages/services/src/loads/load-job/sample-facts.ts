import { loadSampleFacts, loadSampleSettings, type SampledColumn } from '@frostline/clickhouse'
import { isWritable, type LoadFacts, parseTtl } from '@frostline/domain'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { withSample } from './open-sample.ts'
import { allowBadRows, requireExpressions } from './require-expressions.ts'
import type { LoadTargetView, ParsedLoadDraft } from './schema.ts'

/**
 * How the first rows of one object would lie in the table; or why they cannot.
 * @param sample its key, and a node that has just answered, if one is known.
 */
export async function sampleFacts(
  ctx: ServiceContext,
  draft: ParsedLoadDraft,
  sample: { key: string; node?: ConnectedNode | undefined },
  target: LoadTargetView,
  mapped: readonly SampledColumn[],
): Promise<LoadFacts['sample']> {
  const { cluster, read } = draft
  const { bucket, id } = draft.source
  const ttl = parseTtl(target.landing.ttl)
  const rules = ttl.kind === 'parsed' ? ttl.rules : []
  const table = {
    partitionKey: target.landing.partitionKey,
    moveTtls: rules.filter(({ action }) => action.kind === 'move').map(({ expression }) => expression),
    deleteTtls: rules
      .filter(({ action }) => action.kind === 'delete' && action.where === null)
      .map(({ expression }) => expression),
  }
  const names = new Set(mapped.map(({ name }) => name))
  const defaults = target.columns
    .filter((column) => isWritable(column) && !names.has(column.name))
    .map(({ name, type }) => ({ name, type, expression: null }))
  try {
    return await withSample(
      ctx,
      { cluster, read, source: { id, bucket, key: sample.key }, node: sample.node },
      async ({ node, s3, bound, exactPath, options }) => {
        await requireExpressions(node, draft)
        const query = loadSampleFacts(s3, [...mapped, ...defaults], table, exactPath)
        const settings = {
          ...options.settings,
          ...loadSampleSettings,
          ...allowBadRows(draft.badRows),
        }
        const [row] = (await node.client.query(query, bound, { ...options, settings })).rows
        return {
          rows: row?.rows ?? 0n,
          partitions: row?.partitions ?? 0n,
          expiredMoves: row?.expired_moves ?? 0n,
          expiredDeletes: row?.expired_deletes ?? 0n,
        }
      },
    )
  } catch (thrown) {
    if (thrown instanceof ServiceError && (thrown.code === 'refused' || thrown.code === 'invalid'))
      return { failed: thrown.message }
    throw thrown
  }
}
