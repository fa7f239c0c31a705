import { type ArchiveFile, readArchiveStep, recordArchiveFile, type StepOfArchive } from '@frostline/db'
import { needsRetrieval } from '@frostline/domain'
import { retryStoreRequest } from '../retry-store-request.ts'
import { ArchiveFault, type ArchiveTask, nameStep, storageClassOf } from './archive-task.ts'
import { switchView } from './switch-view.ts'

/** On a copy in place: the run and the ETag of the proof. */
const mark = 'frostline-proved'

/**
 * Puts the files of a step into the storage class of the archive, by a copy in place of the proved ETag, where the server has
 * not written them into it. Views leave files out before they cannot be read any more. A store that refuses it keeps the files
 * as they are, and the page says so. False: a person has stopped it.
 */
export async function storeFiles(task: ArchiveTask, given: StepOfArchive): Promise<boolean> {
  const storageClass = storageClassOf(task.archive)
  if (storageClass === 'STANDARD') return true
  if (needsRetrieval(storageClass)) {
    for (const file of given.files)
      if (file.storageClass !== storageClass)
        await recordArchiveFile(task.deps.db, task.run, file, { storageClass })
    if (!(await switchView(task, given))) return false
  }
  const step = await readArchiveStep(task.deps.db, task.run.id, given.ordinal)
  for (const file of step.files) if (!(await storeFile(task, step, file, storageClass))) return false
  return true
}

async function storeFile(
  task: ArchiveTask,
  step: StepOfArchive,
  { key, etag, ...file }: ArchiveFile,
  wanted: string,
): Promise<boolean> {
  const { bucket, id } = task.archive
  if (key === null || etag === null)
    throw new ArchiveFault(`${nameStep(step)} has a file that is not proved.`)
  const proof = `${id} ${etag}`
  const look = () => retryStoreRequest(task, bucket, () => task.source.store.head(bucket, key))
  const record = (change: { etag?: string; storageClass: string }) =>
    recordArchiveFile(task.deps.db, task.run, file, change)
  const before = await look()
  if (before === null) return false
  if (before.kind !== 'ok') throw new ArchiveFault(`${bucket}/${key} cannot be read: ${before.message}`)
  // A worker that was killed has copied it, and not written that down.
  const isCopy = before.metadata[mark] === proof && before.sizeBytes === file.sizeBytes
  if (before.etag !== etag && !isCopy)
    throw new ArchiveFault(`${bucket}/${key} has other content than the proved file.`)
  const { storageClass } = before
  if (storageClass === wanted || isCopy || needsRetrieval(storageClass)) {
    await record({ etag: before.etag, storageClass })
    return true
  }
  const answer = await retryStoreRequest(task, bucket, () =>
    task.source.store.copy(bucket, key, key, {
      ...{ ifMatch: etag, storageClass: wanted, metadata: { [mark]: proof } },
    }),
  )
  if (answer === null) return false
  const after = await look()
  if (after === null) return false
  if (after.kind !== 'ok') throw new ArchiveFault(`${bucket}/${key} cannot be read: ${after.message}`)
  if (answer.kind === 'ok' && after.etag !== answer.etag)
    throw new ArchiveFault(`${bucket}/${key} changed while it was copied. Somebody else writes to ${bucket}.`)
  await record({ etag: answer.kind === 'ok' ? answer.etag : etag, storageClass: after.storageClass })
  if (after.storageClass !== wanted)
    await note(
      task,
      answer.kind === 'ok'
        ? `The store keeps ${key} in ${after.storageClass}.`
        : `The store refused to put ${key} into ${wanted}: ${answer.message}`,
    )
  return true
}

async function note({ deps, archive: { id } }: ArchiveTask, text: string): Promise<void> {
  await deps.db.archive.update({ where: { id }, data: { storageNote: text.slice(0, 2_000) } })
}
