import { afterAll, beforeAll, expect, test } from 'vitest'
import { at, startTestNodes, type TestNodes } from '../../test/start-test-nodes.ts'
import { checkGrants, discoverClusters, observeNodeIdentity, requiredGrants } from '../index.ts'

let nodes: TestNodes
beforeAll(async () => {
  nodes = await startTestNodes({ shards: 2 })
})
afterAll(() => nodes.stop())

test('nodes on one machine are distinguished, by macros and by system.clusters', async () => {
  const identities = await Promise.all(nodes.clients.map((client) => observeNodeIdentity(client)))
  expect(identities.map((one) => one.displayName)).toEqual(nodes.cluster.nodes.map((node) => node.name))
  expect(identities.map((one) => one.tcpPort)).toEqual(nodes.cluster.nodes.map((node) => node.tcpPort))
  expect(new Set(identities.map((one) => one.hostName)).size).toBe(1)
  expect(new Set(identities.map((one) => `${one.shard}/${one.replica}`)).size).toBe(2)
  for (const [index, identity] of identities.entries()) {
    expect(identity).toMatchObject({ identifiedBy: 'macros', currentUser: 'frostline' })
    expect(identity.memberships).toContainEqual({ cluster: 'demo', shardNum: index + 1, replicaNum: 1 })
    expect(Math.abs(identity.clockSkewMs)).toBeLessThan(5_000)
    expect(identity.version).toMatch(/^\d+\.\d+\.\d+/)
  }
})

test('one node lists the members of its clusters', async () => {
  const client = at(nodes.clients, 0)
  const demo = (await discoverClusters(client)).find((one) => one.cluster === 'demo')
  expect(demo?.members.map((one) => [one.shardNum, one.tcpPort, one.isLocal])).toEqual([
    [1, at(nodes.cluster.nodes, 0).tcpPort, true],
    [2, at(nodes.cluster.nodes, 1).tcpPort, false],
  ])
  expect(demo?.members[0]?.candidateUrl).toBe(at(nodes.cluster.nodes, 0).httpUrl)
})

test('the product user of the embedded cluster lacks no grant it needs', async () => {
  const checks = await checkGrants(at(nodes.clients, 0))
  expect(checks).toHaveLength(requiredGrants.length)
  expect(checks.filter((check) => check.state !== 'granted').map((check) => check.statement)).toEqual([])
})

test('a missing grant comes with its GRANT statement', async () => {
  const needs = [
    { access: 'CREATE USER', on: '*.*', feature: 'moves', required: true, reason: '', impliedBy: [] },
    { access: 'SYSTEM MOVES', on: 'demo.*', feature: 'moves', required: true, reason: '', impliedBy: [] },
  ] as const
  const checks = await checkGrants(at(nodes.clients, 0), needs)
  expect(checks.map((check) => [check.state, check.statement])).toEqual([
    ['missing', 'GRANT CREATE USER ON *.* TO `frostline`'],
    ['granted', 'GRANT SYSTEM MOVES ON demo.* TO `frostline`'],
  ])
})
