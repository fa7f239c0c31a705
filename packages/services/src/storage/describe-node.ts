import {
  configuredDisk,
  type DiskRow,
  type FilesystemCacheRow,
  type StoragePolicyRow,
  type TableCatalogRow,
} from '@frostline/clickhouse'
import { type NodeStorage, tierOfDisk } from '@frostline/domain'
import { toDiskView, toPlacedDisks } from '../platform/reading/to-disk.ts'
import type { StorageView } from './schema.ts'

type PolicyView = NonNullable<StorageView['data']['byNode'][number]['storage']>['policies'][number]

/** Rows are ordered by policy and priority. */
export function toPolicyViews(rows: readonly StoragePolicyRow[], disks: readonly DiskRow[]): PolicyView[] {
  const placed = toPlacedDisks(disks)
  const policies = new Map<string, PolicyView>()
  for (const row of rows) {
    const policy = policies.get(row.policy_name) ?? { name: row.policy_name, volumes: [] }
    policies.set(row.policy_name, policy)
    policy.volumes.push({
      name: row.volume_name,
      priority: row.volume_priority,
      type: row.volume_type,
      disks: row.disks.map((name) => ({
        name: configuredDisk(name, disks),
        tier: tierOfDisk(name, placed),
      })),
      maxDataPartSizeBytes: row.max_data_part_size,
      moveFactor: row.move_factor,
      preferNotToMerge: row.prefer_not_to_merge,
      performTtlMoveOnInsert: row.perform_ttl_move_on_insert,
      loadBalancing: row.load_balancing,
    })
  }
  return [...policies.values()]
}

/** What must be the same on all nodes, under the configuration's names. Sizes and paths need not be. */
export function toComparable(
  node: string,
  facts: {
    policies: readonly PolicyView[]
    disks: readonly DiskRow[]
    caches: readonly FilesystemCacheRow[] | null
    tables: readonly TableCatalogRow[]
  },
): NodeStorage {
  const { policies, disks } = facts
  return {
    node,
    caches: facts.caches?.map(toComparableCache) ?? null,
    tables: facts.tables
      .filter(({ engine, database }) => engine.endsWith('MergeTree') && database !== 'system')
      .map((row) => ({ database: row.database, table: row.name, policy: row.storage_policy })),
    disks: disks.map((row) => {
      const view = toDiskView(row, disks)
      const settings = {
        type: view.type,
        tier: view.tier,
        'cache over': view.cacheOver.join(', '),
        encrypted: String(view.encrypted),
        'metadata type': row.metadata_type,
        'read only': String(view.readOnly),
        'write once': String(row.is_write_once),
        broken: String(view.broken),
        keep_free_space_bytes: String(view.keepFreeBytes),
      }
      return { name: view.name, settings }
    }),
    policies: policies.map((policy) => ({
      name: policy.name,
      volumes: policy.volumes.map((volume) => ({
        name: volume.name,
        settings: {
          disks: volume.disks.map((disk) => disk.name).join(', '),
          max_data_part_size_bytes: String(volume.maxDataPartSizeBytes),
          move_factor: String(volume.moveFactor),
          prefer_not_to_merge: String(volume.preferNotToMerge),
          perform_ttl_move_on_insert: String(volume.performTtlMoveOnInsert),
          load_balancing: volume.loadBalancing,
          volume_type: volume.type,
        },
      })),
    })),
  }
}

function toComparableCache(row: FilesystemCacheRow): NodeStorage['disks'][number] {
  return {
    name: row.cache_name,
    settings: {
      max_size: String(row.max_size),
      max_elements: String(row.max_elements),
      max_file_segment_size: String(row.max_file_segment_size),
      boundary_alignment: String(row.boundary_alignment),
      cache_on_write_operations: String(row.cache_on_write_operations),
      cache_policy: row.cache_policy,
      cache_hits_threshold: String(row.cache_hits_threshold),
      background_download_threads: String(row.background_download_threads),
      enable_bypass_cache_with_threshold: String(row.enable_bypass_cache_with_threshold),
      bypass_cache_threshold: String(row.bypass_cache_threshold),
    },
  }
}
