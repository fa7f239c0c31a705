/** `failed` is retried later; `refused` is permanent. */
export interface SendOutcome {
  kind: 'sent' | 'failed' | 'refused'
  /** Readable: the response of the service, or why there was none. */
  answer: string
  /** When the service wants to be asked again, if it says so. */
  retryAfterMs?: number | undefined
}

export interface SendOptions {
  /** For receivers on the worker's own machine. */
  allowLoopback: boolean
  /** Public address of the console; null: links are paths. */
  publicUrl: string | null
  timeoutMs: number
}
