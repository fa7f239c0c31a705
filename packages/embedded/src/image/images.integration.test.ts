import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryNode } from '../clickhouse/query-node.ts'
import { type EmbeddedClickhouse, startClickhouseCluster } from '../clickhouse/start-cluster.ts'
import { type EmbeddedPostgres, startPostgres } from '../postgres/start-postgres.ts'
import { findFreePort } from '../process/ports.ts'
import { waitUntil } from '../process/wait-until.ts'
import { type S3StoreHandle, startS3Store } from '../s3-store/index.ts'
import { guardFolder } from '../testing/guard-folder.ts'
import { readComposeServices } from './compose-services.ts'
import { followDockerfile, type StageResult } from './follow-dockerfile.ts'
import { describeUser, type ImageProgram, runInImage } from './run-in-image.ts'

/* The images without Docker: the Dockerfile's steps run in folders, then the programs of the compose file run from
    them as uid 1000, without the checkout, with only the environment of image and compose file.
    
    Reused from this checkout: `npm ci` (its node_modules), and `npm run build` where the build is one for images
    (apps/web/.next/standalone exists, as after `npm test build`); apps/worker/dist is built before the integration
    tests. Not from the image: Node.js and its libraries, PostgreSQL, ClickHouse and the store. */

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const apiToken = 'a-token-of-the-compose-test-0123456789'
const ended: (() => unknown)[] = []
let folder: string
let stages: Map<string, StageResult>
let postgres: EmbeddedPostgres
let store: S3StoreHandle
let cluster: EmbeddedClickhouse
let services: ReturnType<typeof readComposeServices>
let webUrl: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frostline-images-'))
  // Other users have to run what is in it.
  chmodSync(folder, 0o755)
  ended.push(guardFolder(folder))
  // Beside node_modules, so that files can be hard-linked.
  const buildFolder = mkdtempSync(join(root, '.frostline-image-'))
  ended.push(() => rmSync(buildFolder, { recursive: true, force: true }))
  stages = await followDockerfile({
    root,
    targets: ['web', 'worker'],
    placeStage: (name) => (name === 'build' ? buildFolder : join(folder, name)),
    instead: { 'npm ci': linkPackages, ...reuseBuild() },
  })

  const dataDir = join(folder, 'parts')
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o700)
  store = await startS3Store({
    dataDir: join(dataDir, 's3'),
    accessKeyId: 'test-key',
    secretAccessKey: 'test-secret',
    buckets: ['frostline'],
    logFile: join(dataDir, 's3.log'),
  })
  ;[postgres, cluster] = await Promise.all([
    startPostgres({ dataDir: join(dataDir, 'postgres'), database: 'unused' }),
    startClickhouseCluster({
      dataDir: join(dataDir, 'clickhouse'),
      clusterName: 'frostline',
      shards: 2,
      replicasPerShard: 2,
      objectStore: { ...store, bucket: 'frostline' },
    }),
  ])

  const port = await findFreePort()
  webUrl = `http://127.0.0.1:${port}`
  services = readComposeServices(join(root, 'docker', 'compose.yaml'), {
    ...writeEnvFile(),
    FROSTLINE_PORT: String(port),
    FROSTLINE_API_TOKEN: apiToken,
    // Of the nodes that replace the compose file's.
    CLICKHOUSE_FROSTLINE_PASSWORD: cluster.users.frostline.password,
  })
  await prepareDatabase()
  // Minutes where the build has to be made, see above.
}, 900_000)

afterAll(async () => {
  for (const end of ended.splice(0).reverse()) await end()
  await Promise.allSettled([
    postgres?.stop(),
    store?.stop(),
    ...(cluster?.nodes ?? []).map((node) => node.kill()),
  ])
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** `npm ci` in the image: the same packages, by hard links, without our own scripts' markers. */
function linkPackages(to: string): void {
  const workspaces = ['apps', 'packages'].flatMap((top) =>
    readdirSync(join(root, top)).map((name) => join(top, name)),
  )
  // A workspace has packages of its own where the root has another version of them.
  for (const each of ['', ...workspaces].map((workspace) => join(workspace, 'node_modules')))
    if (existsSync(join(root, each))) execFileSync('cp', ['-al', join(root, each), join(to, each)])
  for (const mark of ['.frostline', '.frostline-lock', '.cache'])
    rmSync(join(to, 'node_modules', mark), { recursive: true, force: true })
}

function reuseBuild(): Record<string, (to: string) => void> {
  const web = join('apps', 'web', '.next')
  if (!existsSync(join(root, web, 'standalone'))) return {}
  return {
    'FROSTLINE_STANDALONE=1 npm run build': (to) => {
      mkdirSync(join(to, web))
      for (const part of ['standalone', 'static'])
        cpSync(join(root, web, part), join(to, web, part), { recursive: true, verbatimSymlinks: true })
      const dist = join('apps', 'worker', 'dist')
      cpSync(join(root, dist), join(to, dist), { recursive: true })
    },
  }
}

/** What `sh docker/make-env.sh` writes. */
function writeEnvFile(): Record<string, string> {
  const docker = join(folder, 'docker')
  mkdirSync(docker)
  for (const file of ['make-env.sh', '.env.example'])
    copyFileSync(join(root, 'docker', file), join(docker, file))
  execFileSync('sh', [join(docker, 'make-env.sh')], { stdio: 'pipe' })
  const lines = readFileSync(join(docker, '.env'), 'utf8').matchAll(/^(\w+)=(.+)$/gm)
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]))
}

