import {
  attachedBlocks,
  deduplicationFacts,
  explain,
  type NodeClient,
  parseEngineSettings,
  partitionParts,
  QueryFailedError,
  rowsPresent,
  type StagingNames,
} from '@frostline/clickhouse'
import { findBringer } from '@frostline/db'
import { type AttachedBlock, blockNameOf, type DuplicateParts, findDuplicates } from '@frostline/domain'
import { stagingTable, targetTable } from '@frostline/services'
import type { StagedOnNode } from './judge-attempt.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

/** Names of blocks are sent in the address of the question. */
const maxNamesAtOnce = 2_000

/**
 * Staged parts that the table would leave out if they were attached now. None where Keeper cannot be asked, because the
 * account may not or the table lies in another one: then they are seen after the statement. Throws QueryFailedError.
 */
export async function findLeftOut(
  task: LoadTask,
  staged: readonly StagedOnNode[],
): Promise<DuplicateParts[]> {
  if (!task.spec.landing.replicated) return []
  const found = await Promise.all(staged.map((node) => findOnNode(task, node)))
  return Promise.all(found.flat().map((one) => nameBringer(task, one)))
}

async function findOnNode(task: LoadTask, { nodeName, parts }: StagedOnNode): Promise<DuplicateParts[]> {
  if (parts.length === 0) return []
  const { client } = nodeOf(task, nodeName)
  const {
    rows: [facts],
  } = await client.query(deduplicationFacts, targetTable(task.spec, 'data'))
  if (facts?.zookeeper_name !== 'default') return []
  const staged = parts.map(({ name, rows, hash_of_all_files: hash, partition_id: partitionId }) => ({
    ...{ name, rows, hash, partitionId },
  }))
  const names = [...new Set(staged.map(({ partitionId, hash }) => blockNameOf(partitionId, hash)))]
  const blocks = await readBlocks(client, facts.zookeeper_path, names)
  if (blocks === null) {
    task.deps.log.warn({ ...task.run, nodeName }, 'Keeper cannot be read for parts that were given before')
    return []
  }
  const seconds = parseEngineSettings(facts.engine_full).replicated_deduplication_window_seconds
  return findDuplicates(staged, blocks, {
    nodeName,
    windowSeconds: Number(seconds ?? facts.default_seconds),
  })
}

/** Those of the names that the table knows, with what became of them. Null: the account may not read Keeper. */
export async function readBlocks(
  client: NodeClient,
  path: string,
  names: readonly string[],
): Promise<AttachedBlock[] | null> {
  const blocks: AttachedBlock[] = []
  for (let from = 0; from < names.length; from += maxNamesAtOnce) {
    try {
      const some = { path, names: names.slice(from, from + maxNamesAtOnce) }
      const { rows } = await client.query(attachedBlocks, some)
      blocks.push(...rows.map(({ name, part, attached_at: attachedAt }) => ({ name, part, attachedAt })))
    } catch (error) {
      if (isForbidden(error)) return null
      throw error
    }
  }
  return blocks
}

/** ACCESS_DENIED, and UNKNOWN_TABLE of a server that offers no system.zookeeper. */
function isForbidden(error: unknown): boolean {
  if (!(error instanceof QueryFailedError) || error.failure.kind !== 'refused') return false
  return error.failure.error.code === 497 || error.failure.error.code === 60
}

async function nameBringer(task: LoadTask, one: DuplicateParts): Promise<DuplicateParts> {
  const { nodeName, partitionId, parts } = one
  const { database, table } = task.spec.landing
  const at = { clusterId: task.clusterId, database, table, nodeName, partitionId }
  const arrivedBy = parts[0] ? await findBringer(task.deps.db, at, parts[0].hash) : null
  return { ...one, arrivedBy }
}

/**
 * Why it is not proved that the table has the rows of these staged parts; null: it has them, by the hashes of its parts or, where
 * those were merged, by the count and the checksum of the rows.
 */
export async function findUnproved(
  task: LoadTask,
  names: StagingNames,
  { nodeName, partitionId, parts }: Pick<DuplicateParts, 'nodeName' | 'partitionId' | 'parts'>,
): Promise<string | null> {
  const { client } = nodeOf(task, nodeName)
  const target = targetTable(task.spec, 'data')
  const staging = stagingTable(task.spec, names, 'data')
  try {
    const there = await client.query(partitionParts, { ...target, partition_id: partitionId })
    const hashes = there.rows.filter(({ active }) => active).map((part) => part.hash_of_all_files)
    const count = (list: readonly string[], hash: string) => list.filter((other) => other === hash).length
    const own = parts.map(({ hash }) => hash)
    if (own.every((hash) => count(hashes, hash) >= count(own, hash))) return null
    const { rows } = await client.query(
      rowsPresent,
      {
        ...target,
        staging: staging.table,
        partition_id: partitionId,
        part_names: parts.map(({ name }) => name),
      },
      { timeoutMs: 86_400_000 },
    )
    const [sum] = rows
    if (sum && sum.rows === sum.found_rows && sum.checksum === sum.found_checksum) return null
    return `${sum ? sum.rows - sum.found_rows : 'The'} of ${sum?.rows ?? 'its'} rows are not in partition ${partitionId} on ${nodeName}: they were removed, merged away, or are not fetched yet.`
  } catch (error) {
    if (!(error instanceof QueryFailedError)) throw error
    return `${nodeName} cannot compare the rows of partition ${partitionId}: ${explain(error.failure)}`
  }
}
