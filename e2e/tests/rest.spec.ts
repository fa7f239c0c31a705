import { callRest, createToken } from '../support/rest.ts'
import { expect, test } from '../support/test.ts'
import { checksumPartitions, listHotPartitions, listParts, moveRequest, sumBytes } from '../support/trips.ts'

interface Migration {
  id: string
  status: string
  totalBytes: string
  movedBytes: string
  stepList: { proof: string | null }[]
}

test('a program moves a partition with a token only: plan, start, read until completed', async ({
  nodes,
}) => {
  const token = await createToken('operator', 'mover')
  const [partition = ''] = await listHotPartitions(nodes)
  const before = await listParts(nodes)
  const sums = await checksumPartitions(nodes)
  const request = moveRequest([partition])

  const planned = await callRest<{ id: string }>('POST', '/tier-migrations', { body: request, token })
  expect(planned.status).toBe(200)
  const path = `/tier-migrations/${planned.body.id}`
  expect((await callRest<Migration>('GET', path, { token })).body.status).toBe('planned')
  expect((await callRest('POST', `${path}/start`, { token })).status).toBe(200)
  const read = async () => (await callRest<Migration>('GET', path, { token })).body
  await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('completed')
  const done = await read()
  const bytes = sumBytes(before.filter(({ partitionId }) => partitionId === partition)).toString()
  expect(done).toMatchObject({ totalBytes: bytes, movedBytes: bytes })
  expect(done.stepList.map(({ proof }) => proof)).toEqual(nodes.map(() => 'identical'))
  expect(await listParts(nodes)).toEqual(
    before.map((part) => ({ ...part, cold: part.cold || part.partitionId === partition })),
  )
  expect(await checksumPartitions(nodes)).toEqual(sums)

  const again = await callRest('POST', `${path}/start`, { token })
  expect(again).toMatchObject({ status: 409, body: { code: 'CONFLICT', message: expect.any(String) } })
  const nowhere = await callRest('GET', '/tier-migrations/00000000-0000-4000-8000-000000000000', { token })
  expect(nowhere).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('without a token, or with an invented one, nothing is revealed', async ({ run }) => {
  const bare = await fetch(`${run.url}/api/v1/clusters`)
  expect(bare.status).toBe(401)
  expect(bare.headers.get('www-authenticate')).toBe('Bearer')
  expect((await callRest('GET', '/clusters', { token: 'frl_made_up' })).status).toBe(401)
  expect((await fetch(`${run.url}/api/metrics`)).status).toBe(401)
})

interface OpenApi {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId: string
  security: Record<string, unknown>[]
  parameters?: { name: string; in: string; required?: boolean }[]
  responses: Record<string, { description: string }>
}

test('the OpenAPI 3.1 document is valid, and describes the actual responses', async ({ run }) => {
  const response = await fetch(`${run.url}/api/v1/openapi.json`)
  const document = (await response.json()) as OpenApi
  expect(document.openapi).toMatch(/^3\.1\.\d$/)
  expect(document.info).toMatchObject({ title: 'Frostline', version: expect.any(String) })

  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )
  expect(operations.length).toBeGreaterThan(30)
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
  const unsound = operations.filter(({ path, parameters = [], security, responses }) => {
    const declared = parameters.filter((each) => each.in === 'path').map(({ name }) => name)
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const schemes = security.flatMap(Object.keys)
    return (
      declared.sort().join() !== inPath.sort().join() ||
      !('200' in responses) ||
      schemes.some((scheme) => !(scheme in document.components.securitySchemes))
    )
  })
  expect(unsound).toEqual([])
  const dangling = [...new Set(listPointers(document))].filter((pointer) => !follow(document, pointer))
  expect(dangling).toEqual([])

  // Every listing returns 200 without parameters, at the address in the document; without those that it needs, 400.
  const [server] = document.servers
  const plain = operations.filter(({ path, method }) => method === 'get' && !path.includes('{'))
  for (const { path, parameters = [] } of plain) {
    const answer = await fetch(new URL(`${server?.url}${path}`, run.url), {
      headers: { authorization: `Bearer ${run.apiToken}` },
    })
    expect(answer.status, path).toBe(parameters.some(({ required }) => required) ? 400 : 200)
  }
})

function listPointers(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === '$ref' && typeof value === 'string' ? [value] : listPointers(value),
  )
}

function follow(document: unknown, pointer: string): unknown {
  return pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], document)
}

test('health says live and ready; metrics are in the form of Prometheus', async ({ run }) => {
  const live = await fetch(`${run.url}/api/health/live`)
  expect(await live.json()).toMatchObject({ live: true })
  const ready = await fetch(`${run.url}/api/health/ready`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({ live: true, ready: true, database: { ok: true } })

  const metrics = await fetch(`${run.url}/api/metrics`, {
    headers: { authorization: `Bearer ${run.apiToken}` },
  })
  expect(metrics.headers.get('content-type')).toContain('text/plain')
  const lines = (await metrics.text()).trim().split('\n')
  for (const line of lines)
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|(frostline|process|nodejs)_\w+(\{.*\})? (-?[\d.e+-]+|\+Inf|NaN))$/,
    )
  expect(lines.some((line) => /^frostline_\w+\{.*\} [1-9]/.test(line))).toBe(true)
})
