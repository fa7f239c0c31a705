import type { Report } from './finding.ts'
import { lintCache } from './lint-cache.ts'
import { findValueFault, isOn } from './lint-value.ts'
import type { DiskFact, NodeStorageFacts } from './node-storage-facts.ts'
import { placePlaceholders } from './render-draft.ts'
import { isSecretSetting, listSettingsOfDisk } from './setting-catalogue.ts'
import { type DiskKind, diskKinds } from './setting-explanation.ts'
import { type DiskDraft, isGiven, textOf } from './storage-draft.ts'

/** Lints one disk; `earlier` are the disks before it in the draft. */
export function lintDisk(
  disk: DiskDraft,
  earlier: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const at = `disk ${disk.name}`
  const type = textOf(disk.settings, 'type') ?? (disk.name === 'default' ? 'local' : undefined)
  const kind = diskKinds.find((each) => each === type)
  lintName(disk, earlier, report)
  if (disk.name === 'default') {
    lintDefaultDisk(disk, report)
    return
  }
  if (!kind) {
    report(
      'error',
      at,
      'type',
      type === undefined ? 'The disk has no type.' : `The disk type "${type}" does not exist.`,
      `Use one of ${diskKinds.join(', ')}.`,
    )
    return
  }
  lintSettings(disk, kind, at, report)
  lintExisting(disk, kind, at, nodes, report)
  if (kind === 'local') lintLocal(disk, earlier, nodes, report)
  if (kind === 's3') lintS3(disk, earlier, nodes, report)
  if (kind === 'azure_blob_storage') lintAzure(disk, nodes, report)
  if (kind === 'cache') lintCache(disk, earlier, nodes, report)
}

function lintName(disk: DiskDraft, earlier: readonly DiskDraft[], report: Report): void {
  const at = `disk ${disk.name}`
  if (!/^\w+$/.test(disk.name))
    report(
      'error',
      at,
      null,
      `"${disk.name}" is not a valid disk name.`,
      'Use only letters, digits and _. The server rejects other characters.',
    )
  if (earlier.some(({ name }) => name === disk.name))
    report('error', at, null, 'Two disks have this name.', 'Rename one of them.')
}

function lintDefaultDisk(disk: DiskDraft, report: Report): void {
  for (const name of Object.keys(disk.settings))
    if (name !== 'keep_free_space_bytes' && name !== 'type')
      report(
        'error',
        'disk default',
        name,
        `The disk default is in the data path of the server and does not support ${name}.`,
        'Set only keep_free_space_bytes for it. For anything else add another disk.',
      )
}

function lintSettings(disk: DiskDraft, kind: DiskKind, at: string, report: Report): void {
  const known = listSettingsOfDisk(kind)
  for (const setting of known)
    if (setting.required && !isGiven(disk.settings, setting.name) && setting.name !== 'disk')
      report('error', at, setting.name, `The disk has no ${setting.name}.`, `Give ${setting.range}.`)
  for (const [name, value] of Object.entries(disk.settings)) {
    if (name === 'type') continue
    const setting = known.find((each) => each.name === name)
    if (name === 'retry_attempts' && kind === 's3')
      report('error', at, name, 'The server ignores retry_attempts.', 'Write s3_retry_attempts.')
    else if (!setting)
      report(
        'warning',
        at,
        name,
        `${name} is not a known setting, so its value was not checked.`,
        'See the documentation of your version.',
      )
    if (typeof value !== 'string') {
      if ('fromEnv' in value && !/^[A-Za-z_]\w*$/.test(value.fromEnv))
        report(
          'error',
          at,
          name,
          `"${value.fromEnv}" is not a valid variable name.`,
          'Use only letters, digits and _. A server without the variable does not start.',
        )
      continue
    }
    const fault = setting && value !== '' ? findValueFault(setting, value.trim()) : undefined
    if (fault) report('error', at, name, fault, setting?.meaning ?? '')
  }
  const clear = Object.entries(disk.settings).filter(
    ([name, value]) =>
      isSecretSetting(name) && value !== '' && (typeof value === 'string' || 'sealed' in value),
  )
  for (const [name] of clear)
    report(
      'warning',
      at,
      name,
      `${name} will be stored in clear text in the file on each node.`,
      'Use a variable of the server instead, if possible.',
    )
}

/** A disk that nodes run already: its data is found by its location. */
function lintExisting(
  disk: DiskDraft,
  kind: DiskKind,
  at: string,
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const found = nodes.flatMap(({ node, disks }) => {
    const fact = disks.find(({ name }) => name === disk.name)
    return fact ? [{ node, fact }] : []
  })
  if (found.length === 0) return
  const names = found.map(({ node }) => node).join(', ')
  const other = found.find(({ fact }) => kindOf(fact) !== kind)
  if (other)
    report(
      'error',
      at,
      'type',
      `The disk is ${describe(other.fact)} on ${other.node} and would become ${kind}. The server would lose its parts.`,
      'Give the new disk another name.',
    )
  else
    report(
      'warning',
      at,
      null,
      `The disk exists on ${names} and will be replaced by this definition.`,
      'Settings that are not repeated here are removed. If the path or endpoint changes, the server looks for its parts there.',
    )
}

