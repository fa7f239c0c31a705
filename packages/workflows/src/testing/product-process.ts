import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends a program whose test run was killed. */
const LEASH = import.meta.resolve('@frostline/embedded/leash')

/** A program of the product that a test starts and kills. */
export interface ProductProcess {
  pid: number
  /** Everything it logged so far. */
  output(): string
  /** SIGKILL: it writes nothing more. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
}

/** @param ready called repeatedly with the log so far, until it is true. */
export async function spawnProduct(
  name: string,
  spec: { args: readonly string[]; cwd?: string; env: Record<string, string> },
  ready: (output: string) => boolean | Promise<boolean>,
): Promise<ProductProcess> {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', LEASH, ...spec.args], {
    cwd: spec.cwd,
    env: { ...inherited, ...spec.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const read = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  while (!(await ready(output))) {
    if (hasEnded(child))
      throw new Error(`The ${name} ended with code ${child.exitCode} before it was ready:\n${output}`)
    await sleep(25)
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: async () => {
      if (hasEnded(child)) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
    signal: (signal) => {
      child.kill(signal)
    },
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
