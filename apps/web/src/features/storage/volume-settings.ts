import { explainSetting } from '@frostline/domain'
import { formatBytes } from '@frostline/ui'
import type { Volume } from './hooks/use-storage.ts'

/** One setting of a volume as shown, under its configuration name. */
interface ShownSetting {
  name: string
  /** The server's default. */
  initial: string
  read: (volume: Volume) => string
  /** No volume comes after the last one, so the setting has no effect there. */
  idleOnLast?: true
}

/** All settings of system.storage_policies. */
const shown: readonly ShownSetting[] = [
  {
    name: 'move_factor',
    initial: '0.1',
    idleOnLast: true,
    read: (volume) => (volume.moveFactor === null ? 'unknown' : String(Number(volume.moveFactor.toFixed(4)))),
  },
  {
    name: 'max_data_part_size_bytes',
    initial: 'no limit',
    read: (volume) =>
      volume.maxDataPartSizeBytes === 0n ? 'no limit' : formatBytes(volume.maxDataPartSizeBytes),
  },
  {
    name: 'perform_ttl_move_on_insert',
    initial: 'yes',
    read: (volume) => yesNo(volume.performTtlMoveOnInsert),
  },
  {
    name: 'prefer_not_to_merge',
    initial: 'no',
    read: (volume) => yesNo(volume.preferNotToMerge),
  },
  {
    name: 'load_balancing',
    initial: 'round_robin',
    read: (volume) => volume.loadBalancing.toLowerCase(),
  },
  {
    name: 'volume_type',
    initial: 'jbod',
    read: (volume) => volume.type.toLowerCase(),
  },
]

/** With the explanations of the settings catalogue. */
export const volumeSettings = shown.map((setting) => {
  const known = explainSetting(setting.name)
  return { ...setting, meaning: [known?.meaning, known?.caution].filter(Boolean).join(' ') }
})

/** @param last whether it is the last volume of its policy. */
export function listSettings(volume: Volume, last: boolean) {
  return volumeSettings.map(({ name, meaning, initial, idleOnLast, read }) => {
    const value = read(volume)
    return { name, meaning, value, changed: value !== initial && !(last && idleOnLast) }
  })
}

/** When the server moves parts from a volume to the next one. */
export function describePassage(volume: Volume): string {
  if (volume.moveFactor === null || volume.moveFactor <= 0) return 'by TTL or manually'
  const percent = Number((volume.moveFactor * 100).toFixed(1))
  return `when under ${percent}% is free, by TTL or manually`
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no'
}
