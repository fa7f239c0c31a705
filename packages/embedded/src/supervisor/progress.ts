import { appendFileSync } from 'node:fs'

export interface Progress {
  /** Runs a step, with a line at its start (only on a terminal) and one at its end with the time it took. */
  step<T>(name: string, action: () => Promise<T>): Promise<T>
  note(line: string): void
  /** To the log file only. */
  log(line: string): void
}

export function createProgress(logFile: string, print: (line: string) => void = console.log): Progress {
  const log = (line: string) => {
    appendFileSync(logFile, `${new Date().toISOString()} ${line}\n`, { mode: 0o600 })
  }
  const note = (line: string) => {
    log(line)
    print(`  ${line}`)
  }
  return {
    log,
    note,
    step: async (name, action) => {
      const from = performance.now()
      note(`… ${name}`)
      const result = await action()
      note(`✓ ${name} (${((performance.now() - from) / 1000).toFixed(1)} s)`)
      return result
    },
  }
}
