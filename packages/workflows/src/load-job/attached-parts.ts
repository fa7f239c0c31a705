import { deduplicationFacts, partitionParts } from '@frostline/clickhouse'
import type { LoadPublish } from '@frostline/db'
import { blockNameOf, judgeLostPublish, type LostPublishState } from '@frostline/domain'
import { targetTable } from '@frostline/services'
import { z } from 'zod'
import { readBlocks } from './find-duplicates.ts'
import { type LoadTask, nodeOf } from './load-task.ts'

/** As the ledger keeps staged parts. */
export const storedParts = z.array(
  z.object({ name: z.string(), rows: z.string().transform(BigInt), hash: z.string() }),
)

/** What Keeper keeps of parts that were attached to the table: what each became, by the name of its block. */
export interface AttachedParts {
  path: string
  engineFull: string
  defaults: { seconds: bigint; blocks: bigint }
  partOf: ReadonlyMap<string, string>
}

/** Through one of its replicas. Answers why where it cannot be known. Throws QueryFailedError. */
export async function readAttachedParts(
  task: LoadTask,
  node: string,
  publishes: readonly LoadPublish[],
): Promise<AttachedParts | string> {
  const { client } = nodeOf(task, node)
  const [facts] = (await client.query(deduplicationFacts, targetTable(task.spec, 'data'))).rows
  if (!facts) return `${node} has no such table.`
  if (facts.zookeeper_name !== 'default') return 'The table uses a Keeper that cannot be read by SQL.'
  const names = publishes.flatMap(({ partitionId, parts }) =>
    storedParts.parse(parts).map(({ hash }) => blockNameOf(partitionId, hash)),
  )
  const blocks = await readBlocks(client, facts.zookeeper_path, [...new Set(names)])
  if (blocks === null)
    return 'system.zookeeper cannot be read: it needs a Keeper, and GRANT SELECT ON system.*.'
  return {
    path: facts.zookeeper_path,
    engineFull: facts.engine_full,
    defaults: { seconds: facts.default_seconds, blocks: facts.default_blocks },
    partOf: new Map(blocks.map(({ name, part }) => [name, part])),
  }
}

/** What of each has come to a replica. Throws QueryFailedError. */
export async function judgeOnReplica(
  task: LoadTask,
  node: string,
  publishes: readonly LoadPublish[],
  { partOf }: AttachedParts,
): Promise<LostPublishState[]> {
  const { client } = nodeOf(task, node)
  const target = targetTable(task.spec, 'data')
  return Promise.all(
    publishes.map(async ({ partitionId, floor, parts }) => {
      const { rows } = await client.query(partitionParts, { ...target, partition_id: partitionId })
      const hashes = storedParts.parse(parts).map(({ hash }) => hash)
      return judgeLostPublish({
        ...{ hashes, floor },
        attached: hashes.flatMap((hash) => {
          const part = partOf.get(blockNameOf(partitionId, hash))
          return part === undefined ? [] : [{ hash, part }]
        }),
        held: rows
          .filter(({ active }) => active)
          .map((part) => ({ minBlock: part.min_block_number, maxBlock: part.max_block_number })),
      })
    }),
  )
}
