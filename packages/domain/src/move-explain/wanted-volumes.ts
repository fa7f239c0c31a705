import type { StoragePolicy } from '../policy/storage-policy.ts'
import { chooseRule } from './choose-rule.ts'
import { type MoveRule, resolveDestination } from './move-rule.ts'
import type { PlacedPart } from './placed-replica.ts'

/**
 * The volume where the TTL wants each part now; parts without a due rule are left out. The server moves a part there
 * within seconds, even after a manual move.
 */
export function wantedVolumes(
  parts: readonly Pick<PlacedPart, 'name' | 'ttls'>[],
  rules: readonly MoveRule[],
  policy: StoragePolicy,
  nowMs: number,
): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>()
  const [first, ...others] = rules
  if (!first) return wanted
  for (const part of parts) {
    const choice = chooseRule(part, [first, ...others], nowMs)
    const destination =
      choice.kind === 'due' ? resolveDestination(choice.rule.destination, policy) : undefined
    if (destination) wanted.set(part.name, destination.volume.name)
  }
  return wanted
}
