import type { SettingExplanation } from './setting-explanation.ts'
import { ranges } from './setting-ranges.ts'

/**
 * Of volumes and of the policies that they make up.
 * Source: https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-multiple-volumes_configure,
 * held to 26.7 by tests with the engine.
 */
export const volumeSettings: readonly SettingExplanation[] = [
  {
    name: 'volume_priority',
    of: 'volume',
    form: 'integer',
    expert: true,
    default: 'the order in which the volumes are written',
    range: '1, 2, 3 … without gaps, for all volumes or for none',
    meaning: 'The order in which the server fills volumes and moves parts on. 1 comes first.',
    caution: 'Given for all volumes or for none, and without gaps.',
    takes: 'reload',
  },
  {
    name: 'max_data_part_size_bytes',
    of: 'volume',
    form: 'bytes',
    default: '0 (no limit)',
    range: ranges.bytes,
    meaning: 'The largest part that the volume takes. A larger one is written to the next volume at once.',
    caution: 'Under 1 MiB even small inserts go to the next volume.',
    takes: 'reload',
  },
  {
    name: 'max_data_part_size_ratio',
    of: 'volume',
    form: 'share',
    expert: true,
    default: 'none',
    range: '0 to 1',
    meaning: 'The same as a share of the space of the volume. Instead of max_data_part_size_bytes.',
    caution: '',
    takes: 'reload',
  },
  {
    name: 'perform_ttl_move_on_insert',
    of: 'volume',
    form: 'flag',
    default: 'true',
    range: ranges.yesNo,
    meaning:
      'Rows that are already past their move TTL are written straight to this volume. Where not, they come in on the first volume and move later.',
    caution:
      'A backfill of old rows then writes to object storage part by part. Turn it off, or tier afterwards.',
    takes: 'reload',
  },
  {
    name: 'prefer_not_to_merge',
    of: 'volume',
    form: 'flag',
    default: 'false',
    range: ranges.yesNo,
    meaning: 'The server does not merge parts on this volume.',
    caution: 'The documentation advises against it: parts pile up, and OPTIMIZE is refused (code 388).',
    takes: 'reload',
  },
  {
    name: 'load_balancing',
    of: 'volume',
    form: 'text',
    choices: ['round_robin', 'least_used'],
    default: 'round_robin',
    range: 'round_robin or least_used',
    meaning:
      'How a volume of several disks chooses: in turn (round_robin), or the disk with most space (least_used).',
    caution: 'With round_robin the smallest disk is full first.',
    takes: 'reload',
  },
  {
    name: 'move_factor',
    of: 'policy',
    form: 'share',
    default: '0.1',
    range: '0 to 1',
    meaning:
      'When less than this share of a volume is free, the server moves parts on to the next volume by itself. 0 turns that off.',
    caution:
      'It looks at every volume but the last. A high value empties the hot volume; nothing ever comes back by itself.',
    takes: 'reload',
  },
]
