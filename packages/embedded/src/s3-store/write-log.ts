import { writeSync } from 'node:fs'
import { inspect } from 'node:util'

const STANDARD_ERROR = 2

/**
 * A line on standard error. Not by `console`: after one failed write, as on a full disk, its stream stays shut for ever and
 * every later line is lost without a word.
 */
export function writeLog(text: string, error?: unknown): void {
  const told = error === undefined ? text : `${text} ${inspect(error)}`
  try {
    writeSync(STANDARD_ERROR, `${new Date().toISOString()} ${told}\n`)
  } catch {
    // The disk of the log may be the full one.
  }
}
