import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface WorkerProcess {
  pid: number
  /** Everything it logged so far. */
  output(): string
  /** SIGKILL: it writes nothing more, anywhere. */
  kill(): Promise<void>
  signal(signal: NodeJS.Signals): void
}

/** Starts the real worker program and waits until it is ready for work. */
export async function spawnWorker(env: Record<string, string>): Promise<WorkerProcess> {
  const program = fileURLToPath(new URL('../../../../apps/worker/src/main.ts', import.meta.url))
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), program], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Worker ready')) resolve()
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) =>
      reject(new Error(`The worker ended with code ${code} before it was ready:\n${output}`)),
    )
  })
  await ready
  return {
    pid: child.pid ?? 0,
    output: () => output,
    kill: () => end(child),
    signal: (signal) => {
      child.kill(signal)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}
