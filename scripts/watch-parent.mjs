// Whether what started this program is still there. npm does not tell its scripts that it was killed; nobody else would.
import { readFileSync } from 'node:fs'

const EVERY_MS = 500
/** As it was at the start: a parent that ends hands its children to another process. */
const parent = process.ppid
const isWatched =
  process.env.FROSTLINE_END_WITH_PARENT === '1' ||
  (process.env.npm_lifecycle_event !== undefined && isNpm(parent))

/**
 * Calls `gone` once when the npm that runs this script has ended, unless what it returns is called before. Only npm is
 * watched, unless FROSTLINE_END_WITH_PARENT=1 asks for it: a program that was started by a shell, with nohup or setsid, or
 * as a service outlives whoever started it. The next parent is not always process 1 (a container, a user session): any
 * other one means that the first is gone.
 */
export function watchParent(gone) {
  if (!isWatched) return () => {}
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    gone()
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Children of a script inherit its variables: what they start in the background must not end with them. */
function isNpm(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('npm')
  } catch {
    // No such folder on this system: the variables are believed.
    return process.platform !== 'linux'
  }
}
