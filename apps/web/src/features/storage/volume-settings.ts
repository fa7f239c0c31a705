import { formatBytes } from '@frostline/ui'
import type { Volume } from './hooks/use-storage.ts'

/** One setting of a volume as people read it, under its name in the server's configuration. */
export interface VolumeSetting {
  name: string
  meaning: string
  /** What the server takes when the configuration says nothing. */
  initial: string
  read: (volume: Volume) => string
  /** Nothing comes after the last volume, so the setting does nothing there. */
  idleOnLast?: true
}

/**
 * All settings that system.storage_policies tells.
 * Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-multiple-volumes_configure
 */
export const volumeSettings: readonly VolumeSetting[] = [
  {
    name: 'move_factor',
    meaning:
      'When less than this share of the volume is free, parts move to the next volume until it is. A high value empties the volume, 0 leaves it to fill up; the last volume ignores it.',
    initial: '0.1',
    idleOnLast: true,
    read: (volume) =>
      volume.moveFactor === null ? 'not told' : String(Number(volume.moveFactor.toFixed(4))),
  },
  {
    name: 'max_data_part_size_bytes',
    meaning:
      'A part that would be larger is written to the next volume. Under 1 MiB even small inserts pass the volume by.',
    initial: 'no limit',
    read: (volume) =>
      volume.maxDataPartSizeBytes === 0n ? 'no limit' : formatBytes(volume.maxDataPartSizeBytes),
  },
  {
    name: 'perform_ttl_move_on_insert',
    meaning:
      'Whether rows that are past their TTL when they come are written straight to this volume. Where not, they come in on the first volume and move later.',
    initial: 'yes',
    read: (volume) => yesNo(volume.performTtlMoveOnInsert),
  },
  {
    name: 'prefer_not_to_merge',
    meaning: 'Whether parts on this volume are left unmerged. ClickHouse advises against it: parts pile up.',
    initial: 'no',
    read: (volume) => yesNo(volume.preferNotToMerge),
  },
  {
    name: 'load_balancing',
    meaning:
      'How disks of the volume take turns: round_robin one after the other, least_used the one with most free space.',
    initial: 'round_robin',
    read: (volume) => volume.loadBalancing.toLowerCase(),
  },
  {
    name: 'volume_type',
    meaning:
      'JBOD: each part lies whole on one disk of the volume, and nothing is copied between them. single_disk: the server made the volume for a table with a disk setting of its own.',
    initial: 'jbod',
    read: (volume) => volume.type.toLowerCase(),
  },
]

/** @param last whether it is the last volume of its policy. */
export function listSettings(volume: Volume, last: boolean) {
  return volumeSettings.map(({ name, meaning, initial, idleOnLast, read }) => {
    const value = read(volume)
    return { name, meaning, value, changed: value !== initial && !(last && idleOnLast) }
  })
}

/** What makes the server take parts from a volume to the next one. */
export function describePassage(volume: Volume): string {
  if (volume.moveFactor === null || volume.moveFactor <= 0) return 'by TTL or by hand'
  const percent = Number((volume.moveFactor * 100).toFixed(1))
  return `when under ${percent}% is free, by TTL or by hand`
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
