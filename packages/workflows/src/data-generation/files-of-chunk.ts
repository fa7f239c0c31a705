import { readFileKey, writeFileKey, writeFileNumber, writeFilePrefix } from '@frostline/domain'
import { StoreListingError } from '@frostline/object-store'
import { Backoff, pause } from '../pause.ts'
import type { OpenChunk } from './chunk-queue.ts'
import type { GenerationTask } from './generation-task.ts'

export type FilesOfChunk = { count: number; sizeBytes: bigint } | { missing: string }

/**
 * The files of a chunk as the store lists them. Repeats while the store does not answer, since the files are written;
 * null when a person has stopped it.
 */
export async function confirmFiles(task: GenerationTask, chunk: OpenChunk): Promise<FilesOfChunk | null> {
  const { spec, source } = task
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    const prefix = writeFilePrefix(spec)
    const page = await source.store.listPage(spec.source.bucket, {
      prefix,
      // Without its extension a name sorts right before itself.
      startAfter: `${prefix}${writeFileNumber(chunk.firstFile)}`,
      pageSize: chunk.files,
    })
    if (page.kind === 'ok') {
      await task.wait('files', null)
      return judge(task, chunk, page.objects)
    }
    await task.wait('files', `The files are written and cannot be listed: ${page.message}`)
    await pause(backoff.next(), () => task.stopped())
  }
  return null
}

function judge(
  { spec }: GenerationTask,
  chunk: OpenChunk,
  objects: readonly { key: string; sizeBytes: bigint }[],
): FilesOfChunk {
  const sizes = new Map(objects.map(({ key, sizeBytes }) => [readFileKey(spec, key), sizeBytes]))
  let count = 0
  let sizeBytes = 0n
  for (let file = chunk.firstFile; file < chunk.firstFile + chunk.files; file++) {
    const size = sizes.get(file)
    if (size !== undefined) {
      count++
      sizeBytes += size
    }
    // A query may have fewer rows than its maximum.
    else if (spec.content.kind === 'template') return { missing: writeFileKey(spec, file) }
  }
  return { count, sizeBytes }
}

/** Deletes the files of earlier attempts. Returns why it could not; null: none is left. */
export async function removeFiles({ spec, source }: GenerationTask): Promise<string | null> {
  const { bucket } = spec.source
  try {
    for await (const { objects } of source.store.list(bucket, { prefix: writeFilePrefix(spec) }))
      for (const { key } of objects) {
        if (readFileKey(spec, key) === null) continue
        const outcome = await source.store.delete(bucket, key)
        if (outcome.kind !== 'ok') return `${key} of an earlier attempt cannot be removed: ${outcome.message}`
      }
    return null
  } catch (error) {
    if (!(error instanceof StoreListingError)) throw error
    return `Files of an earlier attempt cannot be listed: ${error.message}`
  }
}
