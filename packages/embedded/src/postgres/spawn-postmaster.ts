import { spawn } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import { readTail } from '../files/read-tail.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { observePostmaster, type RunningPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

const START_TIMEOUT_MS = 60_000
const END_TIMEOUT_MS = 2000

/**
 * A server knows nothing of the process that started it and would outlive it. This shell waits until our pipe closes,
 * which happens however we end. It gives web and worker a moment to end first, then requests a fast shutdown, an
 * immediate one after 5 s, and kills after 8 s; no commit is lost. Only the process with the folder's pid is signalled:
 * a server that was just started writes it within a moment.
 */
const LEASH = `
  cat > /dev/null
  runs() { [ "$(head -n 1 "$1/postmaster.pid" 2> /dev/null)" = "$2" ] && kill -0 "$2" 2> /dev/null; }
  sleep 1
  half=8
  while [ "$half" -gt 0 ] && kill -0 "$2" 2> /dev/null && ! runs "$1" "$2"; do sleep 0.5; half=$((half - 1)); done
  for signal in INT:8 QUIT:6 KILL:0; do
    runs "$1" "$2" || exit 0
    kill -"\${signal%:*}" "$2"
    half=\${signal#*:}
    while [ "$half" -gt 0 ] && runs "$1" "$2"; do sleep 0.5; half=$((half - 1)); done
  done
`

function leash(folder: string, pid: number): () => void {
  const shell = spawn('sh', ['-c', LEASH, 'postgres-leash', folder, String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  shell.unref()
  return () => void shell.kill('SIGKILL')
}

export interface LeashedPostmaster extends RunningPostmaster {
  /** Call it when the server has ended: removes the leash. */
  letGo(): void
}

export interface PostmasterSpec {
  readonly folder: string
  readonly port: number
  readonly logFile: string
  /** In addition to its configuration, which a test may change. */
  readonly settings: Readonly<Record<string, string | number>>
  readonly binaries: PostgresBinaries
  readonly runAs: RunAs
  readonly abort?: AbortSignal | undefined
}

/** Starts a server on a leash, and resolves when it accepts connections. */
export async function spawnPostmaster(spec: PostmasterSpec): Promise<LeashedPostmaster> {
  const log = await open(spec.logFile, 'a', 0o600)
  const logStart = (await stat(spec.logFile)).size
  // The folder comes first, more follows: see isPostmasterOf.
  const { file, args } = spec.runAs.command(spec.binaries.postgres, [
    '-D',
    spec.folder,
    '-p',
    String(spec.port),
    ...[
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      ...Object.entries(spec.settings).map(([name, value]) => `${name}=${value}`),
    ].flatMap((s) => ['-c', s]),
    ...['log_line_prefix=%m [%p] ', 'log_timezone=UTC', 'timezone=UTC'].flatMap((s) => ['-c', s]),
  ])
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: spec.folder,
    ...(spec.runAs.uid === undefined ? {} : { uid: spec.runAs.uid, gid: spec.runAs.gid }),
  })
  // Before any await: a server that rejects its configuration ends at once.
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`
  })
  const letGo = leash(spec.folder, child.pid ?? 0)
  child.unref()
  await log.close()
  const running = await waitUntil(async () => {
    if (ended !== null || spec.abort?.aborted) return 'ended' as const
    const seen = await observePostmaster(spec.folder)
    return seen?.ready && seen.process.pid === child.pid ? seen : null
  }, START_TIMEOUT_MS)
  if (running !== null && running !== 'ended') return { ...running, letGo }
  child.kill('SIGKILL')
  // Its child processes use the folder for a moment longer.
  await waitUntil(() => ended !== null, END_TIMEOUT_MS)
  letGo()
  spec.abort?.throwIfAborted()
  const size = (await stat(spec.logFile)).size
  const said = size > logStart ? await readTail(spec.logFile, Math.min(4096, size - logStart)) : ''
  throw new Error(
    `PostgreSQL did not start on port ${spec.port} in ${spec.folder}: ${ended ?? 'it is not ready'}. ` +
      `Its log is ${spec.logFile}. It said last:\n${said}`,
  )
}
