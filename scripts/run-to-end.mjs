// Runs a program of ours so that nothing of it is left: neither when this one is told to end or killed, nor when npm is.
import { spawn } from 'node:child_process'
import { leashGroup } from './leash-group.mjs'
import { watchStarter } from './watch-starter.mjs'

const GRACE_MS = 8000

/**
 * Resolves with the exit code. The program has a process group of its own, which gets the first signal that this process
 * gets, and SIGKILL when it has not ended eight seconds later; this process then ends as by that signal.
 */
export async function runToEnd([program, ...args], options) {
  let ending = null
  const signalGroup = (signal) => {
    try {
      process.kill(-child.pid, signal)
    } catch {
      // It has ended.
    }
  }
  const end = (signal) => {
    if (ending) return
    ending = signal
    signalGroup(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref()
  }
  // Before the program: a signal that came between would end this process and leave the program.
  const unwatch = watchStarter(end)
  const child = spawn(program, args, { ...options, detached: true })
  const unleash = leashGroup(child.pid)
  // Nobody may be left to read what is said.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    child.once('exit', (exitCode) => resolve(exitCode ?? 1))
  })
  unleash()
  unwatch()
  if (ending) {
    // What the program itself has started ends with it.
    signalGroup('SIGKILL')
    process.kill(process.pid, ending)
    await new Promise(() => setTimeout(() => process.exit(1), 1000))
  }
  return code
}
