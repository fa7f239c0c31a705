import { type ObservedPartRow, partitionFloors } from '@frostline/clickhouse'
import type { OtherLoad, PublishToDo } from '@frostline/db'
import { type DuplicateParts, isDrivenRun } from '@frostline/domain'
import { type TableKind, targetTable } from '@frostline/services'
import { type LoadTask, nodeOf } from './load-task.ts'
import { encodeStagedParts } from './publish-batch.ts'

/** Parts in a staging table of one node, to be moved into the table of their kind. */
export interface StagedParts {
  nodeName: string
  tableKind: TableKind
  parts: readonly ObservedPartRow[]
}

/**
 * One for each partition, with the highest block number that its table has now. Throws QueryFailedError.
 * @param present parts that the table has already.
 */
export async function planPublishes(
  task: LoadTask,
  staged: readonly StagedParts[],
  present: readonly DuplicateParts[],
): Promise<PublishToDo[]> {
  const publishes = await Promise.all(
    staged.map(async ({ nodeName, tableKind, parts }) => {
      if (parts.length === 0) return []
      const target = targetTable(task.spec, tableKind)
      const { client } = nodeOf(task, nodeName)
      const floors = await client.query(partitionFloors, target, { timeoutMs: 3_000 })
      const floorOf = new Map(floors.rows.map((row) => [row.partition_id, row.floor]))
      return [...new Set(parts.map(({ partition_id }) => partition_id))].map((partitionId) => {
        const adopted = present
          .filter(
            (one) => tableKind === 'data' && one.nodeName === nodeName && one.partitionId === partitionId,
          )
          .flatMap((one) => one.parts)
        const own = parts
          .filter(
            (part) => part.partition_id === partitionId && !adopted.some(({ name }) => name === part.name),
          )
          .map(({ name, rows, hash_of_all_files: hash }) => ({ name, rows, hash }))
        return {
          nodeName,
          tableKind,
          partitionId,
          parts: encodeStagedParts(own),
          present: adopted,
          rows: own.reduce((sum, { rows }) => sum + rows, 0n),
          // 0 and -1 are below every block number.
          floor: floorOf.get(partitionId) ?? -1n,
        }
      })
    }),
  )
  return publishes.flat()
}

/** Why a batch does not arrive yet. */
export function explainTurn(table: string, { title, status }: OtherLoad): string {
  return isDrivenRun(status)
    ? `This batch is staged and will be published next: a batch of "${title}" is being published to ${table}.`
    : `This batch is staged. "${title}" ended while it was publishing a batch to ${table}. Retry it to complete the batch.`
}
