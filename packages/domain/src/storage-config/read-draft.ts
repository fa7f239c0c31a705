import { type ConfigElement, parseConfigXml } from './config-xml.ts'
import { type SettingValue, type StorageDraft, storageDraft } from './storage-draft.ts'

export type ReadDraft = { kind: 'ok'; draft: StorageDraft } | { kind: 'fault'; text: string }

/** Reads an existing storage configuration to continue with in the designer. Everything around it is left out. */
export function readStorageXml(text: string): ReadDraft {
  const parsed = parseConfigXml(text)
  if (parsed.kind === 'fault') return { kind: 'fault', text: `Line ${parsed.line}: ${parsed.text}` }
  const storage = findStorage(parsed.root)
  if (!storage) return { kind: 'fault', text: 'It contains no <storage_configuration>.' }
  try {
    const draft = storageDraft.safeParse({
      disks: childrenOf(storage, 'disks').map((disk) => ({
        name: disk.name,
        settings: readSettings(elementsOf(disk)),
      })),
      policies: childrenOf(storage, 'policies').map((policy) => ({
        name: policy.name,
        volumes: childrenOf(policy, 'volumes').map((volume) => ({
          name: volume.name,
          disks: elementsOf(volume).flatMap(({ name, content }) =>
            name === 'disk' && typeof content === 'string' ? [content] : [],
          ),
          settings: readSettings(elementsOf(volume).filter(({ name }) => name !== 'disk')),
        })),
        settings: readSettings(elementsOf(policy).filter(({ name }) => name !== 'volumes')),
      })),
    })
    if (draft.success) return { kind: 'ok', draft: draft.data }
    const issue = draft.error.issues[0]
    return { kind: 'fault', text: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not understood'}` }
  } catch (thrown) {
    if (thrown instanceof NestedSetting) return { kind: 'fault', text: thrown.message }
    throw thrown
  }
}

class NestedSetting extends Error {}

function findStorage(root: ConfigElement): ConfigElement | undefined {
  if (root.name === 'storage_configuration') return root
  return elementsOf(root).find(({ name }) => name === 'storage_configuration')
}

function elementsOf(element: ConfigElement): readonly ConfigElement[] {
  return typeof element.content === 'string' ? [] : element.content
}

function childrenOf(element: ConfigElement, name: string): readonly ConfigElement[] {
  return elementsOf(element)
    .filter((child) => child.name === name)
    .flatMap(elementsOf)
}

function readSettings(elements: readonly ConfigElement[]): Record<string, SettingValue> {
  const settings: Record<string, SettingValue> = Object.create(null)
  for (const { name, attributes, content } of elements) {
    if (typeof content !== 'string')
      throw new NestedSetting(
        `<${name}> contains nested elements, which the designer cannot edit. Remove it.`,
      )
    settings[name] = attributes.from_env === undefined ? content : { fromEnv: attributes.from_env }
  }
  return settings
}
