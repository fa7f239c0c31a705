// Prerequisites of all our programs: a recent Node.js, installed packages, a generated database client, an up-to-date
// build. Each step is skipped when its inputs have not changed. Plain Node.js without packages, since it runs before
// there are any.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spawnLeashed } from './spawn-leashed.mjs'
import { watchStarter } from './watch-starter.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
const MIN_NODE = [20, 19]
const marks = join(root, 'node_modules', '.frostline')

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return
  console.error(
    `Frostline needs Node.js ${MIN_NODE.join('.')} or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org, then try again.`,
  )
  process.exit(1)
}

/** Installs the packages of the lock file if needed. */
export async function ensureInstalled() {
  checkNode()
  const key = hashFiles([join(root, 'package-lock.json')])
  if (readMark('installed') === key) return
  if (isInstalledByHand()) {
    writeMark('installed', key)
    return
  }
  await step('Installing packages (npm ci)', ['npm', 'ci', '--no-audit', '--no-fund'])
  writeMark('installed', key)
}

/**
 * npm records what it installed in a hidden lock file. After a manual npm run the packages are there already if it
 * names the same versions; optional ones are for other platforms too and do not count.
 */
function isInstalledByHand() {
  const hidden = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(hidden)) return false
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, devOptional, peer, link }]) =>
      !path.includes('node_modules/') ||
      optional ||
      devOptional ||
      peer ||
      link ||
      installed[path]?.version === version,
  )
}

/** Generates the database client if it does not match the schema. */
export async function ensureGenerated() {
  const key = hashFiles([
    join(root, 'prisma', 'schema.prisma'),
    join(root, 'node_modules', 'prisma', 'package.json'),
  ])
  const client = join(root, 'packages', 'db', 'src', 'generated', 'client.ts')
  if (readMark('generated') === key && existsSync(client)) return
  // Every prisma command first downloads an engine that `generate` does not use; naming any existing file prevents
  // that. The file fails when run, so that nothing only seems to work.
  const engine = ['/bin/false', '/usr/bin/false'].find((file) => existsSync(file)) ?? process.execPath
  await step('Generating the database client', ['npx', '--no-install', 'prisma', 'generate'], {
    PRISMA_SCHEMA_ENGINE_BINARY: engine,
  })
  writeMark('generated', key)
}

const BUILT = [
  'packages/cli/dist/main.mjs',
  'apps/web/.next/BUILD_ID',
  'apps/worker/dist/main.mjs',
  'apps/worker/dist/setup.mjs',
]

/**
 * Builds web and worker if their sources have changed. With FROSTLINE_STANDALONE it includes what images need, and also
 * serves the other uses: starting the console after `npm test` needs no second build.
 */
export async function ensureBuilt() {
  const key = hashFiles(listSources())
  const forImages = `${key} standalone`
  const enough = process.env.FROSTLINE_STANDALONE ? [forImages] : [key, forImages]
  if (enough.includes(readMark('built')) && BUILT.every((file) => existsSync(join(root, file)))) return
  // An old build must not pass for the new one if this fails half-way.
  rmSync(join(marks, 'built'), { force: true })
  await step('Building web and worker', ['npx', '--no-install', 'turbo', 'run', 'build', '--ui=stream'], {
    TURBO_TELEMETRY_DISABLED: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  })
  writeMark('built', enough[0])
}

const NOT_SOURCES = new Set(['node_modules', '.next', '.turbo', 'dist', 'embedded', 'next-env.d.ts'])

function listSources() {
  const top = ['package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'turbo.json'].map((file) =>
    join(root, file),
  )
  return [...top, ...['apps', 'packages', 'prisma'].flatMap((folder) => listFiles(join(root, folder)))]
}

function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$|\.tsbuildinfo$/.test(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(path)
      return entry.isFile() ? [path] : []
    })
}

function hashFiles(files) {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0])
  for (const file of files) {
    const content = readFileSync(file)
    hash.update(`${relative(root, file)}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function readMark(name) {
  const file = join(marks, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function writeMark(name, key) {
  mkdirSync(marks, { recursive: true })
  writeFileSync(join(marks, name), key)
}

/** Runs a command quietly, with a progress line; its output is shown when it fails. */
async function step(title, command, env = {}) {
  const from = Date.now()
  console.log(`  … ${title}`)
  const { child, unleash } = spawnLeashed(command, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const end = () => {
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended.
    }
    process.exit(1)
  }
  const unwatch = watchStarter(end)
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => said.push(piece))
  const ticker = setInterval(() => {
    console.log(`    ${title}: ${Math.round((Date.now() - from) / 1000)} s`)
  }, 15_000)
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      said.push(Buffer.from(error.message))
      resolve(1)
    })
    child.once('close', resolve)
  })
  clearInterval(ticker)
  unleash()
  unwatch()
  if (code !== 0) {
    console.error(Buffer.concat(said).toString())
    console.error(`${title} failed (${command.join(' ')}). Its output is above.`)
    process.exit(1)
  }
  console.log(`  ✓ ${title} (${Math.round((Date.now() - from) / 1000)} s)`)
}
