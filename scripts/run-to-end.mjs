// Runs a program of ours so that nothing of it is left, whether this process or npm is ended or killed.
import { spawnLeashed } from './spawn-leashed.mjs'
import { watchStarter } from './watch-starter.mjs'

const GRACE_MS = 8000
// The reader of the output may be gone.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
/** Programs that run now. */
let running = 0
/** The signal that ended this process. */
let ending = null

/**
 * Resolves with the exit code. The program has a process group of its own, which gets the first signal sent to this
 * process, and SIGKILL if it has not ended eight seconds later; this process then ends as by that signal, together with
 * the last program.
 */
export async function runToEnd(command, options) {
  // Between two programs it would start one that nobody ends.
  if (ending) return new Promise(() => {})
  let told = false
  const signalGroup = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  const end = (signal) => {
    if (told) return
    told = true
    ending ??= signal
    signalGroup(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref()
  }
  // Before the program: a signal in between would end this process and leave the program.
  const unwatch = watchStarter(end)
  const { child, unleash } = spawnLeashed(command, options)
  running += 1
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  running -= 1
  unleash()
  if (ending) {
    // Everything that the program has started ends with it.
    signalGroup('SIGKILL')
    // Another one may still be ending.
    while (running > 0) await new Promise((resolve) => setTimeout(resolve, 50))
    unwatch()
    process.kill(process.pid, ending)
    await new Promise(() => setTimeout(() => process.exit(1), 1000))
  }
  unwatch()
  return code
}
