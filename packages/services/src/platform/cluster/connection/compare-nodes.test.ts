import type { StoragePolicyRow } from '@frostline/clickhouse'
import { describe, expect, it } from 'vitest'
import { judgeDistinctServers, judgeSamePolicies, type NodeFacts } from './compare-nodes.ts'

const volume = (policy: string, name: string, change: Partial<StoragePolicyRow> = {}): StoragePolicyRow => ({
  policy_name: policy,
  volume_name: name,
  volume_priority: 1,
  disks: [`${name}_disk`],
  volume_type: 'JBOD',
  max_data_part_size: 0n,
  move_factor: 0.1,
  prefer_not_to_merge: false,
  perform_ttl_move_on_insert: true,
  load_balancing: 'ROUND_ROBIN',
  ...change,
})

const node = (name: string, change: Partial<NodeFacts> = {}): NodeFacts => ({
  name,
  url: `http://${name}:8123`,
  hostName: name,
  displayName: name,
  tcpPort: 9000,
  policies: [volume('tiered', 'hot'), volume('tiered', 'cold')],
  ...change,
})

describe('judgeDistinctServers', () => {
  it('distinguishes nodes on one machine by port and display name', () => {
    const nodes = [node('a'), node('b', { hostName: 'a' }), node('c', { hostName: 'a', tcpPort: 9001 })]
    expect(judgeDistinctServers(nodes).status).toBe('passed')
  })

  it('names all addresses of one server', () => {
    const twin = { hostName: 'h', displayName: 'd' }
    const check = judgeDistinctServers([node('a', twin), node('b'), node('c', twin)])
    expect(check).toMatchObject({ status: 'failed', message: expect.stringContaining('a and c') })
  })
})

describe('judgeSamePolicies', () => {
  it('passes on equal policies in any order of disks, ignoring dynamic disks', () => {
    const nodes = [
      node('a', { policies: [volume('p', 'v', { disks: ['x', 'y'] })] }),
      node('b', { policies: [volume('p', 'v', { disks: ['y', 'x'] }), volume('__tmp_1', 'main')] }),
    ]
    expect(judgeSamePolicies(nodes).status).toBe('passed')
  })

  it.each([
    ['a volume', [volume('tiered', 'hot')], 'tiered differs between a and b'],
    ['the order of volumes', [volume('tiered', 'cold'), volume('tiered', 'hot')], 'tiered differs'],
    [
      'a limit',
      [volume('tiered', 'hot', { max_data_part_size: 1n }), volume('tiered', 'cold')],
      'tiered differs',
    ],
    [
      'a policy more',
      [volume('tiered', 'hot'), volume('tiered', 'cold'), volume('p', 'v')],
      'p is on b but not on a',
    ],
    ['a policy less', [], 'tiered is on a but not on b'],
  ])('warns of %s', (_, policies, text) => {
    const check = judgeSamePolicies([node('a'), node('b', { policies })])
    expect(check).toMatchObject({ status: 'warning', message: expect.stringContaining(text) })
  })

  it('compares nothing with a node that gave no facts', () => {
    expect(judgeSamePolicies([node('a'), node('b', { policies: undefined })]).status).toBe('skipped')
  })
})
