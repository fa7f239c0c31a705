import type { PlacementFinding } from './group-explanations.ts'
import { resolveDestination } from './move-rule.ts'

/** Something that one click prepares; nothing runs by itself. The best one first. */
export type PlacementFix =
  | { kind: 'plan-move'; volume: string }
  | { kind: 'open-migration'; migrationId: string }
  | { kind: 'start-moves' }
  | { kind: 'materialize-ttl' }
  | { kind: 'optimize-partition' }
  | { kind: 'see-activity' }
  | { kind: 'see-storage' }
  | { kind: 'see-node' }

export function proposeFixes(finding: PlacementFinding): PlacementFix[] {
  const { reason, rule, replica, partitionId, members } = finding
  const destination = rule && resolveDestination(rule.destination, replica.policy)
  const planMove: PlacementFix[] = destination ? [{ kind: 'plan-move', volume: destination.volume.name }] : []
  switch (reason) {
    case 'in-place':
    case 'no-rule':
    case 'ahead-of-rule':
    case 'just-due':
      return []
    case 'not-due':
      return planMove
    case 'held-by-migration': {
      const held = replica.held.get(partitionId)
      return held ? [{ kind: 'open-migration', migrationId: held.migrationId }] : []
    }
    case 'moving':
    case 'merging':
    case 'mutating':
    case 'materializing-ttl':
    case 'queued':
      return [{ kind: 'see-activity' }]
    case 'no-ttl-info': {
      const [hottest] = replica.policy.volumes
      // OPTIMIZE of a partition with a part on a colder volume would run there or be rejected.
      const allHot = replica.parts.every(
        (part) => part.partitionId !== partitionId || hottest?.disks.includes(part.disk),
      )
      const optimize: PlacementFix[] = allHot && members.length > 1 ? [{ kind: 'optimize-partition' }] : []
      return [{ kind: 'materialize-ttl' }, ...optimize, ...planMove]
    }
    case 'single-volume':
    case 'destination-missing':
    case 'destination-unusable':
    case 'part-too-large':
    case 'no-space':
      return [{ kind: 'see-storage' }]
    case 'moves-stopped':
      return [{ kind: 'start-moves' }]
    case 'retry-storm':
    case 'move-failing':
      return [{ kind: 'see-node' }, { kind: 'see-activity' }]
    case 'not-attempted':
      return [{ kind: 'start-moves' }, ...planMove]
  }
}
