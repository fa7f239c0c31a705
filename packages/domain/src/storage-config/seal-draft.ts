import { isSecretSetting } from './setting-catalogue.ts'
import type { SettingValue, StorageDraft } from './storage-draft.ts'

export interface SealedDraft {
  /** Each secret is replaced by the id under which it is stored. */
  draft: StorageDraft
  secrets: Record<string, string>
}

/**
 * Moves the secrets out of a draft. A secret from an earlier draft is referenced by its id.
 * @param known the secrets of that earlier draft by id.
 * @param missing called with disk and setting for an unknown id.
 */
export function sealDraft(
  draft: StorageDraft,
  known: Readonly<Record<string, string>>,
  missing: (disk: string, setting: string) => never,
): SealedDraft {
  const secrets: Record<string, string> = {}
  const seal = (secret: string): SettingValue => {
    const id = String(Object.keys(secrets).length + 1)
    secrets[id] = secret
    return { sealed: id }
  }
  const disks = draft.disks.map((disk) => ({
    ...disk,
    settings: Object.fromEntries(
      Object.entries(disk.settings).map(([name, value]): [string, SettingValue] => {
        if (typeof value === 'string')
          return [name, isSecretSetting(name) && value !== '' ? seal(value) : value]
        if ('fromEnv' in value) return [name, value]
        return [name, seal(known[value.sealed] ?? missing(disk.name, name))]
      }),
    ),
  }))
  return { draft: { ...draft, disks }, secrets }
}
