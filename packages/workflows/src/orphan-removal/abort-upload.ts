import type { OrphanRemovalObject, SettledObject } from '@frostline/db'
import { decideUploadStep } from '@frostline/domain'
import type { ReplicaLook } from './check-with-replicas.ts'
import type { RemovalTask } from './removal-task.ts'
import { sendToStore } from './send-to-store.ts'

/** A request is sent only within this time after the ledger was written and the replicas were read. */
export interface Leave {
  untilMs: number
}

const maxRounds = 3

/** Aborts a stale multipart upload, and verifies that it is gone. Null: as for removeObject. */
export async function abortUpload(
  task: RemovalTask,
  replicas: ReplicaLook,
  leave: Leave,
  { id, key, uploadId, modifiedAt, state }: OrphanRemovalObject,
): Promise<SettledObject | null> {
  const { bucket, stage } = task.removal
  const settle = (end: SettledObject['state'], reason: string | null) => ({
    id,
    state: end,
    reason,
    copyEtag: null,
  })
  const mayBeUnderWay =
    replicas.uploadsSince !== null && modifiedAt > replicas.uploadsSince
      ? 'Work that started earlier is still running on a replica.'
      : null
  let mayBeDeleted = state === 'deleting'
  for (let round = 0; round < maxRounds; round++) {
    const isThere = await isUploadThere(task, key, uploadId)
    if (isThere === null) return null
    const obstacle =
      stage === 'restoring'
        ? 'It was not aborted, because all objects were restored.'
        : (replicas.obstacleOf(key) ?? mayBeUnderWay)
    const step = decideUploadStep({ mayBeDeleted }, { isThere, obstacle })
    if (step.act === null) return settle(step.end, step.reason)
    if (performance.now() > leave.untilMs) return null
    mayBeDeleted = true
    const answer = await sendToStore(task, 'AbortMultipartUpload', () =>
      task.source.store.abortUpload(bucket, key, uploadId),
    )
    if (answer === null) return null
  }
  return settle('kept', 'The store does not abort it. Parts of it may still be uploading.')
}

async function isUploadThere(task: RemovalTask, key: string, uploadId: string): Promise<boolean | null> {
  for (let after: { key: string; uploadId: string } | undefined; ; ) {
    const page = await sendToStore(task, 'ListBucketMultipartUploads', () =>
      task.source.store.listUploadPage(task.removal.bucket, { prefix: key, after }),
    )
    if (page === null) return null
    if (page.kind === 'overtaken') return false
    if (page.uploads.some((upload) => upload.key === key && upload.uploadId === uploadId)) return true
    if (page.next === null) return false
    after = page.next
  }
}
