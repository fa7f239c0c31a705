import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'

const clearLine = '\r\u001b[2K'
/** To say what continues before the program ends. */
const graceMs = 1_000

export function openProcessIo(): Io {
  const { stdin, stdout, stderr, env } = process
  const interrupted = new AbortController()
  let line = ''

  // `frostline tables | head` ends without a message.
  stdout.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? 0 : exitCodes.failed),
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(exitCodes.interrupted)
      interrupted.abort()
      setTimeout(() => process.exit(exitCodes.interrupted), graceMs).unref()
    })

  const showsProgress = stderr.isTTY === true && env.TERM !== 'dumb'
  function progress(next: string): void {
    if (!showsProgress || next === line) return
    const fitting = next.slice(0, Math.max((stderr.columns ?? 80) - 1, 20))
    stderr.write(`${clearLine}${fitting}`)
    line = next
  }

  return {
    env,
    canAsk: stdin.isTTY === true && stderr.isTTY === true,
    now: () => new Date(),
    out(shown) {
      progress('')
      stdout.write(`${shown}\n`)
    },
    note(shown) {
      progress('')
      stderr.write(`${shown}\n`)
    },
    progress,
    ask: (question) => askOn(stderr, question),
    async askSecret(question) {
      stderr.write(question)
      const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
      const answer = await askOn(silent, '')
      stderr.write('\n')
      return answer
    },
    readInput: () => text(stdin),
    fetch: globalThis.fetch,
    sleep: async (ms) => {
      await sleep(ms, undefined, { signal: interrupted.signal })
    },
  }
}

async function askOn(output: NodeJS.WritableStream, question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  try {
    return await lines.question(question)
  } finally {
    lines.close()
  }
}
