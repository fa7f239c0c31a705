import { conformanceSums, expectedConformanceSums } from '@frostline/clickhouse'
import type { ConformanceStage } from '@frostline/domain'
import type { ConnectedNode } from '@frostline/services'
import type { TableAt } from '../../scratch/create-scratch.ts'

/**
 * Whether the table holds what it should by now, read past the caches and against rows calculated without a disk. What is
 * wrong; null: nothing. Throws QueryFailedError.
 * @param detached partition 0 is out of the table
 */
export async function verifyRows(
  node: ConnectedNode,
  at: TableAt,
  count: number,
  stage: ConformanceStage,
  detached: boolean,
): Promise<string | null> {
  const [found, expected] = await Promise.all([
    node.client.query(conformanceSums, at),
    node.client.query(expectedConformanceSums, {
      ...{ count, updated: stage.updated, deleted: stage.deleted },
      ...{ lightly_deleted: stage.lightlyDeleted, first_half: !detached },
    }),
  ])
  const [is, should] = [found.rows[0], expected.rows[0]]
  if (!is || !should) return 'The TTL could not be read back.'
  if (is.rows !== should.rows) return `It has ${is.rows} rows, expected ${should.rows}.`
  return is.checksum === should.checksum
    ? null
    : 'Its rows differ from the written rows: the checksum is different.'
}
