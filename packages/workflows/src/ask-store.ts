import type { StoreFailure } from '@frostline/object-store'
import { Backoff, pause } from './pause.ts'

interface WaitingRun {
  /** A person wants no more of it. */
  stopped(): Promise<boolean>
  /** What it waits for at the store, for people. Null: it goes on. */
  wait(place: 'store', reason: string | null): Promise<void>
}

/**
 * Asks until the store has an answer: one that is away or busy is waited for, a refusal is one. Null: a person wants no
 * more.
 */
export async function askStore<Answer extends { kind: 'ok' }>(
  run: WaitingRun,
  bucket: string,
  ask: () => Promise<Answer | StoreFailure>,
): Promise<Answer | StoreFailure | null> {
  const backoff = new Backoff(500, 15_000)
  while (!(await run.stopped())) {
    const answer = await ask()
    const reason = whyToWait(answer)
    await run.wait('store', reason === null ? null : `The store does not answer for ${bucket}: ${reason}`)
    if (reason === null) return answer
    await pause(backoff.next(), () => run.stopped())
  }
  return null
}

/** 501 does not pass: the store does not know the request. */
function whyToWait(answer: { kind: 'ok' } | StoreFailure): string | null {
  if (answer.kind === 'unreachable') return answer.message
  if (answer.kind !== 'refused' || answer.status === 501) return null
  return answer.status >= 500 || answer.status === 429 ? answer.message : null
}
