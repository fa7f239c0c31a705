import type { DiskRow, StoragePolicyRow } from '@frostline/clickhouse'
import { tierOfDisk } from '@frostline/domain'
import { roomOf } from '../../platform/reading/file-systems.ts'
import { toPlacedDisks } from '../../platform/reading/to-disk.ts'
import type { TableDetail } from './detail-schema.ts'

export interface NodeVolumes {
  node: { name: string }
  policyName: string
  policies: readonly StoragePolicyRow[]
  disks: readonly DiskRow[]
}

type VolumeTarget = TableDetail['data']['volumes'][number]

/** Volumes of the table's policy by name, with the nodes that have each. Settings are those of the first node. */
export function mergeVolumes(nodes: readonly NodeVolumes[]): VolumeTarget[] {
  const merged = new Map<string, VolumeTarget>()
  for (const { node, policyName, policies, disks } of nodes)
    for (const row of policies.filter((policy) => policy.policy_name === policyName)) {
      const volume = merged.get(row.volume_name) ?? toTarget(row, disks)
      merged.set(row.volume_name, volume)
      volume.nodes.push(node.name)
      volume.freeBytesByNode.push({ node: node.name, freeBytes: roomOf(row.disks, disks)?.freeBytes ?? null })
    }
  return [...merged.values()].sort((a, b) => a.priority - b.priority)
}

function toTarget(row: StoragePolicyRow, disks: readonly DiskRow[]): VolumeTarget {
  const placed = toPlacedDisks(disks)
  const [first = 'unknown', ...others] = new Set(row.disks.map((disk) => tierOfDisk(disk, placed)))
  return {
    name: row.volume_name,
    priority: row.volume_priority,
    tier: others.length > 0 ? 'mixed' : first,
    disks: row.disks,
    maxDataPartSizeBytes: row.max_data_part_size,
    moveFactor: row.move_factor,
    preferNotToMerge: row.prefer_not_to_merge,
    nodes: [],
    freeBytesByNode: [],
  }
}
