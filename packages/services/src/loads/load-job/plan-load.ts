import { deduplicationFacts, parseEngineSettings, QueryFailedError } from '@frostline/clickhouse'
import {
  checkLoad,
  type DuplicateFacts,
  isReplicated,
  type LoadBatch,
  type LoadCheck,
  type LoadQuorum,
  type LoadSpec,
  loadSpec,
  planBatches,
} from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import { onReachableNodes } from '../../benchmarks/sql-judgement/on-reachable-nodes.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { chooseQuorum } from './choose-quorum.ts'
import { type ChosenStrategy, chooseStrategy } from './choose-strategy.ts'
import { listManifest } from './list-manifest.ts'
import { observeBadRows } from './observe-bad-rows.ts'
import { observeLoadTarget } from './observe-target.ts'
import { mapOnto } from './preview-mapping.ts'
import { detectFormats, findUnreadable } from './read-manifest.ts'
import { requireExpressions } from './require-expressions.ts'
import { sampleFacts } from './sample-facts.ts'
import type { LoadTargetView, ParsedLoadDraft } from './schema.ts'

export interface LoadPlan {
  observedAt: Date
  title: string
  sourceName: string
  spec: LoadSpec
  objects: StoredObject[]
  batches: LoadBatch[]
  target: LoadTargetView
  chosen: ChosenStrategy
  quorum: LoadQuorum
  checks: LoadCheck[]
}

/** All that a load would be, from the bucket and the nodes as they are now. Nothing is stored. */
export async function planLoad(ctx: ServiceContext, draft: ParsedLoadDraft): Promise<LoadPlan> {
  refuseVirtualNames(draft)
  const { nodes } = await ctx.clusters.get(draft.cluster)
  await onReachableNodes(nodes, (node) => requireExpressions(node, draft))
  const observedAt = ctx.now()
  const { source } = draft
  const [{ objects, missing, sourceName }, target] = await Promise.all([
    withBucket(ctx, source, async ({ store, name }) => ({
      ...(await listManifest(store, source.bucket, source.selection)),
      sourceName: name,
    })),
    observeLoadTarget(ctx, { cluster: draft.cluster, ...draft.target }),
  ])
  const sampleKey = objects[0]?.key
  if (sampleKey === undefined)
    throw new ServiceError('invalid', 'The selection has no object with data.', {
      hint: 'Change the pattern, or select other objects.',
    })
  if (missing.length > 0)
    throw new ServiceError(
      'invalid',
      `${missing.length} of the selected objects do not exist, such as ${missing[0]}.`,
      {
        hint: 'Remove them from the selection.',
      },
    )
  const columns = mapOnto(target, draft.mapping)
  const awayReplicas = findAwayReplicas(nodes, target)
  const away = awayReplicas.map(({ node }) => node)
  const chosen = chooseStrategy(draft, target, objects, away)
  const quorum = chooseQuorum(draft.quorum, nodes, target)
  const spec = toSpec(draft, target, chosen, quorum.replicas)
  const batches = cutBatches(spec, objects)
  const unreadable = findUnreadable(objects)
  const rule = draft.badRows
  const [sample, badRowsNodes, duplicates] = await Promise.all([
    sampleFacts(
      ctx,
      draft,
      { node: nodes.find(({ name }) => name === target.replicas[0]?.name), key: sampleKey },
      target,
      columns,
    ),
    rule.kind === 'fail' ? [] : observeBadRows(ctx, draft.cluster, chosen.nodes, rule),
    observeDuplicates(ctx, draft, target, chosen, objects),
  ])
  const checks = checkLoad({
    sizeBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n),
    unreadable: unreadable.length,
    unreadableExample: unreadable[0]?.key ?? null,
    formats: detectFormats(objects).map(
      ({ format, compression }) => `${format ?? 'no known format'}, ${compression}`,
    ),
    landing: target.replicas
      .filter(({ name }) => chosen.nodes.includes(name))
      .map(({ name, freeBytes }) => ({ node: name, freeBytes })),
    engine: target.landing.engine,
    carried: target.landing.carried,
    missingNodes:
      target.distributed === null ? [] : target.missingNodes.filter((node) => !away.includes(node)),
    awayReplicas,
    quorum,
    readOnlyNodes: target.replicas
      .filter(({ name, replication }) => chosen.nodes.includes(name) && replication?.readOnly)
      .map(({ name }) => name),
    materializedViews: target.materializedViews,
    sample,
    strategyRefusal: chosen.refusal,
    staging: isReplicated(target.landing.engine) ? chosen.staging : [],
    badRows: rule.kind === 'fail' ? null : { rule, format: draft.read.format, nodes: badRowsNodes },
    duplicates,
  })
  const title = draft.title === '' ? titleOf(draft) : draft.title
  return { observedAt, title, sourceName, spec, objects, batches, target, chosen, quorum, checks }
}

/** Loads count rows by these columns: one of the objects would hide them, and no object would have rows. */
const countedBy = new Set(['_path', '_etag'])

function refuseVirtualNames({ read }: ParsedLoadDraft): void {
  const hiding = read.columns.find(({ name }) => countedBy.has(name))
  if (hiding)
    throw new ServiceError(
      'invalid',
      `A column of the objects is named ${hiding.name}, like a virtual column of s3().`,
      {
        hint: 'Leave it out of the columns that are read, or rename it in the objects.',
      },
    )
}

