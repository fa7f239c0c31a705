import { randomBytes } from 'node:crypto'
import { answerRestRequest, type Caller } from '@frostline/api'
import { openMigratedDatabase } from '@frostline/db/testing'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import {
  ensureApiToken,
  ensureEmbeddedCluster,
  ensureFirstAdmin,
  recordAudit,
  type ServiceContext,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerHealthRequest } from './answer-health-request.ts'
import { answerMetricsRequest } from './answer-metrics-request.ts'
import { answerSafely } from './answer-safely.ts'
import { createApiContext } from './api-context.ts'
import { frontRefusals } from './front/front-refusals.ts'
import { obtainWebServer, type WebServer } from './web-server.ts'

const secret = 'a token for the metrics'
let stack: TestStack
let server: WebServer

beforeAll(async () => {
  stack = await startTestStack({ shards: 1, postgres: true, embeddedOnly: true })
  await (await openMigratedDatabase(stack.postgres.url)).close()
  vi.stubEnv('DATABASE_URL', stack.postgres.url)
  vi.stubEnv('FROSTLINE_SECRET_KEY', randomBytes(32).toString('base64'))
  server = await obtainWebServer()
  const actor = { type: 'system', id: 'test', name: 'test', role: 'admin' } as const
  const ctx: ServiceContext = { ...server.services, actor }
  await ensureFirstAdmin(ctx, { email: 'root@example.com', password: 'a long enough password' })
  await ensureApiToken(ctx, { name: 'metrics', role: 'viewer', secret: secret.replaceAll(' ', '-') })
  const { nodes, users } = stack.clickhouse
  const down = { name: 'down', url: 'http://127.0.0.1:1', shard: 2, replica: 1 }
  const given = nodes.map(({ name, httpUrl, shard, replica }) => ({ name, url: httpUrl, shard, replica }))
  await ensureEmbeddedCluster(ctx, { name: 'Test "1"', ...users.frostline, nodes: [...given, down] })
})
afterAll(async () => {
  await server.changes.close()
  await server.services.clusters.close()
  await stack.stop()
  vi.unstubAllEnvs()
})

const bearer = { authorization: `Bearer ${secret.replaceAll(' ', '-')}` }
const beat = (ageMs: number) =>
  server.services.db.workerHeartbeat.upsert({
    where: { workerId: 'w' },
    create: {
      workerId: 'w',
      startedAt: new Date(),
      lastSeenAt: new Date(),
      pid: 1,
      hostname: 'h',
      version: '1',
    },
    update: { lastSeenAt: new Date(Date.now() - ageMs), stoppedAt: null },
  })
const health = () => answerHealthRequest(({ database, worker }) => database.ok && worker.state === 'alive')

describe('the web process', () => {
  it('is created once, however often it is requested', async () => {
    expect(await obtainWebServer()).toBe(server)
  })

  it('answers a health probe with what is wrong', async () => {
    const absent = await health()
    expect(absent.status).toBe(503)
    expect(await absent.json()).toMatchObject({
      live: true,
      ready: false,
      worker: { state: 'absent', ageMs: null },
    })
    await beat(0)
    await beat(1_000)
    expect((await health()).status).toBe(200)
    await beat(60_000)
    const silent = await health()
    expect(silent.status).toBe(503)
    expect(await silent.json()).toMatchObject({ database: { ok: true }, worker: { state: 'silent' } })
  })

  it('returns metrics only with a token', async () => {
    const rest = (path: string) => {
      const request = new Request(`http://localhost${path}`, { headers: bearer })
      return answerSafely('rest', () => answerRestRequest(request, createApiContext(server, request, 'rest')))
    }
    await rest('/api/v1/me')
    await rest('/api/v1/users')
    const url = 'http://localhost/api/metrics'
    frontRefusals().note({ reason: 'method', status: 405, method: 'PUT', path: '/', address: null })
    const refused = await answerMetricsRequest(server, new Request(url))
    expect(refused.status).toBe(401)
    expect(await refused.text()).not.toContain('frostline_')
    const response = await answerMetricsRequest(server, new Request(url, { headers: bearer }))
    const text = await response.text()
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
    expect(text).toMatch(
      /^frostline_procedure_duration_seconds_count\{procedure="session.me",door="rest",code="ok"\} 1$/m,
    )
    expect(text).toMatch(
      /^frostline_procedure_duration_seconds_count\{procedure="users.list",door="rest",code="FORBIDDEN"\} 1$/m,
    )
    expect(text).toMatch(/^frostline_http_request_duration_seconds_count\{door="rest",status="403"\} 1$/m)
    expect(text).toMatch(/^frostline_tier_migrations\{status="running"\} 0$/m)
    expect(text).toMatch(/^frostline_worker_heartbeat_age_seconds \d/m)
    expect(text).toMatch(/^frostline_node_reachable\{cluster="test-1",node="down"\} 0$/m)
    expect(text).toMatch(/^frostline_nodes_unreachable 1$/m)
    expect(text).toMatch(/^frostline_refused_requests_total\{reason="method",status="405"\} 1$/m)
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="([^"\\]|\\.)*",?)*\})? [-+.\deInf]+)$/)
    }
  })

  it('reports that it is not ready while the database is down, within seconds, and recovers', async () => {
    await stack.embedded.postgres.kill()
    const startedAt = performance.now()
    const response = await health()
    expect(performance.now() - startedAt).toBeLessThan(20_000)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ database: { ok: false }, worker: { state: 'unknown' } })
    const request = new Request('http://localhost/api/v1/me', { headers: bearer })
    const away = await answerRestRequest(request, createApiContext(server, request, 'rest'))
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      hint: expect.stringContaining('PostgreSQL'),
    })
    const metrics = await answerSafely('metrics', (given) =>
      answerMetricsRequest(given, new Request('http://localhost/api/metrics', { headers: bearer })),
    )
    expect([metrics.status, metrics.headers.get('retry-after')]).toEqual([503, '5'])
    await stack.embedded.postgres.start()
    await expect
      .poll(() =>
        beat(0).then(
          () => 'stored',
          () => 'away',
        ),
      )
      .toBe('stored')
    await expect.poll(async () => (await health()).status).toBe(200)
  })

  it('returns 503 with Retry-After when PostgreSQL has no connection left', async () => {
    const full = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
    const response = await answerSafely('metrics', () => Promise.reject(full))
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).toContain('PostgreSQL has no connection left')
  })

  it('forgets what it knows after a change through another console', async () => {
    const actor = { type: 'user', id: 'anna', name: 'anna', role: 'operator' } as const
    const question = { path: 'overview.get', input: { cluster: 'demo' } }
    const asks: Caller = { actor, by: 'token' }
    const recall = () => server.knownAnswers.recall(asks, question, new Date())
    await expect
      .poll(() => {
        server.knownAnswers.keep(asks, question, { observedAt: new Date(), queries: [] })
        return recall()
      })
      .not.toBeNull()
    const elsewhere: ServiceContext = { ...server.services, actor }
    await recordAudit(server.services.db, elsewhere, {
      ...{ action: 'tier-migration.start', objectType: 'tier-migration', objectName: 'demo.trips' },
      outcome: 'succeeded',
    })
    await expect.poll(recall).toBeNull()
  })

  it('reveals no internal errors', async () => {
    const response = await answerSafely('rest', () => Promise.reject(new Error('password hunter2')))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
  })
})
