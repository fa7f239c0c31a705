/** An abort signal that fires after a timeout or with the caller's signal, and tells which one it was. */
export interface Deadline {
  readonly signal: AbortSignal
  readonly timeoutMs: number
  expired(): boolean
  clear(): void
}

export function startDeadline(timeoutMs: number, callerSignal?: AbortSignal): Deadline {
  const controller = new AbortController()
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    controller.abort()
  }, timeoutMs)
  const forward = () => controller.abort()
  if (callerSignal?.aborted) forward()
  callerSignal?.addEventListener('abort', forward)
  return {
    signal: controller.signal,
    timeoutMs,
    expired: () => timedOut,
    clear: () => {
      clearTimeout(timer)
      callerSignal?.removeEventListener('abort', forward)
    },
  }
}
