import type { SettingExplanation } from './setting-explanation.ts'

/** Shown by system tables, but not settable. */
export const shownSettings: readonly SettingExplanation[] = [
  {
    name: 'disks',
    of: 'volume',
    form: 'text',
    default: 'none: a volume needs at least one disk',
    range: 'names of disks',
    meaning: 'The disks of the volume. With several disks, new parts are distributed by load_balancing.',
    caution:
      'A disk cannot be removed from a policy that a table uses. A table can change only to a policy with all its disks.',
    takes: 'reload',
  },
  {
    name: 'volume_type',
    of: 'volume',
    form: 'text',
    default: 'JBOD',
    range: 'JBOD, or single_disk for a table with its own disk setting',
    meaning:
      'JBOD: each part is entirely on one disk of the volume. single_disk: the server created the volume for one table.',
    caution: 'JBOD has no redundancy. If a disk is lost, its data is lost, unless a replica has it.',
    takes: 'reload',
  },
]
