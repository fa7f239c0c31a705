import type { AppRouter } from '@frostline/api'
import type { HTTPBatchLinkOptions } from '@trpc/client'

export type Fetch = NonNullable<HTTPBatchLinkOptions<AppRouter['_def']['_config']['$types']>['fetch']>

/** Requests of the tab to the API. Closed before a session ends, so that none is rejected for it. */
class RequestGate {
  #closed = new AbortController()
  #opened = Promise.resolve()
  #open = () => {}

  /** Ends requests in flight. New ones, and retries of the ended ones, wait until `open`. */
  close(): void {
    this.#opened = new Promise((resolve) => {
      this.#open = resolve
    })
    this.#closed.abort()
  }

  open(): void {
    this.#closed = new AbortController()
    this.#open()
  }

  readonly fetch: Fetch = async (input, init) => {
    await this.#opened
    const signals = [init?.signal, this.#closed.signal].filter((signal) => signal instanceof AbortSignal)
    return fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
}

export const requestGate = new RequestGate()
