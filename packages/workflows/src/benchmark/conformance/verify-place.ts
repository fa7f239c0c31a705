import { listDisks } from '@frostline/clickhouse'
import type { ConnectedNode } from '@frostline/services'
import type { TableAt } from '../../scratch/create-scratch.ts'
import { observeScratchParts } from '../../scratch/empty-partition.ts'

/**
 * Whether partition 0 lies on the disk. Versions name a disk behind a cache by either name: those with one path are one. What is
 * wrong; null: nothing. Throws QueryFailedError.
 */
export async function verifyPlace(node: ConnectedNode, at: TableAt, disk: string): Promise<string | null> {
  const [parts, disks] = await Promise.all([
    observeScratchParts(node, at, '0'),
    node.client.query(listDisks, {}),
  ])
  const pathOf = (name: string) => disks.rows.find((each) => each.name === name)?.path
  const elsewhere = parts.find(({ disk_name }) => pathOf(disk_name) !== pathOf(disk))
  if (parts.length === 0) return 'Its partition has no parts.'
  return elsewhere ? `Part ${elsewhere.name} is on ${elsewhere.disk_name}, not on ${disk}.` : null
}
