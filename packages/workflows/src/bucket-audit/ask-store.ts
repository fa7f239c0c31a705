import type { StoreFailure } from '@frostline/object-store'
import { Backoff, pause } from '../pause.ts'
import { AuditFault, type AuditTask } from './audit-task.ts'

/**
 * Asks until the store answers. Null: a person wants no more. Throws AuditFault where it refuses for good: half a list is no
 * list.
 */
export async function askStore<Answer extends { kind: 'ok' }>(
  task: AuditTask,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | null> {
  const backoff = new Backoff(500, 15_000)
  while (!(await task.stopped())) {
    const answer = await ask()
    if (answer.kind === 'ok') {
      await task.wait(null)
      return answer as Answer
    }
    const failure = answer as StoreFailure
    const { bucket } = task.audit
    const passes =
      failure.kind === 'unreachable' ||
      (failure.kind === 'refused' && (failure.status >= 500 || failure.status === 429))
    if (!passes)
      throw new AuditFault(
        `The store refused to look into ${bucket}: ${failure.message} The key of ${task.source.name} needs ListBucket, ListBucketMultipartUploads and GetObject there.`,
      )
    await task.wait(`The store does not answer for ${bucket}: ${failure.message}`)
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}
