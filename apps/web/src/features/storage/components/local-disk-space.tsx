import { Bytes, formatPercent, joinClasses, shareOf } from '@frostline/ui'
import { SpaceBar } from './space-bar.tsx'

export interface LocalDiskSpaceProps {
  node: string
  name: string
  partsBytes: bigint
  totalBytes: bigint
  freeBytes: bigint
  /** Other disks of the node on the same file system. */
  sharesWith: readonly string[]
}

/** Free space of a local disk, as a line of text over a bar. */
export function LocalDiskSpace(props: LocalDiskSpaceProps) {
  const { node, name, partsBytes, totalBytes, freeBytes, sharesWith } = props
  const share = shareOf(freeBytes, totalBytes)
  const tight = share !== null && share < 0.1
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="flex items-baseline justify-between gap-2 text-xs">
        <span className="truncate font-mono text-ink-2">{name}</span>
        <span
          className={joinClasses('whitespace-nowrap', tight ? 'font-medium text-warn-ink' : 'text-ink-3')}
        >
          <Bytes value={freeBytes} /> free of <Bytes value={totalBytes} />, {formatPercent(share)}
        </span>
      </p>
      <SpaceBar
        size="sm"
        label={`Space of disk ${name} on ${node}`}
        partsBytes={partsBytes}
        totalBytes={totalBytes}
        freeBytes={freeBytes}
      />
      <SharedSpace with={sharesWith} />
    </div>
  )
}

/** Free space that two disks on one file system share. */
export function SharedSpace({ with: others }: { with: readonly string[] }) {
  if (others.length === 0) return null
  return (
    <p className="break-words text-2xs text-ink-3">
      {`Same file system as ${others.join(', ')}: free space is shared.`}
    </p>
  )
}
