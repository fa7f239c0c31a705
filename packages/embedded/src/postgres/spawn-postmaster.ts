import { spawn } from 'node:child_process'
import { open, stat } from 'node:fs/promises'
import { readTail } from '../files/read-tail.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { PostgresBinaries } from './find-binaries.ts'
import { observePostmaster, type RunningPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

const START_TIMEOUT_MS = 60_000

export interface PostmasterSpec {
  readonly folder: string
  readonly port: number
  readonly logFile: string
  readonly binaries: PostgresBinaries
  readonly runAs: RunAs
}

/** Starts a server that outlives this process, and resolves when it accepts connections. */
export async function spawnPostmaster(spec: PostmasterSpec): Promise<RunningPostmaster> {
  const log = await open(spec.logFile, 'a', 0o600)
  const logStart = (await stat(spec.logFile)).size
  // The folder comes first and is followed by more: see isPostmasterOf.
  const { file, args } = spec.runAs.command(spec.binaries.postgres, [
    '-D',
    spec.folder,
    '-p',
    String(spec.port),
    ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=100'].flatMap((s) => [
      '-c',
      s,
    ]),
    ...['log_line_prefix=%m [%p] ', 'log_timezone=UTC', 'timezone=UTC'].flatMap((s) => ['-c', s]),
  ])
  const child = spawn(file, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    cwd: spec.folder,
    ...(spec.runAs.uid === undefined ? {} : { uid: spec.runAs.uid, gid: spec.runAs.gid }),
  })
  // Before anything is awaited: a server that refuses its configuration ends at once.
  let ended: string | null = null
  child.once('error', (error) => {
    ended = error.message
  })
  child.once('exit', (code, signal) => {
    ended = `it ended with ${signal ?? `code ${code}`}`
  })
  child.unref()
  await log.close()
  const running = await waitUntil(async () => {
    if (ended !== null) return 'ended' as const
    const seen = await observePostmaster(spec.folder)
    return seen?.ready && seen.process.pid === child.pid ? seen : null
  }, START_TIMEOUT_MS)
  if (running !== null && running !== 'ended') return running
  child.kill('SIGKILL')
  const size = (await stat(spec.logFile)).size
  const said = size > logStart ? await readTail(spec.logFile, Math.min(4096, size - logStart)) : ''
  throw new Error(
    `PostgreSQL did not start on port ${spec.port} in ${spec.folder}: ${ended ?? 'it is not ready'}. ` +
      `Its log is ${spec.logFile}. It said last:\n${said}`,
  )
}
