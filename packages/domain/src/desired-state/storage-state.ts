import { isOfOneTable } from '../policy/policy-change.ts'
import { diffStorage, draftOfPolicy } from '../storage-config/diff-storage.ts'
import type { NodeStorageFacts } from '../storage-config/node-storage-facts.ts'
import type { DiskDraft, PolicyDraft, SettingValue, StorageDraft } from '../storage-config/storage-draft.ts'
import type { Json } from './json.ts'
import type { StorageState } from './storage-spec.ts'

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
  /** Only for `all`: names of what a file cannot describe. */
  leftOut: {
    /** Disks whose settings are not known. */
    unknown: string[]
    /** Disks and policies that not all nodes run the same way, or that a rollout has not finished. */
    uneven: string[]
  }
}

/**
 * Disks and policies as they are on all nodes, in the words of the rollout that wrote them. Of others only what system
 * tables show: all of a policy, and the type of a disk.
 */
export function describeStorage(sight: StorageSight): PresentStorage {
  const { applied, nodes, wanted } = sight
  if (wanted !== 'all') {
    const disks = Object.keys(wanted.disks).map(
      (name) => [name, exactDisk(sight, name) ?? seenDisk(nodes, name)] as const,
    )
    const policies = Object.entries(wanted.policies).map(
      ([name, policy]) => [name, exactPolicy(sight, name, policy) ?? seenPolicy(nodes, name)] as const,
    )
    return {
      spec: { disks: present(disks), policies: present(policies) },
      leftOut: { unknown: [], uneven: [] },
    }
  }
  const onNodes = (of: 'disks' | 'policies') => [
    ...new Set(
      nodes
        .flatMap((node) => node[of].map(({ name }) => name))
        .filter((name) => name !== 'default' && !isOfOneTable(name)),
    ),
  ]
  const disks = new Map(onNodes('disks').map((name) => [name, exactDisk(sight, name)]))
  const policies = new Map(onNodes('policies').map((name) => [name, exactPolicy(sight, name)]))
  const missing = (found: Map<string, Json | undefined>) =>
    [...found].flatMap(([name, value]) => (value === undefined ? [name] : []))
  return {
    spec: { disks: present([...disks]), policies: present([...policies]) },
    leftOut: {
      unknown: missing(disks).filter((name) => !applied.disks.has(name)),
      uneven: [...missing(disks).filter((name) => applied.disks.has(name)), ...missing(policies)],
    },
  }
}

/** As it was written, if all nodes run it. */
function exactDisk({ applied, unfinished, nodes }: StorageSight, name: string): Json | undefined {
  const draft = applied.disks.get(name)
  if (!draft || unfinished.disks.some((disk) => disk.name === name)) return undefined
  return runsOnAll(nodes, { disks: [draft], policies: [] }) ? stateOfDisk(draft) : undefined
}

/** As it was written or is wanted, else as system tables show it, if all nodes run it. */
function exactPolicy(
  { applied, unfinished, nodes }: StorageSight,
  name: string,
  wanted?: StorageState['policies'][string],
): Json | undefined {
  if (unfinished.policies.some((policy) => policy.name === name)) return undefined
  const seen = nodes[0]?.policies.find((policy) => policy.name === name)
  const drafts = [
    applied.policies.get(name),
    wanted && isVisible(wanted) ? { name, ...wanted } : undefined,
    wanted || !seen ? undefined : draftOfPolicy(seen),
  ]
  const draft = drafts.find((each) => each && runsOnAll(nodes, { disks: [], policies: [each] }))
  return draft && stateOfPolicy(draft)
}

function runsOnAll(nodes: readonly NodeStorageFacts[], draft: StorageDraft): boolean {
  return nodes.every((node) => diffStorage(draft, node).every(({ change }) => change === 'same'))
}

const seenDisk = (nodes: readonly NodeStorageFacts[], name: string) =>
  seenOnNodes(nodes, (node) => {
    const disk = node.disks.find((each) => each.name === name)
    return disk && { type: disk.cachePath === null ? disk.type.toLowerCase() : 'cache' }
  })

const seenPolicy = (nodes: readonly NodeStorageFacts[], name: string) =>
  seenOnNodes(nodes, (node) => {
    const policy = node.policies.find((each) => each.name === name)
    return policy && stateOfPolicy(draftOfPolicy(policy))
  })

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

function present(entries: readonly (readonly [string, Json | undefined])[]): Json {
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
