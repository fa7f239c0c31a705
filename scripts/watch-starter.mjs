// Whether whoever started this program wants it to end: Ctrl-C, a signal, a closed terminal, the end of npm. npm does not
// tell its scripts that it was killed; nobody else would.
import { readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'

const EVERY_MS = 500
/** As it was at the start: a parent that ends hands its children to another process. */
const parent = process.ppid
const isNpm = process.env.npm_lifecycle_event !== undefined && looksLikeNpm(parent)
const isWatched = process.env.FROSTLINE_END_WITH_PARENT === '1' || isNpm

/**
 * A hang-up (SIGHUP) ends what a terminal has started; `nohup` asks to go on. npm, which sees nothing of that, ends by the
 * hang-up then: its end counts no more.
 */
let hungUp = false
const ignoresHangUp = isNohup()
if (ignoresHangUp) process.on('SIGHUP', () => (hungUp = true))

/**
 * Calls `end` with a signal each time one asks for the end, and once when the npm that runs this script has ended, unless
 * what it returns is called before. Only npm is watched, unless FROSTLINE_END_WITH_PARENT=1 asks for it: a program that was
 * started by a shell, with nohup or setsid, or as a service outlives whoever started it. The next parent is not always
 * process 1 (a container, a user session): any other one means that the first is gone.
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
 * Node.js forgets at its start which signals it was told to ignore, and npm is one. So this looks at what else nohup does:
 * a terminal becomes an input that cannot be read and an output called nohup.out; the shell that runs nohup notes its name
 * (bash, zsh); and what stands between it and npm, a script for example, still ignores the signal.
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
  // The name in brackets may hold anything.
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
