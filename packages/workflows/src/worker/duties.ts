import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '../deps.ts'

/** Carries out each by itself: what one of them throws, for whatever reason, keeps no other from its turn. */
export async function carryOutDuties(duties: readonly (() => Promise<void> | void)[]): Promise<unknown[]> {
  const errors: unknown[] = []
  for (const duty of duties)
    try {
      await duty()
    } catch (error) {
      errors.push(error)
    }
  return errors
}

export interface Beside {
  /** Begins the work unless it is under way. */
  begin(): void
  settled(): Promise<void>
}

/** Work that a sweep must not wait for: it runs once at a time, and a failure is told and tried at the next sweep. */
export function runBeside(what: string, work: () => Promise<void>, log: Logger): Beside {
  let running: Promise<void> | undefined
  return {
    begin() {
      running ??= work()
        .catch((error: unknown) => log.warn({ error }, `${what} failed; it is repeated`))
        .finally(() => {
          running = undefined
        })
    },
    settled: async () => running,
  }
}

/** A sleep that others can end. What rings while nobody sleeps ends the next sleep at once: nothing is missed. */
export class Alarm {
  #rung = false
  #wakeSleeper = () => {}

  ring(): void {
    this.#rung = true
    this.#wakeSleeper()
  }

  /** Until it rings, until `signal` aborts, or for this long. */
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
