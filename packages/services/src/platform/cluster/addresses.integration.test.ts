import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing.ts'
import type { ServiceContext } from '../base/context.ts'
import { registerCluster, updateCluster } from './change-clusters.ts'
import { discoverNodes } from './discover-nodes.ts'
import { testCluster, testConnection } from './test-connection.ts'

const secret = 'what-only-the-inside-may-read'

let stack: TestStack
let services: TestServices
/** Answers everything with a secret, like an internal service. */
let inside: Server
let insideUrl: string
let requests = 0
let answer: { status: number; headers: Record<string, string>; body: string }

beforeAll(async () => {
  stack = await startTestStack({ shards: 1, postgres: true })
  services = await openTestServices(stack.postgres.url)
  inside = createServer((_, response) => {
    requests += 1
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  inside.listen(0, '127.0.0.1')
  await once(inside, 'listening')
  insideUrl = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
})
afterAll(async () => {
  inside.close()
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  requests = 0
  answer = { status: 200, headers: {}, body: secret }
  await services.db.cluster.deleteMany()
})

/** The product's configuration without exempt addresses. */
const strict = (): ServiceContext => ({ ...services.as('admin'), sourceAddresses: undefined })

const connection = (url: string) => ({
  nodes: [{ name: 'n', url, shard: 1, replica: 1 }],
  ...stack.clickhouse.users.frostline,
  clusterName: null,
})

describe('a node on an address that sources may not use', () => {
  it.each([
    ['http://169.254.169.254', 'metadata service'],
    ['http://168.63.129.16', 'metadata service'],
    ['http://[64:ff9b::a9fe:a9fe]', 'metadata service'],
    ['http://2852039166', 'metadata service'],
    ['http://127.0.0.1:1', 'machine of the console'],
    ['http://0x7f000001:1', 'machine of the console'],
  ])('%s is neither tested, registered nor queried for its clusters', async (url, fault) => {
    const report = await testConnection(strict(), connection(url))
    expect(report).toMatchObject({
      usable: false,
      nodes: [{ checks: [{ id: 'reachable', status: 'failed', message: expect.stringContaining(fault) }] }],
    })
    const refused = { code: 'invalid', message: expect.stringContaining(fault) }
    const wanted = { name: 'X', ...connection(url), acceptUnusable: true }
    await expect(registerCluster(strict(), wanted)).rejects.toMatchObject(refused)
    const { nodes: _, clusterName: __, ...asked } = { ...connection(url), url }
    await expect(discoverNodes(strict(), asked)).rejects.toMatchObject(refused)
    expect(await services.db.cluster.count()).toBe(0)
  })

  it('is not reached through a name that resolves to it, in tests and later', async () => {
    const url = insideUrl.replace('127.0.0.1', 'localhost')
    const report = await testConnection(strict(), connection(url))
    expect(report.nodes[0]?.checks[0]?.message).toContain('resolves to a blocked address')
    expect(requests).toBe(0)
  })

  it('stays where it was accepted before, and is not added to a cluster', async () => {
    const [node] = stack.clickhouse.nodes
    const url = node?.httpUrl ?? ''
    const { cluster } = await registerCluster(services.as('admin'), { name: 'Local', ...connection(url) })
    expect((await testCluster(strict(), { cluster: cluster.slug })).usable).toBe(true)
    const same = { cluster: cluster.slug, name: 'Renamed', ...connection(url) }
    expect((await updateCluster(strict(), same)).report.usable).toBe(true)
    const more = [...same.nodes, { name: 'm', url: insideUrl, shard: 2, replica: 1 }]
    await expect(
      updateCluster(strict(), { ...same, nodes: more, acceptUnusable: true }),
    ).rejects.toMatchObject({
      code: 'invalid',
    })
    expect(requests).toBe(0)
  })
})

describe('the response', () => {
  it.each([
    ['a page', { status: 200, headers: {}, body: `<html>${secret}</html>` }],
    ['an error', { status: 500, headers: {}, body: secret }],
    ['JSON', { status: 200, headers: {}, body: JSON.stringify({ data: [{ [secret]: secret }] }) }],
    [
      'something like an exception of ClickHouse',
      {
        status: 500,
        headers: { 'x-clickhouse-exception-code': '497' },
        body: `Code: 497. DB::Exception: ${secret}. (${secret.toUpperCase()}) (version 26.7)`,
      },
    ],
    [
      'a grant',
      {
        status: 500,
        headers: {},
        body: `Code: 497. DB::Exception: necessary to have the grant <b>${secret}</b> ON x. (ACCESS_DENIED)`,
      },
    ],
    ['a redirect', { status: 302, headers: { location: `http://${secret}/` }, body: secret }],
  ])('is not repeated: %s', async (_, given) => {
    answer = given
    const admin = services.as('admin')
    const report = JSON.stringify(await testConnection(admin, connection(insideUrl)))
    const { nodes: __, clusterName: ___, ...asked } = { ...connection(insideUrl), url: insideUrl }
    const failure = await discoverNodes(admin, asked).catch(
      ({ message, hint }: Error & { hint?: string }) => [message, hint],
    )
    expect(requests).toBeGreaterThan(0)
    const seen = `${report}${JSON.stringify(failure)}`.toLowerCase()
    expect(seen).not.toContain(secret)
  })
})
