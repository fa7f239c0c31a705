import { formatBytes, formatCountOf, type StepState, type Tone } from '@frostline/ui'
import type { Rollout, RolloutStep } from './hooks/use-rollouts.ts'

export const stepStates: Record<RolloutStep['status'], { state: StepState; word: string }> = {
  planned: { state: 'waiting', word: 'not started' },
  running: { state: 'running', word: 'under way' },
  completed: { state: 'done', word: 'verified' },
  failed: { state: 'failed', word: 'failed' },
  cancelled: { state: 'cancelled', word: 'stopped' },
  skipped: { state: 'skipped', word: 'not changed' },
}

/** The state of a rollout in a few words. */
export function describeStatus(rollout: Rollout): { tone: Tone; text: string; live: boolean } {
  const revert = rollout.direction === 'revert'
  const done = rollout.steps.filter(({ status }) => status === 'completed').length
  const half = `${done} of ${formatCountOf(rollout.steps.length, 'node')}`
  switch (rollout.status) {
    case 'preparing':
      return { tone: 'accent', text: 'reading the files', live: true }
    case 'refused':
      return { tone: 'danger', text: 'cannot be applied', live: false }
    case 'planned':
      return { tone: 'neutral', text: 'ready to apply', live: false }
    case 'queued':
      return rollout.waitReason === null
        ? { tone: 'accent', text: 'queued', live: true }
        : { tone: 'warn', text: 'waiting to start', live: false }
    case 'running':
      return { tone: 'accent', text: revert ? 'being reverted' : 'being applied', live: true }
    case 'pausing':
    case 'cancelling':
      return { tone: 'warn', text: 'stopping after this node', live: true }
    case 'completed':
      return { tone: 'ok', text: revert ? 'reverted' : 'applied to all nodes', live: false }
    case 'failed':
      return { tone: 'danger', text: revert ? 'the revert failed' : `failed: ${half} applied`, live: false }
    case 'paused':
    case 'waiting':
    case 'cancelled':
      return { tone: 'warn', text: `stopped: ${half} ${revert ? 'reverted' : 'applied'}`, live: false }
  }
}

/** How a node applies it, for the rollout's direction. */
export function describeLoad(step: RolloutStep, direction: Rollout['direction']): string {
  const { load } = direction === 'apply' ? step.load : step.revertLoad
  if (load === 'none') return 'already applied'
  if (load === 'reload') return 'SYSTEM RELOAD CONFIG'
  return step.restartBy === 'supervisor' ? 'restarted by Frostline' : 'restarted manually'
}

/** Several nodes by what happens to them: "3 nodes are restarted". */
export function describeWork(steps: readonly RolloutStep[], direction: Rollout['direction']): string {
  const counted = new Map<string, number>()
  for (const step of steps) {
    const word = describeLoad(step, direction)
    counted.set(word, (counted.get(word) ?? 0) + 1)
  }
  return [...counted].map(([word, count]) => `${formatCountOf(count, 'node')}: ${word}`).join('; ')
}

/** What reverting writes: "1.20 KiB go back into 2 files. 1 file is removed, since there was none." */
export function describeReturn(steps: readonly RolloutStep[]): string {
  const held = steps.flatMap(({ beforeBytes }) => (beforeBytes === null ? [] : [BigInt(beforeBytes)]))
  const bytes = held.reduce((sum, each) => sum + each, 0n)
  const removed = steps.length - held.length
  const back =
    held.length > 0 ? `${formatBytes(bytes)} go back into ${formatCountOf(held.length, 'file')}.` : ''
  const gone =
    removed > 0
      ? `${formatCountOf(removed, 'file')} ${removed === 1 ? 'is' : 'are'} removed, because there was none before.`
      : ''
  return [back, gone].filter(Boolean).join(' ')
}
