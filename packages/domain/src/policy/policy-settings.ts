/** What a setting of a volume or policy means, for people. Names and defaults are those of the server's configuration. */
export interface SettingExplanation {
  name: string
  /** Where it stands in the configuration. */
  of: 'policy' | 'volume' | 'disk'
  default: string
  meaning: string
  /** What to beware of; empty when there is nothing. */
  caution: string
}

export const storageSettings: readonly SettingExplanation[] = [
  {
    name: 'disks',
    of: 'volume',
    default: 'none: a volume names at least one disk',
    meaning: 'The disks of the volume. With several, new parts are spread over them as load_balancing says.',
    caution:
      'A disk cannot leave a policy that a table uses: a table only changes to a policy that holds all its disks.',
  },
  {
    name: 'volume_priority',
    of: 'volume',
    default: 'the order in which the volumes are written',
    meaning: 'The order in which the server fills volumes and moves parts on. 1 comes first.',
    caution: 'Given for all volumes or for none, and without gaps.',
  },
  {
    name: 'max_data_part_size_bytes',
    of: 'volume',
    default: '0 (no limit)',
    meaning: 'The largest part that the volume takes. A larger one is written to the next volume at once.',
    caution: 'Under 1 MiB even small inserts go to the next volume.',
  },
  {
    name: 'move_factor',
    of: 'policy',
    default: '0.1',
    meaning:
      'When less than this share of a volume is free, the server moves parts on to the next volume by itself. 0 turns that off.',
    caution:
      'It looks at every volume but the last. A high value empties the hot volume; nothing ever comes back by itself.',
  },
  {
    name: 'prefer_not_to_merge',
    of: 'volume',
    default: 'false',
    meaning: 'The server does not merge parts on this volume.',
    caution: 'The documentation advises against it: parts pile up, and OPTIMIZE is refused (code 388).',
  },
  {
    name: 'perform_ttl_move_on_insert',
    of: 'volume',
    default: 'true',
    meaning:
      'Rows that are already past their move TTL are written straight to the target volume of the TTL.',
    caution:
      'A backfill of old rows then writes to object storage part by part. Turn it off, or tier afterwards.',
  },
  {
    name: 'load_balancing',
    of: 'volume',
    default: 'round_robin',
    meaning:
      'How a volume of several disks chooses: in turn (round_robin), or the disk with most space (least_used).',
    caution: 'With round_robin the smallest disk is full first.',
  },
  {
    name: 'volume_type',
    of: 'volume',
    default: 'JBOD',
    meaning: 'JBOD: each part lies on one of the disks.',
    caution: 'JBOD keeps no copy: a lost disk is lost data, unless a replica has it.',
  },
  {
    name: 'keep_free_space_bytes',
    of: 'disk',
    default: '0',
    meaning: 'Space of the disk that the server leaves alone. It counts as not available for parts.',
    caution: '',
  },
]

export function explainSetting(name: string): SettingExplanation | undefined {
  return storageSettings.find((setting) => setting.name === name)
}