function kindOf(fact: DiskFact): DiskKind {
  if (fact.cachePath !== null) return 'cache'
  if (!fact.onObjectStorage) return 'local'
  return /azure/i.test(fact.type) ? 'azure_blob_storage' : 's3'
}

function describe(fact: DiskFact): string {
  const kind = kindOf(fact)
  return kind === 'cache' ? 'a cache' : kind
}

function lintLocal(
  disk: DiskDraft,
  earlier: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const at = `disk ${disk.name}`
  const path = textOf(disk.settings, 'path')
  if (path === undefined || path === '') return
  if (!path.endsWith('/'))
    report('error', at, 'path', `The path ${path} has no slash at its end.`, `Write ${path}/.`)
  if (!path.startsWith('/'))
    report('error', at, 'path', `The path ${path} is not absolute.`, 'Write it from / on.')
  const twin = earlier.find(
    (other) => textOf(other.settings, 'type') === 'local' && textOf(other.settings, 'path') === path,
  )
  const owner =
    twin?.name ??
    nodes.flatMap(({ disks }) => disks).find((fact) => fact.path === path && fact.name !== disk.name)?.name
  if (owner)
    report(
      'error',
      at,
      'path',
      `The disk ${owner} also has the path ${path}.`,
      'Use a separate folder for each disk.',
    )
}

function lintS3(
  disk: DiskDraft,
  earlier: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const at = `disk ${disk.name}`
  const { settings } = disk
  const endpoint = textOf(settings, 'endpoint')
  if (endpoint !== undefined && endpoint !== '') {
    if (!endpoint.endsWith('/'))
      report('error', at, 'endpoint', `The endpoint ${endpoint} has no slash at its end.`, 'Add it.')
    const bucket = bucketOf(endpoint)
    if (bucket !== undefined && (bucket.length < 3 || bucket.length > 63))
      report(
        'error',
        at,
        'endpoint',
        `The bucket "${bucket}" has ${bucket.length} characters.`,
        'Bucket names have 3 to 63 characters. Write https://host/bucket/prefix/.',
      )
    lintOwnPlace(at, 'endpoint', endpoint, 'prefix', nodes, report)
    const twin = earlier.find((other) => textOf(other.settings, 'endpoint') === endpoint)
    if (twin)
      report(
        'error',
        at,
        'endpoint',
        `The disk ${twin.name} has the same endpoint.`,
        'Use a separate prefix for each disk.',
      )
  }
  const keys = ['access_key_id', 'secret_access_key'].filter((name) => isGiven(settings, name))
  if (keys.length === 1)
    report(
      'error',
      at,
      keys[0] === 'access_key_id' ? 'secret_access_key' : 'access_key_id',
      'Only one of the two keys is set.',
      'Set both, or use_environment_credentials.',
    )
  if (keys.length === 0 && !isOn(textOf(settings, 'use_environment_credentials')))
    report(
      'warning',
      at,
      'access_key_id',
      'The disk has no credentials. The server accesses the store anonymously.',
      'Set both keys, or use_environment_credentials.',
    )
  if (!isGiven(settings, 's3_retry_attempts'))
    report(
      'warning',
      at,
      's3_retry_attempts',
      'Without s3_retry_attempts the server tries 500 times. While the store is down, every query on the disk hangs.',
      'Set it to 3 or 5.',
    )
}

function lintAzure(disk: DiskDraft, nodes: readonly NodeStorageFacts[], report: Report): void {
  const at = `disk ${disk.name}`
  const container = textOf(disk.settings, 'container_name')
  if (container) {
    const filled = fillIn(container)
    if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(filled))
      report(
        'error',
        at,
        'container_name',
        `"${container}" is not a valid container name.`,
        'Use 3 to 63 lower-case letters, digits and hyphens.',
      )
    lintOwnPlace(at, 'container_name', container, 'container', nodes, report)
  }
  if (isGiven(disk.settings, 'account_name') !== isGiven(disk.settings, 'account_key'))
    report('error', at, 'account_key', 'Only one of account name and key is set.', 'Set both or neither.')
}

function lintOwnPlace(
  at: string,
  setting: string,
  text: string,
  what: string,
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  if (nodes.length < 2) return
  const places = new Set(
    nodes.map((place) =>
      text
        .replaceAll('{node}', place.node)
        .replaceAll('{shard}', String(place.shard))
        .replaceAll('{replica}', String(place.replica)),
    ),
  )
  if (places.size < nodes.length)
    report(
      'error',
      at,
      setting,
      `${nodes.length} nodes would share ${places.size === 1 ? `one ${what}` : `${places.size} ${what}es`}. A node would delete objects that another one needs.`,
      `Add {node}, or {shard} and {replica}. Sharing needs zero-copy replication, which is not for production.`,
    )
}

/** Bucket of a path-style address; undefined for virtual-host style or if unclear. */
function bucketOf(endpoint: string): string | undefined {
  const found = /^https?:\/\/([^/]+)\/([^/]*)/.exec(fillIn(endpoint))
  const [, host = '', bucket] = found ?? []
  const namesBucket = host.endsWith('amazonaws.com') && /\.s3[.-]/.test(host)
  return namesBucket ? undefined : bucket
}

function fillIn(text: string): string {
  return placePlaceholders.reduce((filled, name) => filled.replaceAll(name, '1'), text)
}
