import type { StoreFailure } from '@frostline/object-store'
import { retryStoreRequest } from '../retry-store-request.ts'
import { RemovalFault, type RemovalTask } from './removal-task.ts'

/** The store has another object there than was read: check again. */
export type Overtaken = { kind: 'overtaken' }

/**
 * Null: a person has stopped it. Throws RemovalFault on a permanent rejection by the store.
 * @param permission what the source's key needs for it.
 */
export async function sendToStore<Answer extends { kind: 'ok' }>(
  task: RemovalTask,
  permission: string,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | Overtaken | null> {
  const { bucket } = task.removal
  const answer = await retryStoreRequest<Answer>(task, bucket, ask)
  if (answer === null || answer.kind === 'ok') return answer as Answer | null
  const failure = answer as StoreFailure
  if (failure.kind === 'not-found' && failure.code !== 'NoSuchBucket') return { kind: 'overtaken' }
  if (failure.kind === 'refused' && (failure.status === 412 || failure.status === 409))
    return { kind: 'overtaken' }
  throw new RemovalFault(
    `The store denied ${permission} in ${bucket}: ${failure.message} The key of ${task.source.name} needs it.`,
  )
}
