import type { SettingExplanation } from './setting-explanation.ts'
import { ranges } from './setting-ranges.ts'

/**
 * Settings of volumes and policies.
 * Source:
 * https://clickhouse.com/docs/engines/table-engines/mergetree-family/mergetree#table_engine-mergetree-multiple-volumes_configure,
 * checked against 26.7 by tests with the engine.
 */
export const volumeSettings: readonly SettingExplanation[] = [
  {
    name: 'volume_priority',
    of: 'volume',
    form: 'integer',
    expert: true,
    default: 'the order of the volumes',
    range: '1, 2, 3 … without gaps, for all volumes or for none',
    meaning: 'The order in which the server fills volumes and moves parts. 1 is first.',
    caution: 'Set for all volumes or for none, without gaps.',
    takes: 'reload',
  },
  {
    name: 'max_data_part_size_bytes',
    of: 'volume',
    form: 'bytes',
    default: '0 (no limit)',
    range: ranges.bytes,
    meaning: 'Max size of a part on the volume. Larger parts are written to the next volume.',
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
      'Rows that are already past their move TTL are written directly to this volume. If off, they are written to the first volume and move later.',
    caution:
      'A backfill of old rows then writes many small parts to object storage. Turn it off for a backfill and move the parts later.',
    takes: 'reload',
  },
  {
    name: 'prefer_not_to_merge',
    of: 'volume',
    form: 'flag',
    default: 'false',
    range: ranges.yesNo,
    meaning: 'The server does not merge parts on this volume.',
    caution: 'The documentation advises against it. Parts accumulate, and OPTIMIZE is rejected (code 388).',
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
      'How a volume with several disks chooses one: in turn (round_robin), or the disk with the most free space (least_used).',
    caution: 'With round_robin the smallest disk fills up first.',
    takes: 'reload',
  },
  {
    name: 'move_factor',
    of: 'policy',
    form: 'share',
    default: '0.1',
    range: '0 to 1',
    meaning:
      'If less than this share of a volume is free, the server moves parts to the next volume. 0: off.',
    caution:
      'Applies to every volume except the last. A high value empties the hot volume. Parts never move back automatically.',
    takes: 'reload',
  },
]
