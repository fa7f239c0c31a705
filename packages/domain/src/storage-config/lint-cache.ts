import type { Report } from './finding.ts'
import { readBytes } from './lint-value.ts'
import type { NodeStorageFacts } from './node-storage-facts.ts'
import { type DiskDraft, isGiven, textOf } from './storage-draft.ts'

/** Lints a cache; `earlier` are the disks before it in the draft. */
export function lintCache(
  disk: DiskDraft,
  earlier: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const at = `disk ${disk.name}`
  const under = textOf(disk.settings, 'disk')
  if (!under)
    report('error', at, 'disk', 'The cache has no disk behind it.', 'Choose a disk on object storage.')
  else lintUnder(at, under, earlier, nodes, report)
  const path = textOf(disk.settings, 'path')
  if (path) {
    const outside = nodes.filter(({ disks }) => {
      const data = disks.find(({ name }) => name === 'default')?.path
      return path.startsWith('/') && data !== undefined && !path.startsWith(`${data}cache/`)
    })
    if (outside.length > 0 || path.split('/').includes('..'))
      report(
        'error',
        at,
        'path',
        `The server does not allow a cache at ${path}.`,
        'Use a relative path such as cold_cache/, which is in the cache folder of the data path.',
      )
    const twin = earlier.find(
      (other) => textOf(other.settings, 'type') === 'cache' && textOf(other.settings, 'path') === path,
    )
    if (twin)
      report(
        'error',
        at,
        'path',
        `The cache ${twin.name} has the same folder.`,
        'Use a separate folder for each cache.',
      )
  }
  const sizes = ['max_size', 'max_size_ratio_to_total_space'].filter((name) => isGiven(disk.settings, name))
  if (sizes.length === 0)
    report('error', at, 'max_size', 'The cache has no max_size.', 'Set a max size, such as 100Gi.')
  lintCapacity(at, readBytes(textOf(disk.settings, 'max_size') ?? ''), nodes, report)
}

/** Only a warning: the caches' folder can differ from that of the data, and no system table shows it. */
function lintCapacity(
  at: string,
  maxBytes: bigint | undefined,
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const small = nodes.filter(({ disks }) => {
    const total = disks.find(({ name }) => name === 'default')?.totalBytes
    return maxBytes !== undefined && total != null && total < maxBytes
  })
  if (small.length > 0)
    report(
      'warning',
      at,
      'max_size',
      `The max size of the cache is larger than the file system of the data path on ${small.map(({ node }) => node).join(', ')}.`,
      'A server rejects a cache larger than its file system. Reduce max_size, unless caches are on another file system.',
    )
}

function lintUnder(
  at: string,
  under: string,
  earlier: readonly DiskDraft[],
  nodes: readonly NodeStorageFacts[],
  report: Report,
): void {
  const drafted = earlier.find(({ name }) => name === under)
  if (drafted) {
    const type = textOf(drafted.settings, 'type')
    if (type !== 's3' && type !== 'azure_blob_storage')
      report(
        'error',
        at,
        'disk',
        `${under} is a ${type} disk.`,
        'A cache needs a disk on object storage behind it.',
      )
    return
  }
  const lacking = nodes.filter(({ disks }) => !disks.some(({ name }) => name === under))
  if (nodes.length === 0 || lacking.length > 0)
    report(
      'error',
      at,
      'disk',
      lacking.length === nodes.length
        ? `The disk ${under} is declared later or not at all.`
        : `The disk ${under} is not on ${lacking.map(({ node }) => node).join(', ')}.`,
      'Declare it before the cache.',
    )
  const local = nodes.some(({ disks }) =>
    disks.some(({ name, onObjectStorage }) => name === under && !onObjectStorage),
  )
  if (local)
    report(
      'error',
      at,
      'disk',
      `${under} is a local disk.`,
      'A cache needs a disk on object storage behind it.',
    )
}
