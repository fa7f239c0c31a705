import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guardFolder } from '../testing/guard-folder.ts'
import { writePrograms } from './testing-supervisor.ts'

const source = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))

/** `npm start` with small programs in place of the product's: the same npm, the same supervisor, real engines. */
const start = `
  import { main } from ${source('./main.ts')}
  import { watchStarter } from ${source('../../../../scripts/watch-starter.mjs')}
  const cwd = import.meta.dirname
  const app = (file: string, ...args: string[]) => ({ command: [cwd + '/' + file, ...args], cwd, env: {} })
  await main(watchStarter, {
    shards: 1,
    tripsPerShard: 1000,
    apps: {
      setup: () => app('setup.mjs'),
      worker: () => app('worker.mjs'),
      web: ({ webPort, webUrl }) => ({
        ...app('web.mjs', String(webPort)),
        ready: () => fetch(webUrl).then((response) => response.ok, () => false),
      }),
    },
  })`

export interface StarterFolder {
  readonly path: string
  remove(): Promise<void>
}

/** A folder in which `npm start` runs, with the data in `.frostline`. */
export async function makeStarterFolder(): Promise<StarterFolder> {
  const path = await mkdtemp(join(tmpdir(), 'frostline-starter-'))
  const unguard = guardFolder(path)
  await writePrograms(path)
  await writeFile(join(path, 'start.mts'), start)
  const product = JSON.parse(
    await readFile(fileURLToPath(new URL('../../../../package.json', import.meta.url)), 'utf8'),
  )
  const script = product.scripts.start.replace(
    'scripts/start.mjs',
    `--import ${import.meta.resolve('tsx')} ${join(path, 'start.mts')}`,
  )
  await writeFile(join(path, 'package.json'), JSON.stringify({ scripts: { start: script } }))
  return {
    path,
    remove: async () => {
      unguard()
      await rm(path, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** Runs a shell line that starts it. All output goes into the file. */
export function spawnStart(
  folder: string,
  {
    log,
    command,
    env = {},
  }: { log: string; command: readonly string[]; env?: Readonly<Record<string, string>> },
): ChildProcess {
  const { DATABASE_URL: _, FROSTLINE_DATA_DIR: __, npm_lifecycle_event: ___, _: ____, ...outer } = process.env
  return spawn('sh', ['-c', `exec "$@" > '${log}' 2>&1`, 'sh', ...command], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {
      ...outer,
      SHELL: '/bin/sh',
      FROSTLINE_DATA_DIR: join(folder, '.frostline'),
      FROSTLINE_DEMO_WORK: 'off',
      NO_OPEN: '1',
      ...env,
    },
  })
}
