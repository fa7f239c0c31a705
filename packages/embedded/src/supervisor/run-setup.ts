import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readTail } from '../files/read-tail.ts'

const LEASH = new URL('./leash.mjs', import.meta.url).href

export interface SetupSpec {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly logFile: string
  readonly abort?: AbortSignal | undefined
}

/**
 * Runs the product's set-up to its end: schema migrations, the first administrator, the embedded cluster's
 * registration. It is idempotent and runs at every start.
 *
 * @throws the reason of `abort`, after it has ended.
 */
export async function runSetup(spec: SetupSpec): Promise<void> {
  const log = openSync(spec.logFile, 'a', 0o600)
  const child = spawn(process.execPath, ['--import', LEASH, ...spec.command], {
    cwd: spec.cwd,
    env: { ...process.env, NODE_ENV: 'production', ...spec.env },
    stdio: ['ignore', log, log, 'ipc'],
    // Its own process group: a Ctrl-C goes to the supervisor.
    detached: true,
  })
  closeSync(log)
  // What it does it does in transactions.
  const end = () => child.kill('SIGKILL')
  spec.abort?.addEventListener('abort', end)
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  spec.abort?.removeEventListener('abort', end)
  spec.abort?.throwIfAborted()
  if (code === 0) return
  throw new Error(
    `Set-up ended with ${signal ?? `code ${code}`}. Its log is ${spec.logFile}. It said last:\n` +
      (await readTail(spec.logFile, 3000)),
  )
}
