import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresBinaries } from './find-binaries.ts'
import type { RunAs } from './run-as.ts'

const TEMPORARY = 'initdb-'

/**
 * Creates the database folder `<dataDir>/data` if missing. initdb works in a temporary folder that is renamed at the
 * end, so a crash leaves nothing that looks like a database.
 *
 * @throws the reason of `abort`, after initdb has ended.
 */
export async function initializeDatabase(
  dataDir: string,
  password: string,
  binaries: PostgresBinaries,
  runAs: RunAs,
  abort?: AbortSignal,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(TEMPORARY)) await rm(join(dataDir, name), { recursive: true })
  }
  const final = join(dataDir, 'data')
  if (existsSync(final)) return
  const temporary = join(dataDir, `${TEMPORARY}${process.pid}`)
  const passwordFile = `${temporary}.password`
  const owner = { ...(runAs.uid === undefined ? {} : { uid: runAs.uid, gid: runAs.gid }) }
  const { file, args } = runAs.command(binaries.initdb, [
    `--pgdata=${temporary}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ])
  try {
    await writeFile(passwordFile, password, { mode: runAs.uid === undefined ? 0o600 : 0o644 })
    await run(file, args, { ...owner, cwd: dataDir }, abort)
    await rename(temporary, final)
  } catch (cause) {
    abort?.throwIfAborted()
    const said = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`initdb could not make a PostgreSQL database in ${final}:\n${said.trim()}`, { cause })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(temporary, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** initdb starts servers: as one process group they end together. */
async function run(
  file: string,
  args: readonly string[],
  options: { readonly uid?: number; readonly gid?: number; readonly cwd: string },
  abort: AbortSignal | undefined,
): Promise<void> {
  abort?.throwIfAborted()
  const child = spawn(file, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said += piece
  })
  const end = () => {
    if (child.pid && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
  }
  abort?.addEventListener('abort', end)
  try {
    const [code, signal] = await once(child, 'close')
    if (code !== 0) throw new Error(said || `it ended with ${signal ?? `code ${code}`}`)
  } finally {
    abort?.removeEventListener('abort', end)
  }
}
