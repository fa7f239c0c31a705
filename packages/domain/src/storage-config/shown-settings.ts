import type { SettingExplanation } from './setting-explanation.ts'

/** What system tables tell and nobody sets. */
export const shownSettings: readonly SettingExplanation[] = [
  {
    name: 'disks',
    of: 'volume',
    form: 'text',
    default: 'none: a volume names at least one disk',
    range: 'names of disks',
    meaning: 'The disks of the volume. With several, new parts are spread over them as load_balancing says.',
    caution:
      'A disk cannot leave a policy that a table uses: a table only changes to a policy that holds all its disks.',
    takes: 'reload',
  },
  {
    name: 'volume_type',
    of: 'volume',
    form: 'text',
    default: 'JBOD',
    range: 'JBOD, or single_disk for a table with a disk setting of its own',
    meaning:
      'JBOD: each part lies whole on one disk of the volume. single_disk: the server made the volume for one table.',
    caution: 'JBOD keeps no copy: a lost disk is lost data, unless a replica has it.',
    takes: 'reload',
  },
]
