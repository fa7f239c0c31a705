import type { DiskRow } from '@frostline/clickhouse'

/**
 * The S3 disks of a node whose files can be read: one per metadata folder, since a cache over a disk shows the same
 * files again. Disks with their metadata in the bucket itself have no such folder and are left out.
 */
export function chooseS3Disks(disks: readonly DiskRow[]): DiskRow[] {
  const chosen = new Map<string, DiskRow>()
  for (const disk of disks) {
    if (!isS3(disk) || !keepsMetadataHere(disk)) continue
    const present = chosen.get(disk.path)
    if (!present || (present.cache_path !== '' && disk.cache_path === '')) chosen.set(disk.path, disk)
  }
  return [...chosen.values()]
}

/** S3 disks whose files the server does not list: they keep their metadata in the bucket itself. */
export function listUnreportedDisks(disks: readonly DiskRow[]): string[] {
  return disks.filter((disk) => isS3(disk) && !keepsMetadataHere(disk)).map(({ name }) => name)
}

/** All disk names that parts in the same folder may have. */
export function namesOverFolder(disks: readonly DiskRow[], { path }: DiskRow): string[] {
  return disks.filter((disk) => disk.path === path && isS3(disk)).map(({ name }) => name)
}

function isS3({ type, object_storage_type }: DiskRow): boolean {
  return type.toLowerCase() === 's3' || object_storage_type.toLowerCase() === 's3'
}

function keepsMetadataHere({ metadata_type }: DiskRow): boolean {
  return metadata_type === 'Local' || metadata_type === 'None'
}