/** Like the PostgreSQL image with docker/postgres: psql as superuser, here by its two commands. */
async function prepareDatabase(): Promise<void> {
  const client = new Client({ connectionString: postgres.superuserUrl })
  await client.connect()
  const variables = new Map<string, string>()
  for (const line of readFileSync(join(root, 'docker', 'postgres', 'frostline.sql'), 'utf8').split('\n')) {
    const [, name, from] = /^\\getenv (\w+) (\w+)$/.exec(line) ?? []
    if (name && from) variables.set(name, services.postgres?.environment[from] ?? '')
    else if (line !== '' && !line.startsWith('--'))
      await client.query(
        line.replaceAll(/:'(\w+)'/g, (_, name) => client.escapeLiteral(variables.get(name) ?? '')),
      )
  }
  await client.end()
}

/** The program of a service, in the image that the compose file builds it from. */
function run(name: string, command?: readonly string[]): ImageProgram {
  const service = services[name]
  const stage = stages.get(service?.target ?? '')
  if (!service || !stage) throw new Error(`The compose file builds no service ${name}.`)
  const environment = Object.fromEntries(
    Object.entries(service.environment).map(([variable, value]) => [variable, reach(value)]),
  )
  const program = runInImage({
    stage,
    command: command ?? service.command ?? stage.command,
    // The compose file publishes port 3000 of the container under another number.
    env: { ...environment, ...(name === 'web' ? { PORT: new URL(webUrl).port } : {}) },
    writable: service.tmpfs,
    hidden: root,
  })
  ended.push(() => program.child.kill('SIGKILL'))
  return program
}

/** Host names of the compose network, mapped to the local replacements. */
function reach(value: string): string {
  return cluster.nodes.reduce(
    (text, node) => text.replaceAll(`http://${node.name}:8123`, node.httpUrl),
    value.replace('@postgres:5432/', `@127.0.0.1:${postgres.port}/`),
  )
}

/** With the image's health check, which `--wait` uses. */
async function waitForHealth(name: string, program: ImageProgram): Promise<void> {
  const check = stages.get(services[name]?.target ?? '')?.healthcheck
  if (!check) throw new Error(`The image of ${name} has no health check.`)
  const healthy = await waitUntil(
    async () => {
      if (program.hasEnded()) throw new Error(`${name} ended:\n${program.output()}`)
      return (await run(name, check).end) === 0
    },
    60_000,
    500,
  )
  if (!healthy) throw new Error(`${name} did not become healthy:\n${program.output()}`)
}

async function call<Answer>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${webUrl}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${apiToken}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
  return JSON.parse(text) as Answer
}

test('set-up, worker and web of the compose file move a partition by REST', async () => {
  console.info(`The programs run ${describeUser()}.`)
  for (const expected of ['Applied schema migrations', 'The schema is up to date']) {
    const setup = run('setup')
    expect([await setup.end, setup.output()]).toEqual([0, expect.stringContaining(expected)])
  }
  const worker = run('worker')
  const web = run('web')
  await Promise.all([waitForHealth('worker', worker), waitForHealth('web', web)])

  const { admin } = cluster.users
  for (const { httpUrl } of cluster.nodes) {
    await queryNode(
      httpUrl,
      admin,
      "CREATE TABLE default.events (day Date, v UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY v SETTINGS storage_policy = 'tiered'",
    )
    await queryNode(
      httpUrl,
      admin,
      "INSERT INTO default.events SELECT '2026-01-15', number FROM numbers(1000)",
    )
  }
  const { id } = await call<{ id: string }>('POST', '/tier-migrations', {
    ...{ cluster: 'compose', database: 'default', table: 'events', targetVolume: 'cold' },
    goal: { kind: 'partitions', partitionIds: ['202601'] },
  })
  await call('POST', `/tier-migrations/${id}/start`, {})
  const read = () => call<{ status: string }>('GET', `/tier-migrations/${id}`)
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe('completed')
  for (const { httpUrl } of cluster.nodes) {
    const parts = "SELECT disk_name, rows FROM system.parts WHERE table = 'events' AND active"
    expect(await queryNode(httpUrl, admin, parts)).toEqual([{ disk_name: 'cold_cache', rows: '1000' }])
  }

  // Pages, and the files that they load.
  const page = await (await fetch(`${webUrl}/sign-in`)).text()
  const script = /\/_next\/static\/[^"]+\.js/.exec(page)?.[0]
  const loaded = await fetch(webUrl + script)
  expect(loaded.status).toBe(200)
  // An unread body keeps its connection open, and the program waits for it.
  await loaded.arrayBuffer()

  for (const program of [web, worker]) {
    program.child.kill('SIGTERM')
    // Docker kills what has not ended after ten seconds.
    expect(await waitUntil(program.hasEnded, 10_000)).toBe(true)
    expect(program.child.signalCode).not.toBe('SIGKILL')
  }
})
