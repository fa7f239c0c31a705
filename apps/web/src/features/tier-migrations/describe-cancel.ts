import { describeTarget } from '@frostline/domain'
import { formatBytes, formatCountOf } from '@frostline/ui'
import { isActive, type MigrationSummary } from './status.ts'

export type CancelFacts = Pick<
  MigrationSummary,
  | 'status'
  | 'movedBytes'
  | 'movedParts'
  | 'totalBytes'
  | 'inFlight'
  | 'unseenNodes'
  | 'deepCheck'
  | 'checkOfId'
> &
  Parameters<typeof describeTarget>[0]

/** What has moved, what is moving and what happens to it, and what stays. */
export function describeCancel(migration: CancelFacts): string {
  const { movedBytes, totalBytes, inFlight } = migration
  if (migration.checkOfId !== null)
    return 'The running read is stopped. Nothing was moved, and nothing changes. A retry continues with the remaining parts.'
  const active = isActive(migration)
  const stopped = inFlight.parts.length > 0
  if (movedBytes === 0n && !active) return 'Nothing was moved. The plan is kept as cancelled.'
  const left = totalBytes > movedBytes ? totalBytes - movedBytes : 0n
  const [first] = inFlight.parts
  return [
    movedBytes === 0n
      ? 'No parts have arrived yet.'
      : `${formatCountOf(migration.movedParts, 'part')} (${formatBytes(movedBytes)}) arrived on ${describeTarget(migration)} and ${migration.movedParts === 1 ? 'stays' : 'stay'} there.`,
    stopped
      ? `${inFlight.parts.length === 1 ? `Part ${first} is` : `${inFlight.parts.length} parts are`} being copied (${formatBytes(inFlight.bytes)}): the copy is stopped (SYSTEM STOP MOVES, then START MOVES) and its uploaded data is dropped. The part stays on its disk, unless it arrives first.`
      : active
        ? 'No part is being copied now.'
        : 'No parts are moving.',
    left === 0n
      ? 'Nothing is left to move.'
      : `${formatBytes(left)} in total stay where they are${stopped ? ', including what is being copied' : ''}.`,
    ...(migration.deepCheck ? ['A running deep check stops. Its results so far are kept.'] : []),
    ...(migration.unseenNodes.length > 0
      ? [`${migration.unseenNodes.join(', ')} does not respond. These are the last known figures.`]
      : []),
    'A retry continues from there.',
  ].join(' ')
}
