import type { Logger } from '../deps.ts'

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
