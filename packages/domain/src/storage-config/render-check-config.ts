import { isOfOneTable } from '../policy/policy-change.ts'
import { type ConfigElement, printConfigXml } from './config-xml.ts'
import { readBytes } from './lint-value.ts'
import type { NodeStorageFacts, PolicyFact } from './node-storage-facts.ts'
import { renderStorageXml } from './render-draft.ts'
import { settingCatalogue } from './setting-catalogue.ts'
import { type DiskDraft, type SettingValue, type StorageDraft, textOf } from './storage-draft.ts'

export interface CheckConfig {
  files: Record<string, string>
  /** Dummy values for the variables that the draft names. */
  env: Record<string, string>
}

/** Valid base64, which an Azure key must be. */
const secretStandIn = 'c2VhbGVk'
const addressStandIn = 'http://127.0.0.1:1/bucket/prefix/'
/** The engine rejects a cache larger than its file system, and its folder is on another one than the node's. */
const cacheStandInBytes = 64n * 2n ** 20n

/**
 * Configuration for a temporary engine in `folder` that knows what the node runs now, with the draft as its drop-in.
 * Existing disks are replaced by dummies of the same name, local folders are in `folder`, caches are small, no store is
 * contacted, and it contains no secret.
 */
export function renderCheckConfig(draft: StorageDraft, node: NodeStorageFacts, folder: string): CheckConfig {
  const dataPath = node.disks.find(({ name }) => name === 'default')?.path
  const disks = draft.disks.map((disk) => toChecked(disk, folder, dataPath))
  return {
    files: {
      'config.xml': printConfigXml(describeNode(node, folder)),
      'conf.d/frostline.xml': renderStorageXml(
        { ...draft, disks },
        { place: node, openSealed: () => secretStandIn },
      ),
    },
    env: Object.fromEntries(draft.disks.flatMap(({ settings }) => listVariables(settings))),
  }
}

function toChecked(disk: DiskDraft, folder: string, dataPath: string | undefined): DiskDraft {
  const settings = { ...disk.settings }
  const type = textOf(settings, 'type')
  for (const name of ['path', 'metadata_path']) {
    const path = textOf(settings, name)
    if (path === undefined || !path.startsWith('/')) continue
    settings[name] =
      dataPath !== undefined && path.startsWith(dataPath)
        ? `${folder}/data/${path.slice(dataPath.length)}`
        : type === 'cache'
          ? path
          : `${folder}/disks${path}`
  }
  const cacheBytes = type === 'cache' ? readBytes(textOf(settings, 'max_size') ?? '') : undefined
  if (cacheBytes !== undefined && cacheBytes > cacheStandInBytes)
    settings.max_size = String(cacheStandInBytes)
  if (type === 's3' || type === 'azure_blob_storage') settings.skip_access_check = 'true'
  if (type === 'azure_blob_storage') settings.container_already_exists = 'true'
  return { ...disk, settings }
}

function listVariables(settings: Readonly<Record<string, SettingValue>>): [string, string][] {
  return Object.entries(settings).flatMap(([name, value]): [string, string][] => {
    if (typeof value === 'string' || !('fromEnv' in value)) return []
    const isAddress = settingCatalogue.some((setting) => setting.name === name && setting.form === 'url')
    return [[value.fromEnv, isAddress ? addressStandIn : secretStandIn]]
  })
}

/** Policies and disks that a table made for itself (`__…`) are not in the configuration. */
function describeNode(node: NodeStorageFacts, folder: string): ConfigElement {
  const disks = node.disks
    .filter(({ name }) => name !== 'default' && /^\w+$/.test(name) && !isOfOneTable(name))
    .map(({ name, onObjectStorage }) =>
      group(name, [
        ...(onObjectStorage
          ? [
              leaf('type', 'object_storage'),
              leaf('object_storage_type', 'local_blob_storage'),
              leaf('metadata_type', 'local'),
            ]
          : [leaf('type', 'local')]),
        leaf('path', `${folder}/existing/${name}/`),
      ]),
    )
  const policies = node.policies
    .filter(({ name }) => name !== 'default' && !isOfOneTable(name))
    .map(describePolicy)
  return group('clickhouse', [
    leaf('path', `${folder}/data/`),
    group('storage_configuration', [group('disks', disks), group('policies', policies)]),
  ])
}

function describePolicy({ name, volumes }: PolicyFact): ConfigElement {
  return group(name, [
    group(
      'volumes',
      volumes.map((volume) =>
        group(volume.name, [
          ...volume.disks.map((disk) => leaf('disk', disk)),
          leaf('max_data_part_size_bytes', String(volume.maxDataPartSizeBytes)),
          leaf('prefer_not_to_merge', String(volume.preferNotToMerge)),
          leaf('perform_ttl_move_on_insert', String(volume.performTtlMoveOnInsert)),
          leaf('load_balancing', volume.loadBalancing.toLowerCase()),
        ]),
      ),
    ),
    leaf('move_factor', String(Number((volumes[0]?.moveFactor ?? 0).toFixed(4)))),
  ])
}

function group(name: string, content: readonly ConfigElement[]): ConfigElement {
  return { name, attributes: {}, content: content.length > 0 ? content : '' }
}

function leaf(name: string, content: string): ConfigElement {
  return { name, attributes: {}, content }
}
