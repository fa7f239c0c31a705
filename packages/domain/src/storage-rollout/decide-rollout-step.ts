import type { FileLoad } from './plan-load.ts'

/**
 * One node of a rollout, from its current file to a node that runs the new file.
 *
 * write → note → (reload | restart | a person restarts) → check → complete
 *
 * Every decision depends on the observed state, so that after a crash between any two of them the same one is made
 * again. File states: `origin` is what the plan found, `goal` is what it wants, `foreign` is anything else. A revert
 * exchanges origin and goal. Legal ends: complete, fail (nothing more is touched until a person decides), and cancelled
 * from outside while it waits.
 */
export interface RolloutStepState {
  direction: 'apply' | 'revert'
  file: 'origin' | 'goal' | 'foreign' | 'unreadable'
  /** Why the file is unreadable. */
  fileFault: string | null
  /** The ledger has recorded that the file is in place. */
  noted: boolean
  load: FileLoad
  /** Reloaded or started since the file was written. */
  loaded: boolean
  restartBy: 'supervisor' | 'person'
  node: { kind: 'away'; reason: string } | { kind: 'as-wanted' } | { kind: 'otherwise'; differences: string }
  /** Time since the last change. */
  waitedMs: number
}

export type RolloutStepDecision =
  | { kind: 'write' | 'note' | 'reload' | 'restart' | 'complete' }
  | { kind: 'wait'; reason: string }
  | { kind: 'wait-for-person' }
  | { kind: 'fail'; reason: string }

/** A busy node answers well within this. */
const awayPatienceMs = 30_000
/** A server with many parts on object storage is slow to start. */
const startPatienceMs = 600_000
/** A reload is done when it answers; the system tables follow at once. */
const settlePatienceMs = 5_000

export function decideRolloutStep(sight: RolloutStepState): RolloutStepDecision {
  switch (sight.file) {
    case 'unreadable':
      return fail(sight.fileFault ?? 'The file could not be read.')
    case 'foreign':
      return fail(
        'The file has changed since the plan was made, so it was not overwritten. Prepare again to see its current content.',
      )
    case 'origin':
      return decideWrite(sight)
    case 'goal':
      if (!sight.noted) return { kind: 'note' }
      return sight.loaded || sight.load === 'none' ? decideEnd(sight) : decideLoad(sight)
  }
}

/** No file is written while its node is unreachable. Only a revert may have to repair a node that is down. */
function decideWrite({ direction, node, waitedMs }: RolloutStepState): RolloutStepDecision {
  if (direction === 'revert' || node.kind !== 'away') return { kind: 'write' }
  return waitedMs < awayPatienceMs
    ? { kind: 'wait', reason: `The node does not answer: ${node.reason}` }
    : fail(`The node does not answer, so nothing was written: ${node.reason}`)
}

function decideLoad({ load, restartBy, node, waitedMs }: RolloutStepState): RolloutStepDecision {
  if (load === 'restart')
    return restartBy === 'supervisor' ? { kind: 'restart' } : { kind: 'wait-for-person' }
  if (node.kind !== 'away') return { kind: 'reload' }
  return waitedMs < awayPatienceMs
    ? { kind: 'wait', reason: `The node does not answer: ${node.reason}` }
    : fail(`Its file is written, but the node does not answer: ${node.reason}`)
}

function decideEnd({ node, load, waitedMs }: RolloutStepState): RolloutStepDecision {
  if (node.kind === 'as-wanted') return { kind: 'complete' }
  if (node.kind === 'away')
    return waitedMs < (load === 'restart' ? startPatienceMs : awayPatienceMs)
      ? { kind: 'wait', reason: `Waiting for the node to answer: ${node.reason}` }
      : fail(`The node does not answer any more: ${node.reason}`)
  return waitedMs < settlePatienceMs
    ? { kind: 'wait', reason: 'Checking what the node runs now.' }
    : fail(`The node has read the file but runs something else: ${node.differences}`)
}

function fail(reason: string): RolloutStepDecision {
  return { kind: 'fail', reason }
}
