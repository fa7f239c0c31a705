import { readStorageXml } from '../storage-config/read-draft.ts'
import { settingCatalogue } from '../storage-config/setting-catalogue.ts'
import type { SettingValue, StorageDraft } from '../storage-config/storage-draft.ts'

export const fileLoads = ['none', 'reload', 'restart'] as const
/** What a node needs to apply a changed file. */
export type FileLoad = (typeof fileLoads)[number]

export interface LoadPlan {
  load: FileLoad
  /** Why a restart is needed; empty otherwise. */
  reasons: string[]
}

/**
 * What a node needs to take its file from `before` to `after`; null is an absent file. New disks, policies and volumes
 * need a reload. Removals, and settings that a disk reads once at startup, need a restart.
 * @param elsewhere disks from other files, whose settings there are unknown.
 */
export function planLoad(
  before: string | null,
  after: string | null,
  elsewhere: ReadonlySet<string>,
): LoadPlan {
  if (before === after) return { load: 'none', reasons: [] }
  const [old, fresh] = [draftOf(before), draftOf(after)]
  const reasons = [...judgeDisks(old, fresh, elsewhere), ...judgePolicies(old, fresh)]
  return { load: reasons.length > 0 ? 'restart' : 'reload', reasons }
}

function judgeDisks(old: StorageDraft, fresh: StorageDraft, elsewhere: ReadonlySet<string>): string[] {
  const gone = old.disks.filter(({ name }) => !fresh.disks.some((disk) => disk.name === name))
  return [
    ...gone.map(({ name }) => `Disk ${name} is removed, which needs a restart.`),
    ...fresh.disks.flatMap(({ name, settings }) => {
      const before = old.disks.find((disk) => disk.name === name)
      if (!before && !elsewhere.has(name)) return []
      const changed = listChanged(before?.settings ?? {}, settings).filter(takesRestart)
      if (changed.length === 0) return []
      return before
        ? [`Disk ${name}: ${changed.join(', ')} apply after a restart.`]
        : [`Disk ${name} is also defined in another file: ${changed.join(', ')} apply after a restart.`]
    }),
  ]
}

function judgePolicies(old: StorageDraft, fresh: StorageDraft): string[] {
  return old.policies.flatMap((policy) => {
    const after = fresh.policies.find(({ name }) => name === policy.name)
    if (!after)
      return [`Policy ${policy.name} is removed. A running server rejects a configuration without it.`]
    const lost = policy.volumes.filter(
      ({ name, disks }) =>
        !after.volumes.some(
          (volume) => volume.name === name && disks.every((disk) => volume.disks.includes(disk)),
        ),
    )
    if (lost.length > 0) {
      const names = lost.map(({ name }) => name).join(', ')
      return [`Policy ${policy.name} loses a volume or disk (${names}). A running server rejects this.`]
    }
    const changed = [
      ...listChanged(policy.settings, after.settings),
      ...policy.volumes.flatMap(({ name, settings }) =>
        listChanged(settings, after.volumes.find((volume) => volume.name === name)?.settings ?? {}),
      ),
    ].filter(takesRestart)
    return changed.length > 0 ? [`Policy ${policy.name}: ${changed.join(', ')} apply after a restart.`] : []
  })
}

function listChanged(
  before: Readonly<Record<string, SettingValue>>,
  after: Readonly<Record<string, SettingValue>>,
): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** An unknown setting counts as one that needs a restart: after it the node certainly runs it. */
function takesRestart(name: string): boolean {
  const known = settingCatalogue.filter((setting) => setting.name === name)
  return known.length === 0 || known.some(({ takes }) => takes === 'restart')
}

function draftOf(text: string | null): StorageDraft {
  const read = text === null ? null : readStorageXml(text)
  return read?.kind === 'ok' ? read.draft : { disks: [], policies: [] }
}
