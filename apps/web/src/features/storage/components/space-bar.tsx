import { formatBytes, formatPercent, joinClasses, shareOf } from '@frostline/ui'

export interface SpaceBarProps {
  /** Accessible name: whose space it is. */
  label: string
  /** Active parts on the disk. */
  partsBytes: bigint
  totalBytes: bigint
  freeBytes: bigint
  size?: 'sm' | 'md' | undefined
}

/** Parts, then other data on the file system, then free space. Non-empty segments are at least two pixels wide. */
export function SpaceBar({ label, partsBytes, totalBytes, freeBytes, size = 'md' }: SpaceBarProps) {
  const { otherBytes, freeShare } = splitSpace({ partsBytes, totalBytes, freeBytes })
  const percent = (bytes: bigint) => `${(shareOf(bytes, totalBytes) ?? 0) * 100}%`
  const words = `${formatBytes(partsBytes)} in parts, ${formatBytes(otherBytes)} in other files, ${formatBytes(freeBytes)} free of ${formatBytes(totalBytes)} (${formatPercent(freeShare)})`
  return (
    <div
      role="img"
      aria-label={`${label}: ${words}`}
      title={words}
      className={joinClasses(
        'flex gap-px overflow-hidden rounded-sm bg-free',
        size === 'sm' ? 'h-1.5' : 'h-2.5',
      )}
    >
      {partsBytes > 0n ? <span className="min-w-0.5 bg-hot" style={{ width: percent(partsBytes) }} /> : null}
      {otherBytes > 0n ? (
        <span className="min-w-0.5 bg-control/60" style={{ width: percent(otherBytes) }} />
      ) : null}
    </div>
  )
}

/** Used space that is not active parts: files of others, inactive parts and logs. */
export function splitSpace({
  partsBytes,
  totalBytes,
  freeBytes,
}: Pick<SpaceBarProps, 'partsBytes' | 'totalBytes' | 'freeBytes'>) {
  const usedBytes = totalBytes - freeBytes
  return {
    otherBytes: usedBytes > partsBytes ? usedBytes - partsBytes : 0n,
    freeShare: shareOf(freeBytes, totalBytes),
  }
}
