import {
  type ArchiveFile,
  type ExpiryLeave,
  readArchiveStep,
  recordDeletedFile,
  type StepOfArchive,
  settleExpiringStep,
  takeExpiringStep,
} from '@frostline/db'
import { stepFolder } from '@frostline/domain'
import type { StoreFailure } from '@frostline/object-store'
import { alignArchiveView, explainAligned } from '@frostline/services'
import { nameStep } from '../archive/archive-task.ts'
import { Backoff, pause } from '../pause.ts'
import { retryStoreRequest } from '../retry-store-request.ts'
import { ExpiryFault, type ExpiryTask } from './expiry-task.ts'

const lookEveryMs = 2_000

/** `ends`: nothing more of the run may be deleted, for whatever reason. */
type StepEnd = 'done' | 'ends'

/** Deletes the files of one partition, or continues. */
export async function expireStep(task: ExpiryTask, ordinal: number): Promise<StepEnd> {
  const { deps, archive } = task
  if (!(await mayGoOn(task, ordinal))) return leave(task, ordinal)
  const step = await readArchiveStep(deps.db, archive.id, ordinal)
  if (step.state === 'expiring') {
    task.announce()
    if (!(await leaveView(task, step))) return leave(task, ordinal)
    for (const file of step.files)
      if (file.deletedAt === null && !(await deleteFile(task, step, file))) return leave(task, ordinal)
    if (!(await deleteRest(task, step))) return leave(task, ordinal)
  } else if (step.state !== 'expired')
    throw new ExpiryFault(`${nameStep(step)} is ${step.state}, so its files are not deleted.`)
  await settleExpiringStep(
    deps.db,
    task.run,
    { archiveId: archive.id, stepOrdinal: ordinal },
    'expired',
    deps.now(),
  )
  task.announce()
  return 'done'
}

const reasons: Partial<Record<ExpiryLeave['kind'], string>> = {
  read: 'A restore reads these files. Waiting until it has ended.',
  needed: 'Restored rows of these files are being removed. Waiting until that has ended.',
}

/** Asked before each file. Waits while a restore reads them. False: nothing more may be deleted. */
async function mayGoOn(task: ExpiryTask, ordinal: number): Promise<boolean> {
  const { db, now } = task.deps
  for (;;) {
    const given: ExpiryLeave = await takeExpiringStep(db, task.run, ordinal, now())
    await task.wait('restore', reasons[given.kind] ?? null)
    if (given.kind === 'go') return true
    if (reasons[given.kind] === undefined) return false
    await pause(lookEveryMs, () => task.stopped())
  }
}

/** Queries of the view do not read the files from then on. False: a person has stopped it. */
async function leaveView(task: ExpiryTask, { shard }: StepOfArchive): Promise<boolean> {
  const { database, table } = task.archive
  const backoff = new Backoff(500, 15_000)
  while (!(await task.stopped())) {
    const at = { clusterId: task.clusterId, database, table }
    const fault = explainAligned(await alignArchiveView(task.deps, at, { shard }))
    await task.wait('view', fault)
    if (fault === null) return true
    await pause(backoff.next(), () => task.stopped())
  }
  return false
}

/** Observes it before and after. False: nothing more may be deleted. */
async function deleteFile(task: ExpiryTask, step: StepOfArchive, file: ArchiveFile): Promise<boolean> {
  const { key, etag } = file
  if (key === null || etag === null) throw new ExpiryFault(`${nameStep(step)} has a file that is not proved.`)
  if (!(await deleteObject(task, step, { key, etag }))) return false
  await recordDeletedFile(task.deps.db, task.run, file, task.deps.now())
  task.announce()
  return true
}

/** The manifest is the last: until then it names what there was. Before it, what interrupted attempts have left. */
async function deleteRest(task: ExpiryTask, step: StepOfArchive): Promise<boolean> {
  const { id: runId, bucket, prefix, database, table } = task.archive
  const folder = stepFolder({ prefix, database, table, runId }, step.partitionId)
  const listed = await retryStoreRequest(task, bucket, () =>
    task.store.listPage(bucket, { prefix: `${folder}shard-${step.shard}-`, pageSize: 1_000 }),
  )
  if (listed === null) return false
  if (listed.kind !== 'ok') throw new ExpiryFault(`${bucket}/${folder} cannot be listed: ${listed.message}`)
  for (const object of listed.objects) if (!(await deleteObject(task, step, object))) return false
  const { manifestKey: key, manifestEtag: etag } = step
  return key === null || etag === null || deleteObject(task, step, { key, etag })
}

async function deleteObject(
  task: ExpiryTask,
  step: StepOfArchive,
  { key, etag }: { key: string; etag: string },
): Promise<boolean> {
  const { bucket } = task.archive
  const seen = await retryStoreRequest(task, bucket, () => task.store.head(bucket, key))
  if (seen === null) return false
  if (seen.kind === 'not-found' && seen.code !== 'NoSuchBucket') return true
  if (seen.kind !== 'ok') throw new ExpiryFault(`${bucket}/${key} cannot be read: ${seen.message}`)
  if (seen.etag !== etag)
    throw new ExpiryFault(
      `${bucket}/${key} has other content than the proved file, so it was left. Delete or move it yourself, then retry.`,
    )
  if (!(await mayGoOn(task, step.ordinal))) return false
  const answer = await retryStoreRequest(task, bucket, () => sendDelete(task, key, etag))
  if (answer === null) return false
  if (answer.kind !== 'ok' && answer.kind !== 'not-found')
    throw new ExpiryFault(
      `The store refused to delete ${bucket}/${key}: ${answer.message} The key of ${task.archive.sourceName} needs s3:DeleteObject.`,
    )
  const after = await retryStoreRequest(task, bucket, () => task.store.head(bucket, key))
  if (after === null) return false
  if (after.kind === 'ok')
    throw new ExpiryFault(`The store reported that ${bucket}/${key} was deleted, and still has it.`)
  return true
}

/** Only the object that was seen. Some stores do not know the condition, and say so. */
async function sendDelete(
  task: ExpiryTask,
  key: string,
  etag: string,
): Promise<{ kind: 'ok' } | StoreFailure> {
  const { bucket } = task.archive
  const answer = await task.store.delete(bucket, key, { ifMatch: etag })
  return answer.kind === 'refused' && answer.status === 501 ? task.store.delete(bucket, key) : answer
}

/**
 * Nothing more is deleted. What is gone is recorded, and a partition with all of its files can be read again. Where the store
 * does not answer it stays as it is.
 */
async function leave(task: ExpiryTask, ordinal: number): Promise<'ends'> {
  const { deps, archive } = task
  const step = await readArchiveStep(deps.db, archive.id, ordinal)
  if (step.state !== 'expiring') return 'ends'
  let isWhole = true
  for (const file of step.files) {
    if (file.deletedAt !== null) {
      isWhole = false
      continue
    }
    const head = await task.store.head(archive.bucket, file.key ?? '')
    if (head.kind === 'not-found') await recordDeletedFile(deps.db, task.run, file, deps.now())
    if (head.kind !== 'ok') isWhole = false
  }
  if (!isWhole) return 'ends'
  const { archiveId, ordinal: stepOrdinal } = step
  await settleExpiringStep(deps.db, task.run, { archiveId, stepOrdinal }, 'dropped', deps.now())
  const { database, table } = archive
  await alignArchiveView(deps, { clusterId: task.clusterId, database, table }, { shard: step.shard })
  return 'ends'
}
