import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Polls until `probe` gives something other than null or false; `null` when the time is over.
 *
 * @throws the reason of `abort`.
 */
export async function waitUntil<T>(
  probe: () => Promise<T | null | false> | T | null | false,
  timeoutMs: number,
  everyMs = 30,
  abort?: AbortSignal,
): Promise<T | null> {
  const end = performance.now() + timeoutMs
  for (;;) {
    abort?.throwIfAborted()
    const found = await probe()
    if (found !== null && found !== false) return found
    if (performance.now() >= end) return null
    await sleep(everyMs)
  }
}
