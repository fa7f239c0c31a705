import type { StepOfArchive } from '@frostline/db'
import { retryStoreRequest } from '../retry-store-request.ts'
import type { RunTask } from '../run/run-task.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'

/**
 * The files and the manifest of a step are still the proved ones, by size and ETag. False: a person has stopped it. Throws
 * ArchiveFault where one is gone or another.
 */
export async function checkFiles(
  task: RunTask & Pick<ArchiveTask, 'archive' | 'source'>,
  step: StepOfArchive,
): Promise<boolean> {
  const { bucket } = task.archive
  const objects = [
    ...step.files.map(({ key, etag, sizeBytes }) => ({ key, etag, sizeBytes })),
    { key: step.manifestKey, etag: step.manifestEtag, sizeBytes: null },
  ]
  for (const { key, etag, sizeBytes } of objects) {
    if (key === null || etag === null)
      throw new ArchiveFault(`${nameStep(step)} has a file that is not proved.`)
    const head = await retryStoreRequest(task, bucket, () => task.source.store.head(bucket, key))
    if (head === null) return false
    const fault =
      head.kind !== 'ok'
        ? head.message
        : head.etag !== etag || (sizeBytes !== null && head.sizeBytes !== sizeBytes)
          ? 'it has other content than the proved file'
          : null
    if (fault !== null)
      throw new ArchiveFault(
        `${bucket}/${key} of ${nameStep(step)} is not as it was proved: ${fault}. Nothing of this step was removed since. Attach the partitions again, or bring the file back and retry.`,
      )
  }
  return true
}
