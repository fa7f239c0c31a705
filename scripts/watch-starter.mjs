// Whether this program should end: Ctrl-C, a signal, a closed terminal, the end of npm. npm does not tell its scripts
// that it was killed.
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

const EVERY_MS = 500
/** The parent at the start: a parent that ends hands its children to another process. */
const parent = process.ppid
const isNpm = process.env.npm_lifecycle_event !== undefined && looksLikeNpm(parent)
const isWatched = process.env.FROSTLINE_END_WITH_PARENT === '1' || isNpm

/**
 * A hang-up (SIGHUP) ends what a terminal has started; `nohup` asks to continue. npm does not see that and ends by the
 * hang-up: its end then no longer counts.
 */
let hungUp = false
const ignoresHangUp = isNohup()
if (ignoresHangUp) process.on('SIGHUP', () => (hungUp = true))

/**
 * Calls `end` with a signal each time one arrives, and once when the npm that runs this script has ended, unless the
 * returned function is called before. Only npm is watched, unless FROSTLINE_END_WITH_PARENT=1: a program started by a
 * shell, with nohup or setsid, or as a service outlives its starter. The next parent is not always process 1 (a
 * container, a user session): any other one means that the first is gone.
 */
export function watchStarter(end) {
  const signals = ignoresHangUp ? ['SIGINT', 'SIGTERM'] : ['SIGINT', 'SIGTERM', 'SIGHUP']
  const handlers = signals.map((signal) => [signal, () => end(signal)])
  for (const [signal, handler] of handlers) process.on(signal, handler)
  const timer = isWatched
    ? setInterval(() => {
        if (process.ppid === parent) return
        clearInterval(timer)
        // The hang-up that ended npm is on its way to this process as well.
        setTimeout(() => hungUp || end('SIGTERM'), ignoresHangUp ? EVERY_MS : 0).unref()
      }, EVERY_MS)
    : undefined
  timer?.unref()
  return () => {
    clearInterval(timer)
    for (const [signal, handler] of handlers) process.off(signal, handler)
  }
}

/** Children of a script inherit its variables: what they start in the background must not end with them. */
function looksLikeNpm(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('npm')
  } catch {
    // No such folder on this system: the variables are believed.
    return process.platform !== 'linux'
  }
}

/**
 * Node.js forgets at startup which signals it was told to ignore, and npm is a Node.js program. So this checks what
 * else nohup does: a terminal becomes an unreadable input and an output called nohup.out; the shell that runs nohup
 * sets its name (bash, zsh); and a process between it and npm, such as a script, still ignores the signal.
 */
function isNohup() {
  const starter = isNpm ? parent : process.pid
  const attempt = (look) => {
    try {
      return look()
    } catch {
      return false
    }
  }
  return [
    () => readlinkSync('/proc/self/fd/0') === '/dev/null' && isWriteOnly(0),
    () => [1, 2].some((fd) => basename(readlinkSync(`/proc/self/fd/${fd}`)) === 'nohup.out'),
    () => basename(variableOf(starter, '_')) === 'nohup',
    () => ignoresSigHup(parentOf(starter)),
  ].some(attempt)
}

function isWriteOnly(fd) {
  const flags = /^flags:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1]
  return (Number.parseInt(flags, 8) & 3) === 1
}

function variableOf(pid, name) {
  const variables = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  return variables.find((variable) => variable.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function parentOf(pid) {
  // The name in brackets may contain anything.
  return Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[1],
  )
}

function ignoresSigHup(pid) {
  if (pid <= 1) return false
  const ignored = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (BigInt(`0x${ignored}`) & 1n) === 1n
}
