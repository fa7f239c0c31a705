import { isStillRunning, type ProcessIdentity } from './identity.ts'
import { waitUntil } from './wait-until.ts'

export interface EndOptions {
  readonly signal?: NodeJS.Signals
  /** How long it may take to end by itself before any signal is sent. */
  readonly patienceMs?: number
  /** How long the signal may take before SIGKILL. */
  readonly graceMs?: number
  /** Gives up, whatever is running. */
  readonly abort?: AbortSignal | undefined
}

/** Ends one known process; never signals another one that got its pid. Resolves when it is gone. */
export async function endProcess(seen: ProcessIdentity, options: EndOptions = {}): Promise<void> {
  const gone = () => !isStillRunning(seen)
  const within = (timeoutMs: number) => waitUntil(gone, timeoutMs, undefined, options.abort)
  if (await within(options.patienceMs ?? 0)) return
  signalProcess(seen, options.signal ?? 'SIGTERM')
  if (await within(options.graceMs ?? 10_000)) return
  signalProcess(seen, 'SIGKILL')
  if (await within(10_000)) return
  throw new Error(
    `Process ${seen.pid} (${seen.command}) did not end after SIGKILL. End it by hand, then try again.`,
  )
}

function signalProcess(seen: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isStillRunning(seen)) return
  try {
    process.kill(seen.pid, signal)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause
  }
}
