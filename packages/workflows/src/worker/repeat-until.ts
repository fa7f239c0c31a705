import { setTimeout as sleep } from 'node:timers/promises'

const TICK_MS = 1000

/** Does the work each second until the signal aborts. A failure is reported, and the work repeated. */
export async function repeatUntil(
  signal: AbortSignal,
  work: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      onFailure(error)
    }
    await sleep(TICK_MS, undefined, { signal }).catch(() => undefined)
  }
}
