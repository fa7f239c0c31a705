import { writeSync } from 'node:fs'
import { inspect } from 'node:util'

const STANDARD_ERROR = 2

/**
 * Writes a line to standard error. Not with `console`: after one failed write, as on a full disk, its stream stays
 * closed and every later line is silently lost.
 */
export function writeLog(text: string, error?: unknown): void {
  const told = error === undefined ? text : `${text} ${inspect(error)}`
  try {
    writeSync(STANDARD_ERROR, `${new Date().toISOString()} ${told}\n`)
  } catch {
    // The disk of the log may be the full one.
  }
}
