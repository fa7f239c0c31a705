import { CONTROL_PATH } from './server/control.ts'
import type { OperationCounters } from './server/counters.ts'
import type { FaultRule } from './server/faults.ts'

/** The control endpoint of a running store, even one that another process started. */
export interface S3StoreControl {
  /** Adds a rule after the existing ones. */
  inject(rule: FaultRule): Promise<void>
  clearFaults(): Promise<void>
  counters(): Promise<OperationCounters>
  resetCounters(): Promise<void>
}

export function connectS3StoreControl(endpoint: string, controlToken: string): S3StoreControl {
  async function call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${endpoint}${CONTROL_PATH}${path}`, {
      method,
      headers: { authorization: `Bearer ${controlToken}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) {
      throw new Error(`The S3 store at ${endpoint} refused ${method} ${path}: ${JSON.stringify(answer)}`)
    }
    return answer
  }
  return {
    inject: async (rule) => void (await call('POST', 'faults', rule)),
    clearFaults: async () => void (await call('DELETE', 'faults')),
    counters: async () => (await call('GET', 'counters')) as OperationCounters,
    resetCounters: async () => void (await call('DELETE', 'counters')),
  }
}
