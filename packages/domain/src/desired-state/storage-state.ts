import { diffStorage, draftOfPolicy } from '../storage-config/diff-storage.ts'
import type { NodeStorageFacts } from '../storage-config/node-storage-facts.ts'
import type { DiskDraft, PolicyDraft, SettingValue, StorageDraft } from '../storage-config/storage-draft.ts'
import type { Json } from './json.ts'
import type { StorageState } from './state-specs.ts'

/** The place of a secret in a spec of storage, see secretRefsOf. */
const placeOf = (disk: string, setting: string) => `disks.${disk}.${setting}.secret`

/** @param secretAt the value for the place of a secret. */
export function draftOfState(
  { disks, policies }: StorageState,
  secretAt: (place: string) => SettingValue,
): StorageDraft {
  return {
    disks: Object.entries(disks).map(([name, settings]) => ({
      name,
      settings: Object.fromEntries(
        Object.entries(settings).map(([setting, value]): [string, SettingValue] =>
          typeof value === 'object' && 'secret' in value
            ? [setting, secretAt(placeOf(name, setting))]
            : [setting, value],
        ),
      ),
    })),
    policies: Object.entries(policies).map(([name, policy]) => ({ name, ...policy })),
  }
}

/** Sealed secrets have an empty reference. */
function stateOfDisk({ settings }: DiskDraft): Json {
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      typeof value === 'object' && 'sealed' in value ? { secret: '' } : value,
    ]),
  )
}

const stateOfPolicy = ({ name: _, ...policy }: PolicyDraft): Json => policy as Json

export interface StorageSight {
  /** What completed rollouts have written, by name: system tables do not show all of it. */
  applied: { disks: ReadonlyMap<string, DiskDraft>; policies: ReadonlyMap<string, PolicyDraft> }
  /** Written to some nodes by a rollout that has not ended well. */
  unfinished: StorageDraft
  /** All nodes of the cluster. */
  nodes: readonly NodeStorageFacts[]
  /** `all`: what can be described. */
  wanted: StorageState | 'all'
}

interface PresentStorage {
  spec: Json
  /** Disks that exist and whose settings are not known. Only for `all`. */
  unknownDisks: string[]
}

/**
 * Disks and policies as they are on all nodes, in the words of the rollout that wrote them. Of others only what system
 * tables show: all of a policy, and the type of a disk.
 */
export function describeStorage({ applied, unfinished, nodes, wanted }: StorageSight): PresentStorage {
  const isUnfinished = (object: 'disks' | 'policies', name: string) =>
    unfinished[object].some((each) => each.name === name)
  const runsEverywhere = (draft: StorageDraft) =>
    nodes.every((node) => diffStorage(draft, node).every(({ change }) => change === 'same'))
  const diskOf = (name: string): Json | undefined => {
    const draft = applied.disks.get(name)
    if (draft && !isUnfinished('disks', name) && runsEverywhere({ disks: [draft], policies: [] }))
      return stateOfDisk(draft)
    return seenOnNodes(nodes, (node) => {
      const disk = node.disks.find((each) => each.name === name)
      return disk && { type: disk.cachePath === null ? disk.type.toLowerCase() : 'cache' }
    })
  }
  const policyOf = (name: string): Json | undefined => {
    const known = applied.policies.get(name)
    const asked = wanted === 'all' ? undefined : wanted.policies[name]
    const drafts = [known, asked && isVisible(asked) ? { name, ...asked } : undefined]
    const draft = drafts.find((each) => each && runsEverywhere({ disks: [], policies: [each] }))
    if (draft && !isUnfinished('policies', name)) return stateOfPolicy(draft)
    return seenOnNodes(nodes, (node) => {
      const policy = node.policies.find((each) => each.name === name)
      return policy && stateOfPolicy(draftOfPolicy(policy))
    })
  }
  const own = <Item extends { name: string }>(items: readonly Item[]) =>
    items.map(({ name }) => name).filter((name) => name !== 'default' && !name.startsWith('__'))
  const names = {
    disks: wanted === 'all' ? [...applied.disks.keys()] : Object.keys(wanted.disks),
    policies:
      wanted === 'all'
        ? [
            ...new Set([...applied.policies.keys(), ...nodes.flatMap(({ policies }) => own(policies))]),
          ].filter((name) => nodes.some(({ policies }) => policies.some((each) => each.name === name)))
        : Object.keys(wanted.policies),
  }
  return {
    spec: { disks: collect(names.disks, diskOf), policies: collect(names.policies, policyOf) },
    unknownDisks:
      wanted === 'all'
        ? [...new Set(nodes.flatMap(({ disks }) => own(disks)))].filter((name) => !applied.disks.has(name))
        : [],
  }
}

const visibleOfVolume = new Set([
  ...['max_data_part_size_bytes', 'prefer_not_to_merge', 'perform_ttl_move_on_insert', 'load_balancing'],
])

/** Whether system tables show all of it. */
function isVisible({ volumes, settings }: StorageState['policies'][string]): boolean {
  return (
    Object.keys(settings).every((name) => name === 'move_factor') &&
    volumes.every((volume) => Object.keys(volume.settings).every((name) => visibleOfVolume.has(name)))
  )
}

/** Where nodes differ, the value of each by its name. */
function seenOnNodes(
  nodes: readonly NodeStorageFacts[],
  look: (node: NodeStorageFacts) => Json | undefined,
): Json | undefined {
  const seen = nodes.map((node) => [node.node, look(node) ?? null] as const)
  const forms = new Set(seen.map(([, value]) => JSON.stringify(value)))
  if (forms.size === 1) return seen[0]?.[1] ?? undefined
  return { byNode: Object.fromEntries(seen) }
}

function collect(names: readonly string[], read: (name: string) => Json | undefined): Json {
  return Object.fromEntries(
    names.flatMap((name): [string, Json][] => {
      const value = read(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
