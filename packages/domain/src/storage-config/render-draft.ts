import { type ConfigElement, printConfigXml } from './config-xml.ts'
import type { SettingValue, StorageDraft } from './storage-draft.ts'

/** A node's values for placeholders in settings. */
export interface NodePlace {
  node: string
  shard: number
  replica: number
}

export interface RenderOptions {
  /** Replaces `{node}`, `{shard}` and `{replica}`; without it they stay. */
  place?: NodePlace
  /** Returns the text of a sealed secret. Without it, secrets become empty elements. */
  openSealed?: (id: string) => string
}

/** Replaced per node in settings: each node needs a prefix of its own in a bucket. */
export const placePlaceholders = ['{node}', '{shard}', '{replica}'] as const

/**
 * The drop-in file. `replace` makes each disk and policy override whatever had its name before: without it the server
 * would merge the two, volume by volume.
 */
export function renderStorageXml(draft: StorageDraft, options: RenderOptions = {}): string {
  return printConfigXml(toElement(draft, options))
}

function toElement(draft: StorageDraft, options: RenderOptions): ConfigElement {
  const sections: ConfigElement[] = []
  if (draft.disks.length > 0)
    sections.push(
      group(
        'disks',
        draft.disks.map(({ name, settings }) => replacing(name, toSettings(settings, options))),
      ),
    )
  if (draft.policies.length > 0)
    sections.push(
      group(
        'policies',
        draft.policies.map(({ name, volumes, settings }) =>
          replacing(name, [
            group(
              'volumes',
              volumes.map((volume) =>
                group(volume.name, [
                  ...volume.disks.map((disk) => leaf('disk', disk)),
                  ...toSettings(volume.settings, options),
                ]),
              ),
            ),
            ...toSettings(settings, options),
          ]),
        ),
      ),
    )
  return group('clickhouse', [group('storage_configuration', sections)])
}

function toSettings(
  settings: Readonly<Record<string, SettingValue>>,
  options: RenderOptions,
): ConfigElement[] {
  return Object.entries(settings).map(([name, value]) => {
    if (typeof value === 'string') return leaf(name, options.place ? fillPlace(value, options.place) : value)
    if ('fromEnv' in value) return { name, attributes: { from_env: value.fromEnv }, content: '' }
    return leaf(name, options.openSealed?.(value.sealed) ?? '')
  })
}

/** The text with the placeholders replaced. */
export function fillPlace(text: string, at: NodePlace): string {
  return text
    .replaceAll('{node}', at.node)
    .replaceAll('{shard}', String(at.shard))
    .replaceAll('{replica}', String(at.replica))
}

function group(name: string, content: readonly ConfigElement[]): ConfigElement {
  return { name, attributes: {}, content }
}

function leaf(name: string, content: string): ConfigElement {
  return { name, attributes: {}, content }
}

function replacing(name: string, content: readonly ConfigElement[]): ConfigElement {
  return { name, attributes: { replace: 'replace' }, content }
}
