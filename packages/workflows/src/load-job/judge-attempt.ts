import { createHash } from 'node:crypto'
import {
  etagHash,
  type LoadCountRow,
  loadCounts,
  type ObservedPartRow,
  observeParts,
  type StagingNames,
} from '@frostline/clickhouse'
import type { LoadFile } from '@frostline/db'
import { type AttemptPlan, type BatchVerdict, judgeBatch } from '@frostline/domain'
import { type LoadTask, nodeOf } from './load-task.ts'

/** What stands in the staging tables of one node. */
export interface StagedOnNode {
  nodeName: string
  shard: number
  parts: ObservedPartRow[]
  counts: LoadCountRow[]
}

/** Throws QueryFailedError when a node cannot be asked. */
export async function observeStaged(
  task: LoadTask,
  names: StagingNames,
  plan: AttemptPlan<LoadFile>,
): Promise<StagedOnNode[]> {
  const { database } = task.spec.landing
  return Promise.all(
    plan.nodeNames.map(async (nodeName) => {
      const { client, shard } = nodeOf(task, nodeName)
      const [parts, counts] = await Promise.all([
        client.query(observeParts, { database, table: names.data }),
        client.query(loadCounts, { database, counts: names.counts }),
      ])
      return { nodeName, shard, parts: parts.rows.filter(({ rows }) => rows > 0n), counts: counts.rows }
    }),
  )
}

/**
 * Holds what is staged on all nodes against the manifest. Re-sharded rows are written to each replica of their shard, so
 * the replicas have to agree and one of them counts; of a replicated table to one of them.
 * @param etags of each object, as the bucket told after the last statement had ended.
 */
export function judgeAttempt(
  task: LoadTask,
  files: readonly LoadFile[],
  staged: readonly StagedOnNode[],
  etags: ReadonlyMap<string, string | null>,
): BatchVerdict {
  const { bucket } = task.spec.source
  const counting: StagedOnNode[] = []
  const copies = task.spec.strategy.kind === 'reshard' && !task.spec.landing.replicated
  for (const node of staged) {
    const twin = copies ? counting.find(({ shard }) => shard === node.shard) : undefined
    if (!twin) counting.push(node)
    else if (describe(twin) !== describe(node))
      return {
        kind: 'inconsistent',
        reason: `${twin.nodeName} and ${node.nodeName} are replicas of one shard and did not get the same rows.`,
      }
  }
  const known = new Map(files.map(({ etag }) => [etagHash(etag), etag]))
  const counted = counting.flatMap(({ counts }) =>
    counts.map(({ path, etag_hash, rows }) => ({ path, rows, etag: known.get(etag_hash) ?? null })),
  )
  const stagedRows = counting.flatMap(({ parts }) => parts).reduce((sum, { rows }) => sum + rows, 0n)
  const objects = files.map(({ key, sizeBytes, etag, modifiedAt }) => ({
    path: `${bucket}/${key}`,
    sizeBytes,
    etag,
    modifiedAt,
  }))
  return judgeBatch(objects, counted, stagedRows, (path) => etags.get(path.slice(bucket.length + 1)) ?? null)
}

/** The same for the same parts, rows and counts on the same nodes. */
export function hashStaged(staged: readonly StagedOnNode[]): string {
  const facts = staged
    .map(({ nodeName, parts, counts }) => [
      nodeName,
      parts.map(({ name, rows, hash_of_all_files }) => [name, String(rows), hash_of_all_files]).toSorted(),
      counts.map(({ path, etag_hash, rows }) => [path, String(etag_hash), String(rows)]).toSorted(),
    ])
    .toSorted()
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

function describe({ counts }: StagedOnNode): string {
  return JSON.stringify(counts.map(({ path, rows }) => [path, String(rows)]).toSorted())
}