/** Nodes that do without the table for now: another replica of their shard has it. */
function findAwayReplicas(
  nodes: readonly ConnectedNode[],
  { landing, missingNodes, replicas }: LoadTargetView,
): { node: string; other: string }[] {
  if (!isReplicated(landing.engine)) return []
  return missingNodes.flatMap((node) => {
    const shard = nodes.find(({ name }) => name === node)?.shard
    const other = replicas.find((replica) => replica.shard === shard)
    return other ? [{ node, other: other.name }] : []
  })
}

function toSpec(
  draft: ParsedLoadDraft,
  target: LoadTargetView,
  chosen: ChosenStrategy,
  quorum: number,
): LoadSpec {
  const { database, table, engine, carried } = target.landing
  return loadSpec.parse({
    source: draft.source,
    read: draft.read,
    target: draft.target,
    landing: { database, table, nodes: chosen.nodes, replicated: isReplicated(engine), carried },
    mapping: draft.mapping,
    strategy: chosen.strategy,
    badRows: draft.badRows,
    duplicates: draft.duplicates,
    lostReplica: draft.lostReplica,
    quorum,
    tuning: { ...defaultTuning(target, chosen.nodes), ...draft.tuning },
    batch: draft.batch,
  })
}

const fewCores = 4

/**
 * Threads as the server has them; half as many write, since parsing is what takes the time and each holds a block. On a
 * node with few cores as many write as read, or the end of a load would have one at work.
 */
function defaultTuning(
  target: LoadTargetView,
  nodes: readonly string[],
): { maxThreads: number; maxInsertThreads: number } {
  const cores = target.replicas.filter(({ name }) => nodes.includes(name)).map((node) => node.cores)
  const least = Math.max(1, Math.min(...cores))
  return {
    maxThreads: Math.min(least, 1_024),
    maxInsertThreads: Math.min(16, Math.max(Math.min(least, fewCores), Math.floor(least / 2))),
  }
}

function titleOf({ source, target }: ParsedLoadDraft): string {
  const { selection, bucket } = source
  const what =
    selection.kind === 'glob'
      ? `${bucket}/${selection.glob}`
      : selection.keys.length === 1
        ? `${bucket}/${selection.keys[0]}`
        : `${selection.keys.length} objects of ${bucket}`
  return `${what} into ${target.database}.${target.table}`.slice(0, 500)
}

/** What of these objects the table got before, by the ledger, and for how long its nodes leave out equal content. */
async function observeDuplicates(
  ctx: ServiceContext,
  draft: Pick<ParsedLoadDraft, 'cluster' | 'source' | 'duplicates'>,
  { landing }: Pick<LoadTargetView, 'landing'>,
  { nodes }: Pick<ChosenStrategy, 'nodes'>,
  objects: readonly StoredObject[],
): Promise<DuplicateFacts> {
  const cluster = await ctx.clusters.get(draft.cluster)
  const at = { database: landing.database, table: landing.table }
  const replicas = isReplicated(landing.engine)
    ? cluster.nodes.filter(({ name }) => nodes.includes(name))
    : []
  const windows = await Promise.all(
    replicas.map(async ({ client }) => {
      try {
        const { rows } = await client.query(deduplicationFacts, at)
        return rows.map((facts) => {
          const own = parseEngineSettings(facts.engine_full)
          return {
            seconds: Number(own.replicated_deduplication_window_seconds ?? facts.default_seconds),
            blocks: Number(own.replicated_deduplication_window ?? facts.default_blocks),
          }
        })
      } catch (error) {
        // Whatever is wrong with the node is told by the other checks.
        if (error instanceof QueryFailedError) return []
        throw error
      }
    }),
  )
  const [before] = await ctx.db.$queryRaw<{ objects: number; last: Date | null; title: string | null }[]>`
    SELECT count(DISTINCT file.key)::int AS objects, max(file."loadedAt") AS last,
      (array_agg(job.title ORDER BY file."loadedAt" DESC))[1] AS title
    FROM unnest(
      ${objects.map(({ key }) => key)}::text[], ${objects.map(({ etag }) => etag)}::text[]
    ) AS given(key, etag)
    JOIN load_file AS file ON file.key = given.key AND file.etag = given.etag AND file.status = 'loaded'
    JOIN load_job AS job ON job.id = file."jobId" JOIN run ON run.id = job.id
    WHERE run."clusterId" = ${cluster.id} AND job."sourceId" = ${draft.source.id}
      AND job.spec->'source'->>'bucket' = ${draft.source.bucket}
      AND job.spec->'landing'->>'database' = ${at.database} AND job.spec->'landing'->>'table' = ${at.table}`
  const windowsSeen = windows.flat()
  const longest = windowsSeen.toSorted((a, b) => b.seconds - a.seconds)[0]
  return {
    rule: draft.duplicates,
    window: longest ?? null,
    loaded:
      before?.last && before.title !== null
        ? { objects: before.objects, last: before.last.toISOString(), title: before.title }
        : null,
  }
}

/** The batches of a load, in the order of its objects. */
export function cutBatches(
  { source, batch }: Pick<LoadSpec, 'source' | 'batch'>,
  objects: readonly StoredObject[],
): LoadBatch[] {
  return planBatches(
    objects.map(({ key, sizeBytes, etag, lastModified }) => ({
      path: `${source.bucket}/${key}`,
      sizeBytes,
      etag,
      modifiedAt: lastModified,
    })),
    { maxBytes: BigInt(batch.maxBytes), maxObjects: batch.maxObjects },
  )
}
