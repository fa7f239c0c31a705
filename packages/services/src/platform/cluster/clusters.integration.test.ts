import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { queryNode, startTestStack, type TestStack } from '@frostline/embedded/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestServices, type TestServices } from '../../testing.ts'
import { registerCluster, removeCluster, updateCluster } from './change-clusters.ts'
import type { ConnectionInput } from './cluster-input.ts'
import type { ConnectionReport } from './connection/connection-report.ts'
import { discoverNodes } from './discover-nodes.ts'
import { getCluster } from './read-clusters.ts'
import { testCluster, testConnection } from './test-connection.ts'

let stack: TestStack
let services: TestServices

beforeAll(async () => {
  stack = await startTestStack({ shards: 2, postgres: true })
  services = await openTestServices(stack.postgres.url)
  const { nodes, users } = stack.clickhouse
  // A log table exists only after its first flush.
  await Promise.all(nodes.map((node) => queryNode(node.httpUrl, users.admin, 'SYSTEM FLUSH LOGS')))
})
afterAll(async () => {
  await services.close()
  await stack.stop()
})
beforeEach(async () => {
  services.clock.now = new Date()
  await services.db.tierMigration.deleteMany()
  await services.db.run.deleteMany()
  await services.db.cluster.deleteMany()
  await services.db.auditEntry.deleteMany()
})

const admin = () => services.as('admin')

function connection(change: Partial<ConnectionInput> = {}): ConnectionInput {
  const { nodes, users, clusterName } = stack.clickhouse
  return {
    nodes: nodes.map(({ name, shard, replica, httpUrl }) => ({ name, shard, replica, url: httpUrl })),
    ...users.frostline,
    clusterName,
    ...change,
  }
}

const oneNode = (url: string) => [{ name: 'n', url, shard: 1, replica: 1 }]
const test = (change: Partial<ConnectionInput>) => testConnection(admin(), connection(change))

/** The checks of the first node by name. */
function statuses(report: ConnectionReport): Record<string, string> {
  return Object.fromEntries(report.nodes[0]?.checks.map((check) => [check.id, check.status]) ?? [])
}

function failure(report: ConnectionReport): string {
  return report.nodes[0]?.checks.find((check) => check.status === 'failed')?.message ?? 'nothing failed'
}

