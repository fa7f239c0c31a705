import { type Part, totalParts } from '../placement/part.ts'
import { findVolumeOfDisk } from '../policy/storage-policy.ts'
import { sizeText } from '../text/size-text.ts'
import type { PlanCheck } from './check.ts'
import { hasColdPart } from './optimize-first.ts'
import type { PlannedStep } from './planned-step.ts'
import type { ObservedReplica } from './snapshot.ts'

const MAX_NAMED = 5

/** What OPTIMIZE FINAL before the moves needs, and the partitions that it leaves alone. */
export function checkOptimize(
  replica: ObservedReplica,
  partitions: ReadonlyMap<string, readonly Part[]>,
  steps: readonly Pick<PlannedStep, 'parts' | 'partitionId' | 'optimizeFirst'>[],
): PlanCheck[] {
  const node = replica.node.name
  const coldPartitions = steps
    .map((step) => step.partitionId)
    .filter((id) => hasColdPart(partitions.get(id) ?? [], replica.policy))
  const merged = steps.filter((step) => step.optimizeFirst)
  const checks: PlanCheck[] = []
  if (coldPartitions.length > 0) {
    const named = coldPartitions.slice(0, MAX_NAMED).join(', ')
    const more = coldPartitions.length - MAX_NAMED
    checks.push({
      id: 'optimize',
      node,
      outcome: 'warning',
      text: `${coldPartitions.length} partitions already have a part on a colder volume and are moved without OPTIMIZE: ${named}${more > 0 ? ` and ${more} more` : ''}.`,
      hint: 'A merge would run on the colder volume. To merge them, move them back first.',
    })
  }
  for (const step of merged) {
    const needed = totalParts(step.parts).bytes
    const volume = findVolumeOfDisk(replica.policy, step.parts[0]?.disk ?? '')
    const free = (volume?.disks ?? []).map(
      (disk) => replica.disks.find((space) => space.name === disk)?.freeBytes ?? null,
    )
    const most = free.reduce<bigint | null>((a, b) => (b === null || (a !== null && a > b) ? a : b), null)
    if (most === null || most >= needed) continue
    checks.push({
      id: 'optimize',
      node,
      outcome: 'blocking',
      text: `OPTIMIZE of partition ${step.partitionId} writes ${sizeText(needed)} in addition to the old parts. No disk of volume '${volume?.name}' has more than ${sizeText(most)} free.`,
      hint: 'Plan without OPTIMIZE, or free space first.',
    })
    break
  }
  if (checks.length === 0 && merged.length > 0)
    checks.push({
      id: 'optimize',
      node,
      outcome: 'passed',
      text: `${merged.length} partitions are merged into one part each before they move.`,
      hint: null,
    })
  return checks
}
