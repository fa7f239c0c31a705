import type { StoreFailure } from '@frostline/object-store'
import { askStore } from '../ask-store.ts'
import { AuditFault, type AuditTask } from './audit-task.ts'

/** Null: a person wants no more. Throws AuditFault where the store refuses for good: half a list is no list. */
export async function lookIntoStore<Answer extends { kind: 'ok' }>(
  task: AuditTask,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | null> {
  const { bucket } = task.audit
  const answer = await askStore<Answer>(task, bucket, ask)
  if (answer === null || answer.kind === 'ok') return answer as Answer | null
  throw new AuditFault(
    `The store denied reading ${bucket}: ${(answer as StoreFailure).message} The key of ${task.source.name} needs ListBucket, ListBucketMultipartUploads and GetObject there.`,
  )
}
