import type { StoreFailure } from '@frostline/object-store'
import { Backoff, pause } from '../pause.ts'
import { RemovalFault, type RemovalTask } from './removal-task.ts'

/** The store has something else there than was looked at: look again. */
export type Overtaken = { kind: 'overtaken' }

/**
 * Asks until the store answers. Null: a person wants no more. Throws RemovalFault where it refuses for good.
 * @param permission what the key of the source needs for it.
 */
export async function askStore<Answer extends { kind: 'ok' }>(
  task: RemovalTask,
  permission: string,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | Overtaken | null> {
  const backoff = new Backoff(500, 15_000)
  while (!(await task.stopped())) {
    const answer = await ask()
    if (answer.kind === 'ok') {
      await task.wait(null)
      return answer as Answer
    }
    const failure = answer as StoreFailure
    if (failure.kind === 'not-found' && failure.code !== 'NoSuchBucket') return { kind: 'overtaken' }
    if (failure.kind === 'refused' && (failure.status === 412 || failure.status === 409))
      return { kind: 'overtaken' }
    const passes =
      failure.kind === 'unreachable' ||
      (failure.kind === 'refused' &&
        failure.status !== 501 &&
        (failure.status >= 500 || failure.status === 429))
    if (!passes)
      throw new RemovalFault(
        `The store refused ${permission} in ${task.removal.bucket}: ${failure.message} The key of ${task.source.name} needs it.`,
      )
    await task.wait(`The store does not answer for ${task.removal.bucket}: ${failure.message}`)
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}
