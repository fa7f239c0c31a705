import type { DiskDraft, PolicyDraft, SettingValue, StorageDraft } from '@frostline/domain'

export function replaceAt<Item>(items: readonly Item[], index: number, item: Item): Item[] {
  return items.map((each, at) => (at === index ? item : each))
}

export function removeAt<Item>(items: readonly Item[], index: number): Item[] {
  return items.filter((_, at) => at !== index)
}

/** Moves the item one position up; the first stays. */
export function moveUp<Item>(items: readonly Item[], index: number): Item[] {
  const [before, item] = [items[index - 1], items[index]]
  if (before === undefined || item === undefined) return [...items]
  return items.map((each, at) => (at === index - 1 ? item : at === index ? before : each))
}

/** Without a value the setting is removed, so that the server uses its default. */
export function withSetting(
  settings: Readonly<Record<string, SettingValue>>,
  name: string,
  value: SettingValue | undefined,
): Record<string, SettingValue> {
  if (value !== undefined && value !== '') return { ...settings, [name]: value }
  const { [name]: _, ...rest } = settings
  return rest
}

/** An unused name: `s3`, then `s3_2`. */
export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted
  for (let number = 2; ; number++) if (!taken.includes(`${wanted}_${number}`)) return `${wanted}_${number}`
}

/** A template's disk under an unused name; a cache goes over the last store of the draft, if there is one. */
export function addDisk(draft: StorageDraft, disk: DiskDraft, taken: readonly string[]): StorageDraft {
  const store = draft.disks.findLast(
    ({ settings }) => settings.type === 's3' || settings.type === 'azure_blob_storage',
  )
  const name = freeName(disk.settings.type === 'cache' && store ? `${store.name}_cache` : disk.name, [
    ...taken,
    ...draft.disks.map((each) => each.name),
  ])
  const settings =
    disk.settings.type === 'cache'
      ? { ...disk.settings, disk: store?.name ?? '', path: `${name}/` }
      : disk.settings
  return { ...draft, disks: [...draft.disks, { name, settings }] }
}

/** The usual form: the disk default first, under the volume name that tables on the policy default need. */
export function newPolicy(draft: StorageDraft, taken: readonly string[]): PolicyDraft {
  const cold = draft.disks.at(-1)
  return {
    name: freeName('tiered', [...taken, ...draft.policies.map(({ name }) => name)]),
    volumes: [
      { name: 'default', disks: ['default'], settings: {} },
      { name: 'cold', disks: cold ? [cold.name] : [], settings: {} },
    ],
    settings: { move_factor: '0' },
  }
}
