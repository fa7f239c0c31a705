import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../bin/frostline.mjs', import.meta.url))

export interface Ended {
  code: number | null
  out: string
  notes: string
}
export interface RunningCli {
  readonly child: ChildProcess
  /** What it wrote to stderr so far. */
  notes(): string
  readonly ended: Promise<Ended>
}

/** Starts the built program, without a terminal. */
export function spawnCli(words: readonly string[], env: Record<string, string>, input = ''): RunningCli {
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let notes = ''
  child.stderr.on('data', (chunk: Buffer) => {
    notes += chunk.toString()
  })
  child.stdin.end(input)
  const exit = once(child, 'close')
  const ended = Promise.all([text(child.stdout), exit]).then(
    ([out, [code]]): Ended => ({ code: code as number | null, out, notes }),
  )
  return { child, notes: () => notes, ended }
}
