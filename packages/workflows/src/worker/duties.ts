import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../deps.ts'

/** Runs each separately: an error of one does not block the others. */
export async function runDuties(duties: readonly (() => Promise<void> | void)[]): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const duty of duties)
    try {
      await duty()
    } catch (error) {
      errors.push(error)
    }
  return errors
}

export interface BackgroundJob {
  /** Starts the work unless it is running. */
  begin(): void
  settled(): Promise<void>
}

/** Work that a sweep must not wait for: it runs once at a time; a failure is logged, and the next sweep tries again. */
export function runInBackground(what: string, work: () => Promise<void>, log: Logger): BackgroundJob {
  let running: Promise<void> | undefined
  return {
    begin() {
      running ??= work()
        .catch((error: unknown) => log.warn({ error }, `${what} failed. Retry at the next sweep`))
        .finally(() => {
          running = undefined
        })
    },
    settled: async () => running,
  }
}

/** A sleep that others can end. An alarm while nobody sleeps ends the next sleep at once, so that none is missed. */
export class Alarm {
  #rung = false
  #wakeSleeper = () => {}

  ring(): void {
    this.#rung = true
    this.#wakeSleeper()
  }

  /** Until the alarm, until `signal` aborts, or for this long. */
  async sleep(maxMs: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    this.#wakeSleeper = () => woken.abort()
    if (!this.#rung)
      await sleep(maxMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(
        () => undefined,
      )
    this.#rung = false
  }
}
