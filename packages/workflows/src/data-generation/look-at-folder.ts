import { listSentChunks } from '@frostline/db'
import { isForeignKey } from '@frostline/domain'
import { StoreListingError } from '@frostline/object-store'
import { Backoff, pause } from '../pause.ts'
import type { GenerationTask } from './generation-task.ts'

/**
 * Looks at everything below the folder before anything is sent. Answers what is there that this generation has not
 * written; null where nothing is. A store that does not answer is asked again until somebody wants no more.
 */
export async function findForeignKey(task: GenerationTask): Promise<string | null> {
  const { deps, run, spec, source } = task
  const { bucket } = spec.source
  const sent = await listSentChunks(deps.db, run.id)
  const backoff = new Backoff(500, 30_000)
  while (!(await task.stopped())) {
    try {
      for await (const { objects } of source.store.list(bucket, { prefix: spec.prefix }))
        for (const { key } of objects) if (isForeignKey(spec, key, sent)) return key
      await task.wait('folder', null)
      return null
    } catch (error) {
      if (!(error instanceof StoreListingError)) throw error
      await task.wait('folder', `The folder cannot be listed: ${error.message}`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
  return null
}
