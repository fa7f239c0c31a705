import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@frostline/embedded'
import { z } from 'zod'
import type { RawRequest } from './encode.ts'
import { listFacts } from './facts.ts'
import type { Answer, Target } from './fuzz.ts'

const startProgram = fileURLToPath(new URL('../../../../../scripts/start.mjs', import.meta.url))
const admin = { email: 'admin@example.invalid', password: 'a long enough password' }
const apiToken = 'a-token-of-the-fuzz-run-that-nobody-else-has'

const endpointsSchema = z.object({
  web: z.object({ url: z.string(), pid: z.number().nullable() }),
  worker: z.object({ pid: z.number().nullable() }),
  postgres: z.object({ pid: z.number().nullable() }),
  objectStore: z.object({ endpoint: z.string(), buckets: z.array(z.string()), pid: z.number().nullable() }),
  clickhouse: z.object({
    nodes: z.array(z.object({ name: z.string(), httpUrl: z.string(), pid: z.number().nullable() })),
  }),
})
type Endpoints = z.infer<typeof endpointsSchema>

/** `npm start` in a separate folder, with users and tokens of every role. */
export async function openProductTarget(): Promise<Target & { close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'frostline-fuzz-'))
  const child = spawn(process.execPath, [startProgram], {
    env: {
      ...withoutConfiguration(process.env),
      ...{ FROSTLINE_DATA_DIR: dataDir, PORT: String(await findFreePort()), NO_OPEN: '1', CI: 'true' },
      ...{ FROSTLINE_ADMIN_EMAIL: admin.email, FROSTLINE_ADMIN_PASSWORD: admin.password },
      ...{ FROSTLINE_API_TOKEN: apiToken, FROSTLINE_DEMO_WORK: 'off' },
      NODE_ENV: 'production',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    return { ...(await prepare(child, dataDir)), close: () => stop(child, dataDir) }
  } catch (error) {
    await stop(child, dataDir)
    throw error
  }
}

async function prepare(child: ChildProcess, dataDir: string): Promise<Target> {
  const readEndpoints = async () =>
    endpointsSchema.parse(JSON.parse(await readFile(join(dataDir, 'endpoints.json'), 'utf8')))
  const first = await waitUntilReady(child, readEndpoints)
  const { web, clickhouse, objectStore } = first
  const origin = new URL(web.url).origin
  const post = async (path: string, body: unknown, cookie: string) => {
    const response = await fetch(`${origin}/api/trpc/${path}`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ json: body }),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return z.object({ result: z.object({ data: z.object({ json: z.any() }) }) }).parse(await response.json())
      .result.data.json
  }
  const signIn = async (account: { email: string; password: string }) => {
    const response = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(account),
    })
    return response.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
  }
  const adminCookie = await signIn(admin)
  const headers = new Map<string, Record<string, string>>([
    ['trpc admin', { cookie: adminCookie, origin }],
    ['rest admin', { authorization: `Bearer ${apiToken}` }],
  ])
  for (const role of ['viewer', 'operator']) {
    const account = { email: `${role}@example.invalid`, password: admin.password }
    await post('users.create', { ...account, name: role, role }, adminCookie)
    headers.set(`trpc ${role}`, { cookie: await signIn(account), origin })
    const { secret } = await post('tokens.create', { name: role, role }, adminCookie)
    headers.set(`rest ${role}`, { authorization: `Bearer ${secret}` })
  }
  const victim = await post(
    'users.create',
    { email: 'victim@example.invalid', name: 'Victim', role: 'viewer', password: admin.password },
    adminCookie,
  )
  const read = async (path: string) => {
    const response = await fetch(`${origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${apiToken}` },
    })
    return response.json()
  }
  const ids = z.array(z.object({ id: z.string() }).loose())
  const inside = (answer: unknown) =>
    ids.parse(Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray))
  const clusters = inside(await read('/clusters'))
  const sources = inside(await read('/sources'))
  const factsFor = listFacts({
    ...{ clusterSlug: 'demo', clusterId: clusters[0]?.id ?? '' },
    nodeNames: clickhouse.nodes.map(({ name }) => name),
    nodeUrls: clickhouse.nodes.map(({ httpUrl }) => httpUrl),
    sourceIds: sources.map(({ id }) => id),
    ...{ bucket: objectStore.buckets[0] ?? '', endpoint: objectStore.endpoint },
    ...{ databases: ['demo'], tables: ['trips', 'trips_local'], ids: [clusters[0]?.id ?? ''] },
    victims: { cluster: 'no-such-cluster', user: victim.id ?? victim.user?.id, source: 'no-such-source' },
  })
  return {
    send: (request, timeoutMs) => sendRaw(origin, request, timeoutMs),
    headersOf: (door, role) => headers.get(`${door} ${role}`) ?? (door === 'trpc' ? { origin } : {}),
    factsFor,
    async requireAlive() {
      const ended = listEnded(first, await readEndpoints())
      if (child.exitCode !== null || ended.length > 0)
        throw new Error(
          `Ended, or started again: ${ended.join(', ') || 'the supervisor'}. Logs: ${join(dataDir, 'logs')}`,
        )
      const health = await fetch(`${origin}/api/health`)
      if (!health.ok) throw new Error(`The product is not well: ${await health.text()}`)
    },
    tidyUp: () => cancelRuns((path, body) => post(path, body, adminCookie)),
  }
}

