import { type ExitStage, type ExitState, findSharedPartitions } from './exit-stage.ts'

export interface ExitCourse {
  stage: ExitStage
  hotVolume: string
  targetVolume: string | null
  /** Original volume of each partition that shared objects at the start, by id. */
  origins: ReadonlyMap<string, string>
  /** How often tier migrations of this stage have moved a partition, by its id. */
  carried: ReadonlyMap<string, number>
}

export type ExitAction =
  | { kind: 'move'; volume: string; partitionIds: string[] }
  | { kind: 'switch'; node: string; on: boolean }
  | { kind: 'wait'; reason: string }
  | { kind: 'stage'; stage: ExitStage }
  /** `later`: parts that arrived in moved partitions afterwards, on another volume. */
  | { kind: 'done'; later: string[] }

/** Steady inserts would otherwise have a partition moved forever. */
const maxCarries = 2

/**
 * The next action, from the observed state. With the setting off a replica removes objects without checking locks, so
 * that another one loses its part (26.7). So the setting is turned off only while nothing is shared and all replicas
 * are reachable, and if something became shared meanwhile, it is turned on again before anything else.
 */
export function nextExitAction(course: ExitCourse, sight: ExitState): ExitAction {
  const blind = explainBlindness(sight)
  if (blind !== null) return { kind: 'wait', reason: blind }
  const off = sight.replicas.find(({ enabled }) => !enabled)
  const on = sight.replicas.find(({ enabled }) => enabled)
  switch (course.stage) {
    case 'to-hot':
      // Shared objects are protected by locks only where the setting is on.
      if (sight.shared.length > 0 && off) return { kind: 'switch', node: off.node, on: true }
      return waitForReturn(sight) ?? leaveObjectStorage(course, sight)
    case 'switch-off':
      if (sight.shared.length > 0)
        return off ? { kind: 'switch', node: off.node, on: true } : { kind: 'stage', stage: 'to-hot' }
      if (!on) return { kind: 'stage', stage: 'to-target' }
      return waitForReturn(sight) ?? waitForUnseen(sight) ?? { kind: 'switch', node: on.node, on: false }
    case 'to-target':
      if (on || sight.shared.length > 0) return { kind: 'stage', stage: 'switch-off' }
      return course.targetVolume === null
        ? { kind: 'done', later: [] }
        : bringTo(
            course,
            sight,
            new Map([...course.origins.keys()].map((id) => [id, course.targetVolume ?? ''])),
          )
    case 'switch-on':
      return off ? { kind: 'switch', node: off.node, on: true } : { kind: 'stage', stage: 'to-shared' }
    case 'to-shared':
      return off ? { kind: 'stage', stage: 'switch-on' } : bringTo(course, sight, course.origins)
  }
}

function explainBlindness({ missing, keeperFault, replicas }: ExitState): string | null {
  if (missing.length > 0)
    return `Not every replica responds, and no replica is changed while the state of another is unknown. ${missing.join(' ')}`
  if (keeperFault !== null) return `Locks are not known: ${keeperFault}`
  return replicas.length === 0 ? 'No node has the table as a replicated table.' : null
}

function waitForReturn({ returns }: ExitState): ExitAction | null {
  return returns && { kind: 'wait', reason: `${returns.text} ${returns.hint}` }
}

function waitForUnseen({ unseen }: ExitState): ExitAction | null {
  const [first] = unseen
  return first === undefined
    ? null
    : {
        kind: 'wait',
        reason: `Parts came to object storage during the check, such as ${first}. The check runs again.`,
      }
}

function leaveObjectStorage({ hotVolume }: ExitCourse, sight: ExitState): ExitAction {
  const partitionIds = [...findSharedPartitions(sight).keys()]
  if (partitionIds.length > 0) return { kind: 'move', volume: hotVolume, partitionIds }
  const left = [...sight.shared, ...sight.unheld]
  return left.length === 0
    ? { kind: 'stage', stage: 'switch-off' }
    : {
        kind: 'wait',
        reason: `${left.length} parts that are not active still have shared objects or locks, such as ${left[0]}. The server removes merged parts after old_parts_lifetime. Leftovers of moves without Keeper are removed when the nodes restart. Detached parts and locks of lost replicas stay. The zero-copy tab of the table names each.`,
      }
}

/** One volume at a time, like a tier migration. */
function bringTo(
  { carried }: ExitCourse,
  { replicas }: ExitState,
  volumes: ReadonlyMap<string, string>,
): ExitAction {
  const elsewhere = new Map<string, string>()
  const later: string[] = []
  for (const { node, parts } of replicas)
    for (const { name, partitionId, volume } of parts) {
      const wanted = volumes.get(partitionId)
      if (wanted === undefined || wanted === volume) continue
      if ((carried.get(partitionId) ?? 0) < maxCarries) elsewhere.set(partitionId, wanted)
      else later.push(`${name} on ${node}`)
    }
  const [volume] = [...new Set(elsewhere.values())].sort()
  if (volume === undefined) return { kind: 'done', later }
  return {
    kind: 'move',
    volume,
    partitionIds: [...elsewhere].flatMap(([id, wanted]) => (wanted === volume ? [id] : [])).sort(),
  }
}
