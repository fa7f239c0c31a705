import type { StoreFailure } from '@frostline/object-store'
import { retryStoreRequest } from '../retry-store-request.ts'
import { AuditFault, type AuditTask } from './audit-task.ts'

/**
 * Null: a person has stopped it. Throws AuditFault on a permanent rejection by the store, since a partial list must not
 * pass for the whole.
 */
export async function readFromStore<Answer extends { kind: 'ok' }>(
  task: AuditTask,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | null> {
  const { bucket } = task.audit
  const answer = await retryStoreRequest<Answer>(task, bucket, ask)
  if (answer === null || answer.kind === 'ok') return answer as Answer | null
  throw new AuditFault(
    `The store denied reading ${bucket}: ${(answer as StoreFailure).message} The key of ${task.source.name} needs ListBucket, ListBucketMultipartUploads and GetObject there.`,
  )
}