const cancelled = ['dataGenerations', 'loads', 'cacheWarmups', 'benchmarks', 'bucketAudits', 'tierMigrations']
const runs = z.array(z.object({ id: z.string(), status: z.string() }).loose())

/** Runs started by valid inputs must not fill the disk. */
async function cancelRuns(post: (path: string, body: unknown) => Promise<unknown>): Promise<void> {
  for (const router of cancelled) {
    const answer = await post(`${router}.list`, {}).catch(() => ({}))
    const { data = [] } = runs.safeParse(Object.values(answer as object).find(Array.isArray))
    for (const { id, status } of data)
      if (status === 'queued' || status === 'running')
        await post(`${router}.cancel`, { id }).catch(() => undefined)
  }
}

/** Unchanged: fetch would normalize the URL. */
function sendRaw(
  origin: string,
  { method, path, headers, body }: RawRequest,
  timeoutMs: number,
): Promise<Answer> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = send({
      hostname,
      port,
      path,
      method,
      headers: { ...headers, ...length },
      timeout: timeoutMs,
      // A redirect repeats a long address twice.
      maxHeaderSize: 65_536,
    })
    const timer = setTimeout(() => request.destroy(new Error(`No answer in ${timeoutMs} ms.`)), timeoutMs)
    request.on('response', (response) => {
      const status = response.statusCode ?? 0
      let text = ''
      const done = () => {
        clearTimeout(timer)
        resolve({ status, text })
      }
      // A stream of changes never ends by itself.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        request.destroy()
        done()
        return
      }
      response.setEncoding('utf8').on('data', (piece: string) => {
        if (text.length < 10_000) text += piece
      })
      response.on('end', done)
      response.on('error', reject)
    })
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end(body)
  })
}

function listEnded(before: Endpoints, now: Endpoints): string[] {
  const pids = ({ web, worker, postgres, objectStore, clickhouse }: Endpoints) => ({
    ...{ web: web.pid, worker: worker.pid, postgres: postgres.pid, store: objectStore.pid },
    ...Object.fromEntries(clickhouse.nodes.map(({ name, pid }) => [name, pid])),
  })
  const known = pids(now) as Record<string, number | null>
  return Object.entries(pids(before)).flatMap(([part, pid]) => (known[part] === pid ? [] : [part]))
}

async function waitUntilReady(
  child: ChildProcess,
  readEndpoints: () => Promise<Endpoints>,
): Promise<Endpoints> {
  for (let end = Date.now() + 600_000; Date.now() < end; await sleep(500)) {
    if (child.exitCode !== null) break
    const endpoints = await readEndpoints().catch(() => undefined)
    if (!endpoints?.web.pid || !endpoints.worker.pid) continue
    const health = await fetch(`${endpoints.web.url}/api/health`).catch(() => undefined)
    if (health?.ok) return endpoints
  }
  throw new Error('The product did not start. Its output is above.')
}

async function stop(child: ChildProcess, dataDir: string): Promise<void> {
  if (child.exitCode === null) {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
}

function withoutConfiguration(env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(DATABASE_URL|PORT|FROSTLINE_.*)$/.test(name)),
  )
}