/** A server that is not ClickHouse. */
async function serve(answer: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

describe('testing a connection', () => {
  it('passes on a real cluster, check by check', async () => {
    const report = await test({})
    expect(report.usable).toBe(true)
    expect(statuses(report)).toMatchObject({
      reachable: 'passed',
      authenticated: 'passed',
      version: 'passed',
      grants: 'passed',
      log_tables: 'passed',
      clock: 'passed',
      cluster_name: 'passed',
    })
    expect(report.comparison.map((check) => [check.id, check.status])).toEqual([
      ['distinct_servers', 'passed'],
      ['same_policies', 'passed'],
    ])
    expect(await services.db.cluster.count()).toBe(0)
  })

  it('distinguishes a wrong password from a wrong address', async () => {
    const wrong = await test({ password: 'not-the-password' })
    expect(statuses(wrong)).toMatchObject({ reachable: 'passed', authenticated: 'failed' })
    expect(JSON.stringify(wrong)).not.toContain('not-the-password')
    const closed = await test({ nodes: oneNode('http://127.0.0.1:1') })
    expect(statuses(closed)).toEqual({ reachable: 'failed' })
    expect(failure(closed)).toContain('nothing listens on this port')
    const unknown = await test({ nodes: oneNode('http://no-such-host.invalid:8123') })
    expect(failure(unknown)).toMatch(/host name/)
  })

  it('says which node is down while the others are tested', async () => {
    const [first] = connection().nodes
    if (!first) throw new Error('The test cluster has nodes.')
    const report = await test({ nodes: [first, { url: 'http://127.0.0.1:1', shard: 2, replica: 1 }] })
    expect(report.nodes.map((node) => node.usable)).toEqual([true, false])
    expect(report.usable).toBe(false)
  })

  it('recognizes https on a port without TLS', async () => {
    const { port } = new URL(connection().nodes[0]?.url ?? '')
    const report = await test({ nodes: oneNode(`https://127.0.0.1:${port}`) })
    expect(statuses(report)).toEqual({ reachable: 'passed', tls: 'failed' })
    expect(failure(report)).toContain('does not speak TLS')
  })

  it('recognizes a server that is not ClickHouse', async () => {
    for (const answer of ['<html>hello</html>', '']) {
      const other = await serve(answer)
      const report = await test({ nodes: oneNode(other.url) })
      other.close()
      expect(report.usable).toBe(false)
      expect(failure(report)).toContain('is not a ClickHouse HTTP interface')
    }
  })

  it('finds two addresses of one server', async () => {
    const url = connection().nodes[0]?.url ?? ''
    const nodes = [
      ...oneNode(url),
      { name: 'm', url: url.replace('127.0.0.1', 'localhost'), shard: 2, replica: 1 },
    ]
    const report = await test({ nodes })
    expect(report.comparison[0]).toMatchObject({ id: 'distinct_servers', status: 'failed' })
    expect(report.usable).toBe(false)
  })

  it('warns of a cluster name that the nodes do not know', async () => {
    expect(statuses(await test({ clusterName: 'no_such_cluster' })).cluster_name).toBe('warning')
  })

  it('requires an admin', async () => {
    await expect(testConnection(services.as('operator'), connection())).rejects.toMatchObject({
      code: 'forbidden',
    })
    expect(await services.db.auditEntry.count({ where: { outcome: 'denied' } })).toBe(1)
  })
})

describe('registering', () => {
  const register = (change: Partial<Parameters<typeof registerCluster>[1]> = {}) =>
    registerCluster(admin(), { name: 'Prod', ...connection(), ...change })

  it('stores cluster, nodes and audit entry, and gives clients that work', async () => {
    const { cluster } = await register()
    expect(cluster).toMatchObject({ slug: 'prod', name: 'Prod' })
    expect(cluster.nodes.map((node) => node.shard)).toEqual([1, 2])
    const connected = await services.clusters.get('prod')
    const answers = await Promise.all(connected.nodes.map((node) => node.client.text('test', 'SELECT 1')))
    expect(answers.map((answer) => answer.trim())).toEqual(['1', '1'])
    expect(await services.db.auditEntry.findMany()).toMatchObject([
      { action: 'cluster.register', outcome: 'succeeded', clusterId: cluster.id },
    ])
    expect(await testCluster(services.as('operator'), { cluster: 'prod' })).toMatchObject({ usable: true })
  })

  it.each([
    ['a wrong password', { password: 'not-the-password' }, 'refused'],
    ['an address where nothing is', { nodes: oneNode('http://127.0.0.1:1') }, 'refused'],
    ['an address with a path', { nodes: oneNode('http://127.0.0.1:1/x') }, 'invalid'],
    ['credentials in the address', { nodes: oneNode('http://a:b@127.0.0.1:1') }, 'invalid'],
    ['no node', { nodes: [] }, 'invalid'],
  ])('stores nothing of %s', async (_, change, code) => {
    await expect(register(change)).rejects.toMatchObject({ code })
    expect(await services.db.cluster.count()).toBe(0)
    expect(await services.db.clusterNode.count()).toBe(0)
    expect(JSON.stringify(await services.db.auditEntry.findMany())).not.toContain('not-the-password')
  })

  it('accepts a node that is down when asked to, but never one server twice', async () => {
    const nodes = [...connection().nodes, { url: 'http://127.0.0.1:1', shard: 3, replica: 1 }]
    const { cluster, report } = await register({ nodes, acceptUnusable: true })
    expect(cluster.nodes).toHaveLength(3)
    expect(report.usable).toBe(false)
    const url = nodes[0]?.url ?? ''
    const twice = [...oneNode(url), { url: url.replace('127.0.0.1', 'localhost'), shard: 2, replica: 1 }]
    await expect(register({ name: 'Twice', nodes: twice, acceptUnusable: true })).rejects.toMatchObject({
      code: 'conflict',
    })
  })

  it('rejects a taken name, also when two requests compete, and finds a free slug', async () => {
    const results = await Promise.allSettled([register(), register()])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(register()).rejects.toMatchObject({ code: 'conflict' })
    expect((await register({ name: 'prod!' })).cluster.slug).toBe('prod-2')
  })

  it('seals the password for its row', async () => {
    const { cluster } = await register()
    const row = await services.db.cluster.findUniqueOrThrow({ where: { id: cluster.id } })
    const { password } = stack.clickhouse.users.frostline
    expect(Buffer.from(row.sealedPassword).includes(password)).toBe(false)
    expect(services.clusters.openPassword(row)).toBe(password)
    expect(() => services.clusters.openPassword({ ...row, id: 'another' })).toThrow(/another row/)
    const seen = JSON.stringify([
      cluster,
      await getCluster(services.as('viewer'), { cluster: 'prod' }),
      await services.db.auditEntry.findMany(),
    ])
    expect(seen).not.toContain(password)
  })

  it("keeps the password out of ClickHouse's query log", async () => {
    await register()
    const { nodes, users } = stack.clickhouse
    for (const node of nodes) {
      await queryNode(node.httpUrl, users.admin, 'SYSTEM FLUSH LOGS')
      const rows = await queryNode<{ found: string }>(
        node.httpUrl,
        users.admin,
        `SELECT toString(countIf(position(toString(tuple(*)), unhex('${Buffer.from(users.frostline.password).toString('hex')}')) > 0)) AS found, count() AS rows FROM system.query_log`,
      )
      expect(rows[0]).toMatchObject({ found: '0' })
    }
  })
})

describe('changing', () => {
  beforeEach(async () => {
    await registerCluster(admin(), { name: 'Prod', ...connection() })
  })

  const update = (change: Partial<Parameters<typeof updateCluster>[1]> = {}) => {
    const { password: _, ...rest } = connection()
    return updateCluster(admin(), { cluster: 'prod', name: 'Prod', ...rest, ...change })
  }

  it('keeps the password and the clients of the same addresses', async () => {
    const before = await services.clusters.get('prod')
    const { cluster } = await update({ name: 'Production' })
    expect(cluster).toMatchObject({ slug: 'prod', name: 'Production' })
    const after = await services.clusters.get('prod')
    expect(after.name).toBe('Production')
    const answer = await after.nodes[0]?.client.text('test', 'SELECT 1')
    expect(answer?.trim()).toBe('1')
    expect(after.nodes).toHaveLength(before.nodes.length)
  })

  it('never sends the stored password to a new address', async () => {
    const requests: string[] = []
    const spy = createServer((request, response) => {
      requests.push(JSON.stringify(request.headers))
      response.end()
    })
    await new Promise<void>((resolve) => spy.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`
    await expect(update({ nodes: oneNode(url), acceptUnusable: true })).rejects.toMatchObject({
      code: 'invalid',
    })
    spy.close()
    expect(requests).toEqual([])
  })

  it('creates new clients when addresses change', async () => {
    const { nodes, password } = connection()
    const before = await services.clusters.get('prod')
    await update({ nodes: nodes.slice(0, 1), password })
    const after = await services.clusters.get('prod')
    expect(after.nodes).toHaveLength(1)
    expect(after.nodes[0]?.client).not.toBe(before.nodes[0]?.client)
    // Running statements finish on the former clients.
    expect((await before.nodes[0]?.client.text('test', 'SELECT 1'))?.trim()).toBe('1')
  })

  it('leaves everything as it was when the new connection does not work', async () => {
    const before = await getCluster(admin(), { cluster: 'prod' })
    await expect(update({ password: 'not-the-password' })).rejects.toMatchObject({ code: 'refused' })
    expect(await getCluster(admin(), { cluster: 'prod' })).toEqual(before)
  })

  it('removes neither a node nor the cluster while a tier migration needs it', async () => {
    const { id } = await getCluster(admin(), { cluster: 'prod' })
    const nodeName = connection().nodes[1]?.name ?? ''
    const run = await services.db.run.create({
      data: {
        ...{ kind: 'tier-migration', clusterId: id, status: 'running' },
        ...{ requestedBy: 'test', createdAt: new Date() },
      },
    })
    await services.db.tierMigration.create({
      data: {
        ...{ id: run.id, runId: run.id },
        clusterId: id,
        database: 'd',
        table: 't',
        tableUuids: {},
        storagePolicy: 'p',
        targetVolume: 'v',
        goal: {},
        totalParts: 1,
        totalRows: 1n,
        totalBytes: 1n,
        requestedBy: 'test',
        steps: {
          create: {
            ordinal: 1,
            position: 1,
            nodeName,
            shard: 2,
            replica: 1,
            partitionId: 'p',
            partition: 'p',
            fromVolumes: ['hot'],
            toVolume: 'v',
            plannedParts: 1,
            plannedRows: 1n,
            plannedBytes: 1n,
            granularity: 'part',
          },
        },
      },
    })
    await expect(update({ nodes: connection().nodes.slice(0, 1) })).rejects.toMatchObject({
      code: 'conflict',
    })
    await expect(removeCluster(admin(), { cluster: 'prod' })).rejects.toMatchObject({ code: 'conflict' })
    await services.db.run.update({ where: { id: run.id }, data: { status: 'completed' } })
    await removeCluster(admin(), { cluster: 'prod' })
    await expect(services.clusters.get('prod')).rejects.toMatchObject({ code: 'not_found' })
    expect(await services.db.auditEntry.findFirst({ where: { action: 'cluster.remove' } })).toMatchObject({
      details: { tierMigrations: 1 },
    })
  })
})

describe('discovering nodes', () => {
  it('lists the members of each cluster with an address to try', async () => {
    const { nodes, users, clusterName } = stack.clickhouse
    const { clusters } = await discoverNodes(admin(), { url: nodes[0]?.httpUrl ?? '', ...users.frostline })
    const found = clusters.find((cluster) => cluster.clusterName === clusterName)
    expect(found?.nodes.map(({ shard, replica }) => [shard, replica])).toEqual([
      [1, 1],
      [2, 1],
    ])
    // All nodes of this cluster are on one machine, so their ports have to be entered manually.
    expect(found?.nodes.every((node) => node.problem !== null)).toBe(true)
  })

  it('reports why a node cannot be queried', async () => {
    const { users, nodes } = stack.clickhouse
    const credentials = { ...users.frostline, url: nodes[0]?.httpUrl ?? '' }
    await expect(discoverNodes(admin(), { ...credentials, password: 'wrong' })).rejects.toMatchObject({
      code: 'refused',
    })
    await expect(discoverNodes(admin(), { ...credentials, url: 'http://127.0.0.1:1' })).rejects.toMatchObject(
      {
        code: 'refused',
      },
    )
  })
})
