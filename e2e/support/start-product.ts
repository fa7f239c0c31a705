import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@frostline/embedded'

const START = fileURLToPath(new URL('../../scripts/start.mjs', import.meta.url))
const STOP_TIMEOUT_MS = 60_000

export interface ProductProcess {
  /** Ends everything in order, like Ctrl-C. */
  stop(): Promise<void>
  hasEnded(): boolean
  output(): string
}

/** Variables that would make the product use parts that are not its own. */
const foreign = /^(DATABASE_URL|PORT|FROSTLINE_(?!CHROMIUM).*)$/

/** `npm start` on a free port, without environment variables that it would read as configuration. */
export async function startProduct(env: Readonly<Record<string, string>>): Promise<ProductProcess> {
  const outer = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)))
  const child = spawn(process.execPath, [START], {
    env: {
      ...outer,
      // Journeys expect the demo as it is seeded.
      FROSTLINE_DEMO_WORK: 'off',
      ...env,
      PORT: String(await findFreePort()),
      NO_OPEN: '1',
      CI: 'true',
      FROSTLINE_END_WITH_PARENT: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  }
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  // A killed runner takes the product with it.
  const killWithUs = () => child.kill('SIGTERM')
  process.once('exit', killWithUs)
  return {
    hasEnded,
    output: () => output,
    stop: async () => {
      process.off('exit', killWithUs)
      if (hasEnded()) return
      const ended = once(child, 'exit')
      child.kill('SIGINT')
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await ended
      clearTimeout(late)
      if (child.exitCode !== 0) throw new Error(`The product did not stop in order. It said:\n${output}`)
    },
  }
}
