import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { waitUntil } from '../process/wait-until.ts'

const startTimeoutMs = 60_000
const endTimeoutMs = 10_000
const keptOutput = 4_000

/** A server for tests that ends with this process at the latest. Resolves when it responds to HTTP at that address. */
export async function startChildServer(
  name: string,
  [program = '', ...args]: readonly string[],
  options: { url: string; env?: Record<string, string> },
): Promise<{ stop: () => Promise<void> }> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  })
  const ended = once(child, 'close').catch(() => undefined)
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  let over = false
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-keptOutput)
    })
  void ended.then(() => {
    over = true
  })
  const answered = await waitUntil(async () => over || (await answers(options.url)), startTimeoutMs)
  if (!answered || over) {
    kill()
    throw new Error(`${name} did not start. It said last:\n${said}`)
  }
  return {
    async stop() {
      process.off('exit', kill)
      child.kill('SIGTERM')
      const timer = setTimeout(kill, endTimeoutMs)
      await ended
      clearTimeout(timer)
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(2_000) })).arrayBuffer()
    return true
  } catch {
    return false
  }
}
