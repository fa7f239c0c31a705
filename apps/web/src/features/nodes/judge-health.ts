import { describeNodeReplication, type NodeReplication } from '@frostline/domain'
import { formatPercent, type NodeHealth, shareOf, type Tone } from '@frostline/ui'

/** Below this share of free space a merge may not find space, and ClickHouse's own move_factor is 0.1. */
const MIN_FREE = 0.1

export const healthTones: Record<NodeHealth, Tone> = {
  healthy: 'ok',
  degraded: 'warn',
  unreachable: 'unknown',
}

export interface HealthFacts {
  state: 'ok' | 'unreachable' | 'timeout' | 'refused' | 'failed'
  message: string | null
  figures: {
    disks: readonly {
      name: string
      totalBytes: bigint | null
      freeBytes: bigint | null
      broken?: boolean
      readOnly?: boolean
    }[]
    replication?: NodeReplication
  } | null
}

const states: Record<Exclude<HealthFacts['state'], 'ok'>, string> = {
  unreachable: 'Could not connect.',
  timeout: 'No response in time.',
  refused: 'The console’s user was rejected.',
  failed: 'It returned an error.',
}

/** The most important fact of a node; `problem` says why it is not healthy. */
export function judgeHealth(node: HealthFacts): { health: NodeHealth; problem?: string } {
  if (node.figures === null) {
    const what = node.state === 'ok' ? 'It returned no figures.' : states[node.state]
    return { health: 'unreachable', problem: node.message ? `${what} ${node.message}` : what }
  }
  const { disks, replication } = node.figures
  const ofDisks = disks.flatMap((disk) => {
    if (disk.broken) return [`Disk ${disk.name} is broken.`]
    const free = disk.totalBytes === null ? null : shareOf(disk.freeBytes, disk.totalBytes)
    if (free !== null && free < MIN_FREE) return [`Disk ${disk.name} has ${formatPercent(free)} free.`]
    return disk.readOnly ? [`Disk ${disk.name} is read only.`] : []
  })
  const problems = [...(replication ? describeNodeReplication(replication) : []), ...ofDisks]
  return problems.length > 0 ? { health: 'degraded', problem: problems.join(' ') } : { health: 'healthy' }
}

export interface LocalDisk {
  name: string
  totalBytes: bigint
  freeBytes: bigint
}

/**
 * The local disk with the smallest share of free space. Free space is never summed over disks: two disks on one
 * file system both report all of it.
 */
export function findTightestDisk(
  disks: readonly { name: string; totalBytes: bigint | null; freeBytes: bigint | null }[],
): LocalDisk | null {
  const local = disks.flatMap(({ name, totalBytes, freeBytes }) =>
    totalBytes === null || freeBytes === null || totalBytes === 0n ? [] : [{ name, totalBytes, freeBytes }],
  )
  const share = (disk: LocalDisk) => Number(disk.freeBytes) / Number(disk.totalBytes)
  return local.reduce<LocalDisk | null>(
    (least, disk) => (least === null || share(disk) < share(least) ? disk : least),
    null,
  )
}
