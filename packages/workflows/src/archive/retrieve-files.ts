import type { ArchiveFile, ArchiveRestore, ArchiveStep } from '@frostline/db'
import { needsRetrieval, planRetrieval, type Retrieval, type RetrievalTier } from '@frostline/domain'
import { loadRetrieved, type OpenSource, openSource, ServiceError } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { retryStoreRequest } from '../retry-store-request.ts'
import type { RunTask } from '../run/run-task.ts'
import { workerContext } from '../worker/worker-context.ts'
import { ArchiveFault } from './archive-task.ts'

export interface RestoreOfFiles extends ArchiveRestore {
  archive: { sourceId: string | null; sourceName: string; bucket: string }
  steps: { loadId: string | null; step: ArchiveStep & { files: ArchiveFile[] } }[]
}

/**
 * Has the store retrieve files from their storage class, waits for hours until all can be read, and queues the loads. Each
 * request is sent only where the store does not show it: a worker that comes back asks once. False: a person has stopped it.
 */
export async function retrieveFiles(task: RunTask, restore: RestoreOfFiles): Promise<boolean> {
  const { retrievalTier: tier, retrievalDays: days, archive, steps } = restore
  if (tier === null || days === null || steps.some(({ loadId }) => loadId !== null)) return true
  if (archive.sourceId === null) throw new ArchiveFault(`The source ${archive.sourceName} was removed.`)
  const ctx = workerContext(task.deps)
  try {
    const source = await openSource(ctx, archive.sourceId)
    try {
      if (!(await waitForFiles(task, source, restore, { tier, days }))) return false
    } finally {
      source.close()
    }
    return await queueLoads(task, restore.id)
  } catch (error) {
    if (error instanceof ServiceError) throw new ArchiveFault(error.message)
    throw error
  }
}

/** The retrieved copies last for days: a node or a store that is away now is waited for. False: a person has stopped it. */
async function queueLoads(task: RunTask, restoreId: string): Promise<boolean> {
  const backoff = new Backoff(1_000, 60_000)
  while (!(await task.stopped())) {
    try {
      await loadRetrieved(workerContext(task.deps), restoreId)
      await task.wait('nodes', null)
      return true
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'unreachable') throw error
      await task.wait('nodes', error.message)
    }
    await pause(backoff.next(), () => task.stopped())
  }
  return false
}

async function waitForFiles(
  task: RunTask,
  { store }: OpenSource,
  { archive: { bucket }, steps }: RestoreOfFiles,
  asked: { tier: RetrievalTier; days: number },
): Promise<boolean> {
  const backoff = new Backoff(1_000, 300_000)
  const keys = steps.flatMap(({ step }) => step.files.flatMap(({ key }) => key ?? []))
  for (;;) {
    const seen: Parameters<typeof planRetrieval>[0][number][] = []
    for (const key of keys) {
      const head = await retryStoreRequest(task, bucket, () => store.head(bucket, key))
      if (head === null) return false
      if (head.kind !== 'ok') throw new ArchiveFault(`${bucket}/${key} cannot be read: ${head.message}`)
      const { storageClass, retrieval, sizeBytes } = head
      seen.push({ storageClass, sizeBytes, isRetrieved: retrieval === 'ready' })
      if (!needsRetrieval(storageClass) || retrieval !== null) continue
      const answer = await retryStoreRequest(task, bucket, () => store.retrieve(bucket, key, asked))
      if (answer === null) return false
      if (answer.kind !== 'ok')
        throw new ArchiveFault(
          `The store refused to retrieve ${bucket}/${key}: ${answer.message} The key of the source needs s3:RestoreObject.`,
        )
    }
    const left = planRetrieval(seen, asked.tier)
    await task.wait('retrieval', left && explainRetrieval(left, keys.length))
    if (left === null) return true
    await pause(backoff.next(), () => task.stopped())
    if (await task.stopped()) return false
  }
}

function explainRetrieval({ files, hours }: Retrieval, all: number): string {
  return `The store is retrieving ${files} of ${all} files. This takes up to ${hours} hours from the request.`
}
