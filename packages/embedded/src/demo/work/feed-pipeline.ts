import { setTimeout as sleep } from 'node:timers/promises'
import { ConsoleError } from './console-client.ts'
import { MINUTE_MS, writeLiveObject } from './pieces/live-objects.ts'
import { NotAloneError, requireDemoAlone, type WorkContext } from './work-context.ts'

const CREATED_POLL_MS = 2_000

/** Writes an object each minute into the folder of the pipeline, as long as the pipeline exists and is not paused. */
export async function feedPipeline(context: WorkContext): Promise<never> {
  while (context.record.find('pipeline') === null) await sleep(CREATED_POLL_MS)
  for (;;) {
    try {
      if (await isRead(context)) await writeLiveObject(context, new Date())
    } catch (error) {
      context.log(`The pipeline was not fed: ${String(error)}`)
    }
    await sleep(MINUTE_MS - (Date.now() % MINUTE_MS) + 500)
  }
}

async function isRead(context: WorkContext): Promise<boolean> {
  const { console, record } = context
  try {
    await requireDemoAlone(context)
    const path = `/load-pipelines/${record.find('pipeline')}`
    return (await console.get<{ enabled: boolean }>(path)).enabled
  } catch (error) {
    if (error instanceof NotAloneError) return false
    if (error instanceof ConsoleError && error.status === 404) return false
    throw error
  }
}
