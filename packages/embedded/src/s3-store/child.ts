import { setTimeout as delay } from 'node:timers/promises'
import type { ChildAnswer, ChildOptions } from './child-protocol.ts'
import { createS3StoreServer, type S3StoreServer } from './server/create-server.ts'
import { writeLog } from './write-log.ts'

/* The store as a separate process. Options come as one line of JSON on standard input (a command line would show
    the secret to every user of the machine); one line of JSON on standard output has the port. It shuts down on
    SIGTERM and when its standard input closes, which also happens when its parent is killed. SIGINT and SIGHUP are
    for the parent: Ctrl-C and a closed terminal reach the whole group, and the parent stops the store after those
    who use it. */

for (const signal of ['SIGINT', 'SIGHUP']) process.on(signal, () => {})

async function readOptions(): Promise<ChildOptions> {
  let text = ''
  process.stdin.setEncoding('utf8')
  while (!text.includes('\n')) {
    const piece = await new Promise<string | null>((resolve) => {
      process.stdin.once('data', resolve)
      process.stdin.once('end', () => resolve(null))
    })
    if (piece === null) process.exit(0)
    text += piece
  }
  return JSON.parse(text) as ChildOptions
}

// The port of a store that was just killed can be taken for a moment by its former connections.
async function listen(server: S3StoreServer, port: number, waitMs: number): Promise<number> {
  const deadline = Date.now() + waitMs
  for (;;) {
    try {
      return await server.listen(port)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || Date.now() > deadline) throw error
      await delay(50)
    }
  }
}

function answer(message: ChildAnswer): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${JSON.stringify(message)}\n`, () => resolve()))
}

try {
  const { port, portWaitMs, ...options } = await readOptions()
  const server = createS3StoreServer(options)

  let stopping = false
  const stop = async (): Promise<void> => {
    if (stopping) return
    stopping = true
    await server.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.stdin.on('end', () => void stop())
  process.stdin.on('error', () => void stop())
  process.stdin.resume()

  await answer({ port: await listen(server, port, portWaitMs) })
} catch (error) {
  writeLog('The store did not start:', error)
  await answer({ error: error instanceof Error ? error.message : String(error) })
  process.exit(1)
}
