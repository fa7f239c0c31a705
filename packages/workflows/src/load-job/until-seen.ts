import { errorRuleOf, QueryFailedError } from '@frostline/clickhouse'
import { type BatchFence, recordBatch, StaleWriterError } from '@frostline/db'
import { Backoff, pause } from '../pause.ts'
import type { LoadTask } from './load-task.ts'
import { StoreSilentError } from './read-etags.ts'

/**
 * Asks what came of an attempt until it is answered. All of its rows are staged by then: a node or a store that does not
 * answer is waited for without end, and so is a refusal that passes by itself: neither costs the server the reading of the
 * objects once more. What is refused for good is thrown.
 */
export async function untilSeen<Answer>(
  task: LoadTask,
  fence: BatchFence,
  ask: () => Promise<Answer>,
): Promise<Answer | 'stopped'> {
  const backoff = new Backoff(500, 30_000)
  for (let told = ''; ; ) {
    try {
      const answer = await ask()
      if (told !== '') await recordBatch(task.deps.db, fence, { waitReason: null })
      return answer
    } catch (error) {
      if (error instanceof StaleWriterError || !isSilence(error)) throw error
      if (await task.orders.stopped()) return 'stopped'
      const waitReason = `All rows of this batch are staged, and are counted when this answers: ${error.message}`
      if (waitReason !== told) await recordBatch(task.deps.db, fence, { waitReason })
      told = waitReason
      task.announce()
      await pause(backoff.next(), () => task.orders.stopped())
    }
  }
}

const passes = new Set(['retry-backoff', 'retry-soon'])

function isSilence(error: unknown): error is Error {
  if (error instanceof QueryFailedError)
    return error.failure.kind !== 'refused' || passes.has(errorRuleOf(error.failure.error.code).class)
  return error instanceof StoreSilentError
}
