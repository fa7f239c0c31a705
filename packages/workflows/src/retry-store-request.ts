import { type StoreFailure, whyToRetry } from '@frostline/object-store'
import { Backoff, pause } from './pause.ts'

interface WaitingRun {
  /** A person has stopped it. */
  stopped(): Promise<boolean>
  /** Shows what it waits for at the store. Null: it continues. */
  wait(place: 'store', reason: string | null): Promise<void>
}

/**
 * Repeats a request until the store answers: waits while it is down or busy; a rejection is an answer. Null: a person
 * has stopped it.
 */
export async function retryStoreRequest<Answer extends { kind: 'ok' }>(
  run: WaitingRun,
  bucket: string,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | StoreFailure | null> {
  const backoff = new Backoff(500, 15_000)
  while (!(await run.stopped())) {
    const answer = await ask()
    const reason = whyToRetry(answer)
    await run.wait('store', reason === null ? null : `The store does not answer for ${bucket}: ${reason}`)
    if (reason === null) return answer
    await pause(backoff.next(), () => run.stopped())
  }
  return null
}
