/** A failed batch is sent again, however it failed: an audit has no entries to skip. */
export type ShipOutcome =
  | { kind: 'sent' }
  | { kind: 'failed'; text: string; retryAfterMs?: number | undefined }

export interface ShipOptions {
  /** For receivers on the worker's own machine. */
  allowLoopback: boolean
  timeoutMs: number
}
