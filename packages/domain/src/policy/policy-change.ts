import { findVolume, type StoragePolicy } from './storage-policy.ts'

/** What the current policy has and the new one lacks. `disks` null: the whole volume. */
export interface PolicyGap {
  volume: string
  disks: readonly string[] | null
}

export type PolicyVerdict =
  | { kind: 'current' }
  | {
      kind: 'allowed'
      addedVolumes: readonly string[]
      addedDisks: readonly { volume: string; disks: readonly string[] }[]
      /** Whether the server would accept the change back afterwards. */
      wayBack: boolean
    }
  | { kind: 'unknown-policy' }
  /** A policy that the server made for one table (`SETTINGS disk = …`). */
  | { kind: 'own-disk'; policy: string }
  | { kind: 'refused'; gaps: readonly PolicyGap[] }

/** The server makes such policies and disks for `SETTINGS disk = …` of one table, and does not compare their volumes. */
export function isOfOneTable(name: string): boolean {
  return name.startsWith('__')
}

/**
 * Whether a table may change from `from` to `to` by the server's rule (26.7, otherwise Code 36): the new policy has
 * every volume of the old one, by name, with every disk. The server does not compare volumes from or to a table's own
 * disk, so parts could end up on a disk that the table no longer knows: refused here.
 */
export function judgePolicyChange(from: StoragePolicy, to: StoragePolicy | undefined): PolicyVerdict {
  if (!to) return { kind: 'unknown-policy' }
  if (from.name === to.name) return { kind: 'current' }
  const own = [from, to].find(({ name }) => isOfOneTable(name))
  if (own) return { kind: 'own-disk', policy: own.name }
  const gaps = findPolicyGaps(from, to)
  if (gaps.length > 0) return { kind: 'refused', gaps }
  return {
    kind: 'allowed',
    addedVolumes: to.volumes.filter(({ name }) => !findVolume(from, name)).map(({ name }) => name),
    addedDisks: to.volumes.flatMap(({ name, disks }) => {
      const before = findVolume(from, name)
      const added = before ? disks.filter((disk) => !before.disks.includes(disk)) : []
      return added.length > 0 ? [{ volume: name, disks: added }] : []
    }),
    wayBack: findPolicyGaps(to, from).length === 0,
  }
}

/** What `to` lacks of `from`, in the order of `from`. */
export function findPolicyGaps(from: StoragePolicy, to: StoragePolicy): PolicyGap[] {
  return from.volumes.flatMap(({ name, disks }): PolicyGap[] => {
    const kept = findVolume(to, name)
    if (!kept) return [{ volume: name, disks: null }]
    const missing = disks.filter((disk) => !kept.disks.includes(disk))
    return missing.length > 0 ? [{ volume: name, disks: missing }] : []
  })
}
