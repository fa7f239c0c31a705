export interface OperationCounter {
  requests: number
  /** Responses with a status from 400 on, and connections that were cut. */
  errors: number
  /** Payload received, and bodies sent, without headers and framing. */
  bytesIn: number
  bytesOut: number
}

/** Counters by operation name since the start of the process, or the last reset. */
export type OperationCounters = Record<string, OperationCounter>

export class Counters {
  #byOperation = new Map<string, OperationCounter>()

  of(operation: string): OperationCounter {
    let counter = this.#byOperation.get(operation)
    if (!counter) {
      counter = { requests: 0, errors: 0, bytesIn: 0, bytesOut: 0 }
      this.#byOperation.set(operation, counter)
    }
    return counter
  }

  read(): OperationCounters {
    return Object.fromEntries([...this.#byOperation].map(([name, counter]) => [name, { ...counter }]))
  }

  reset(): void {
    this.#byOperation = new Map()
  }
}
