import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { waitUntil } from '../process/wait-until.ts'
import type { Endpoints } from './endpoints.ts'

const START = fileURLToPath(new URL('./start-supervisor.ts', import.meta.url))
const SETTINGS = fileURLToPath(new URL('./settings.ts', import.meta.url))

/** Small programs in place of the product's: the test is about the supervisor, on real engines. */
const programs = {
  // Neither becomes ready nor ends, where HANG names it.
  'hang.mjs': `
    export async function hangIfAsked(name) {
      if (!process.env.HANG?.split(' ').includes(name)) return
      process.on('SIGTERM', () => {})
      setInterval(() => {}, 1000)
      await new Promise(() => {})
    }`,
  'setup.mjs': `
    import { hangIfAsked } from './hang.mjs'
    await hangIfAsked('setup')
    import { appendFileSync } from 'node:fs'
    const { DATABASE_URL, FROSTLINE_SECRET_KEY_FILE, FROSTLINE_SETUP_CLUSTER, FROSTLINE_ADMIN_EMAIL } = process.env
    appendFileSync('setups.jsonl', JSON.stringify({
      DATABASE_URL, FROSTLINE_SECRET_KEY_FILE, FROSTLINE_ADMIN_EMAIL, cluster: JSON.parse(FROSTLINE_SETUP_CLUSTER),
    }) + '\\n')
    if (process.env.FAIL_SETUP) { console.error('the setup was told to fail'); process.exit(3) }`,
  'worker.mjs': `
    import { hangIfAsked } from './hang.mjs'
    await hangIfAsked('worker')
    import { appendFileSync, writeFileSync } from 'node:fs'
    process.on('SIGTERM', () => {
      appendFileSync('order.txt', 'worker ')
      setTimeout(() => process.exit(0), Number(process.env.END_AFTER_MS ?? 0))
    })
    // Tells that it is ready to be ended.
    writeFileSync('worker-url.txt', process.env.FROSTLINE_PUBLIC_URL)
    setInterval(() => {}, 1000)`,
  'web.mjs': `
    import { hangIfAsked } from './hang.mjs'
    await hangIfAsked('web')
    import { createServer } from 'node:http'
    import { appendFileSync } from 'node:fs'
    process.on('SIGTERM', () => { appendFileSync('order.txt', 'web '); process.exit(0) })
    createServer((_, response) => response.end(process.env.FROSTLINE_PUBLIC_URL)).listen(Number(process.argv[2]), '127.0.0.1')`,
  'supervisor.mts': `
    import { join } from 'node:path'
    import { readSettings } from ${JSON.stringify(SETTINGS)}
    import { startSupervisor } from ${JSON.stringify(START)}
    const cwd = import.meta.dirname
    const app = (file: string, ...args: string[]) => ({ command: [join(cwd, file), ...args], cwd, env: {} })
    const stopping = new AbortController()
    process.on('SIGINT', () => stopping.abort())
    try {
      const supervisor = await startSupervisor({
        settings: readSettings(process.env, cwd),
        shards: 2,
        tripsPerShard: 5000,
        signal: stopping.signal,
        onStopRequest: () => stopping.abort(),
        apps: {
          setup: () => app('setup.mjs'),
          worker: () => app('worker.mjs'),
          web: ({ webPort, webUrl }) => ({
            ...app('web.mjs', String(webPort)),
            ready: () => fetch(webUrl).then((response) => response.ok, () => false),
          }),
        },
      })
      console.log('PASSWORD ' + supervisor.state.admin.password)
      if (supervisor.firstStart) await supervisor.forgetPassword()
      console.log('READY ' + supervisor.firstStart)
      if (!stopping.signal.aborted) await new Promise((resolve) => stopping.signal.addEventListener('abort', resolve))
      await supervisor.stop()
      console.log('STOPPED')
    } catch (error) {
      console.log('FAILED ' + error.message)
    }`,
}

export interface RunningSupervisor {
  readonly child: ChildProcess
  output(): string
  /** Resolves when the output contains the text; throws with all of it when it ends or takes too long. */
  says(text: string, timeoutMs?: number): Promise<void>
}

export async function writePrograms(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text)
}

/** Runs a supervisor as a separate process on `<folder>/.frostline`. */
export async function runSupervisor(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningSupervisor> {
  await writePrograms(folder)
  const { DATABASE_URL: _, FROSTLINE_DATA_DIR: __, PORT: ___, ...outer } = process.env
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(folder, 'supervisor.mts')],
    {
      cwd: folder,
      // Its web answers no REST request.
      env: { ...outer, FROSTLINE_DEMO_WORK: 'off', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  }
  return {
    child,
    output: () => output,
    says: async (text, timeoutMs = 90_000) => {
      const found = await waitUntil(() => {
        if (output.includes(text)) return 'said' as const
        return child.exitCode !== null || child.signalCode !== null ? ('ended' as const) : null
      }, timeoutMs)
      if (found === 'said' || output.includes(text)) return
      throw new Error(`The supervisor did not say "${text}". It said:\n${output}`)
    },
  }
}

export async function stopSupervisor({ child }: RunningSupervisor): Promise<void> {
  child.kill('SIGINT')
  await waitForEnd(child)
}

export async function waitForEnd(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

export async function readEndpoints(folder: string): Promise<Endpoints> {
  return JSON.parse(await readFile(join(folder, '.frostline', 'endpoints.json'), 'utf8')) as Endpoints
}

/** Every process id that endpoints.json lists, without the supervisor's. */
export function listPids(endpoints: Endpoints): number[] {
  const { web, worker, postgres, objectStore, clickhouse } = endpoints
  const parts = [web, worker, postgres, objectStore, ...(clickhouse?.nodes ?? [])]
  return parts.map((part) => part?.pid ?? null).filter((pid) => pid !== null)
}
