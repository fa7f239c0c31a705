/**
 * The right of one worker to write one step. Whoever claims the step last owns it, and every write of another
 * worker then changes no row (see StaleWriterError), so a worker that was only paused cannot disturb its successor.
 */
export interface StepFence {
  stepId: string
  workerId: string
}

export function fencedStep(fence: StepFence) {
  return { id: fence.stepId, workerId: fence.workerId, status: 'running' as const }
}
