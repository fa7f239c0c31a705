/** `failed` is tried again later; `refused` never can succeed. */
export interface SendOutcome {
  kind: 'sent' | 'failed' | 'refused'
  /** For people: the status of the answer, or why there was none. */
  answer: string
}

export interface SendOptions {
  /** For receivers on the worker's own machine. */
  allowLoopback: boolean
  /** Where people reach the console; null: links are paths of it. */
  publicUrl: string | null
  timeoutMs: number
}
