import { Badge, Bytes, formatCountOf, formatPercent, TierBadge } from '@frostline/ui'
import { Cloud, CornerDownRight, HardDrive } from 'lucide-react'
import type { Disk } from '../group-disks.ts'
import { SharedSpace } from './local-disk-space.tsx'
import { SpaceBar, splitSpace } from './space-bar.tsx'

interface Props {
  node: string
  disk: Disk
  /** Shown below the cache over it. */
  nested?: boolean
}

/** One disk: type, location, content and free space. */
export function DiskItem({ node, disk, nested = false }: Props) {
  const Icon = nested ? CornerDownRight : disk.tier === 'hot' ? HardDrive : Cloud
  return (
    <div className={nested ? 'mt-2.5 border-t border-dashed pt-2.5 pl-3' : ''}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Icon aria-hidden className="size-4 text-ink-3" />
        <span className="font-medium font-mono text-sm">{disk.name}</span>
        {nested ? null : <TierBadge tier={disk.tier === 'unknown' ? 'unknown' : disk.tier} />}
        <Badge>{disk.type}</Badge>
        {disk.cachePath === null ? null : <TierBadge tier="cache" />}
        {disk.encrypted ? <Badge>encrypted</Badge> : null}
        {disk.readOnly ? <Badge tone="warn">read only</Badge> : null}
        {disk.broken ? <Badge tone="danger">broken</Badge> : null}
      </p>
      <div className="mt-2">
        <DiskUse node={node} disk={disk} nested={nested} />
      </div>
      <p className="mt-1.5 truncate font-mono text-2xs text-ink-3" title={disk.path}>
        {disk.path}
      </p>
      {disk.cachePath ? (
        <p className="truncate text-2xs text-ink-3" title={disk.cachePath}>
          caches in <span className="font-mono">{disk.cachePath}</span>
        </p>
      ) : null}
    </div>
  )
}

function DiskUse({ node, disk, nested }: Required<Props>) {
  if (nested)
    return (
      <p className="text-ink-3 text-xs">
        Used by the cache above. Parts that are read through the cache are counted there.
      </p>
    )
  const parts = formatCountOf(disk.stored.parts, 'part')
  if (disk.totalBytes === null || disk.freeBytes === null)
    return (
      <p className="text-xs">
        <Bytes value={disk.stored.bytes} className="font-medium" />
        <span className="text-ink-3"> in {parts}; object storage has no size limit</span>
        {disk.sharedBytes > 0n ? (
          <span className="block text-ink-3">
            <Bytes value={disk.sharedBytes} /> of it in tables with zero-copy replication. Replicas share
            these objects, which are stored once
          </span>
        ) : null}
      </p>
    )
  const space = { partsBytes: disk.stored.bytes, totalBytes: disk.totalBytes, freeBytes: disk.freeBytes }
  const { otherBytes, freeShare } = splitSpace(space)
  return (
    <>
      <SpaceBar label={`Space of disk ${disk.name} on ${node}`} {...space} />
      <dl className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-xs">
        <Share label={parts} swatch="bg-hot" bytes={space.partsBytes} />
        <Share label="other files" swatch="bg-control/60" bytes={otherBytes} />
        <Share label={`free, ${formatPercent(freeShare)}`} swatch="bg-free" bytes={space.freeBytes} />
      </dl>
      <SharedSpace with={disk.sharesWith} />
      {disk.keepFreeBytes > 0n ? (
        <p className="mt-0.5 text-ink-3 text-xs">
          keep_free_space_bytes: <Bytes value={disk.keepFreeBytes} /> of that are reserved
        </p>
      ) : null}
    </>
  )
}

function Share({ label, swatch, bytes }: { label: string; swatch: string; bytes: bigint }) {
  return (
    <div className="inline-flex items-center gap-1.5">
      <span aria-hidden className={`size-2.5 rounded-xs ${swatch}`} />
      <dd className="font-medium">
        <Bytes value={bytes} />
      </dd>
      <dt className="text-ink-3">{label}</dt>
    </div>
  )
}
