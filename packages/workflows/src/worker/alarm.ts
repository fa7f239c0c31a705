import { setTimeout as sleep } from 'node:timers/promises'

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
