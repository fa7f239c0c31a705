import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForm } from '@/form/use-form.ts'
import type { Cluster } from './cluster.ts'
import {
  type ClusterDraft,
  clusterForm,
  draftOf,
  isStoredConnection,
  newNode,
  nextNode,
  splitAddresses,
  toConnection,
} from './cluster-draft.ts'

const faultsOf = (draft: Partial<ClusterDraft>) =>
  readForm(clusterForm, { ...draftOf(null), ...draft }).faults

const cluster: Cluster = {
  id: 'c1',
  slug: 'demo',
  name: 'Demo',
  clusterName: 'demo',
  username: 'frostline',
  tlsVerify: true,
  tlsCaPem: null,
  approvalRequired: false,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  nodes: [
    { name: 'one', url: 'http://a:8123', shard: 1, replica: 1 },
    { name: 'two', url: 'http://b:8123', shard: 2, replica: 1 },
  ],
}

describe('a draft', () => {
  it('round-trips a cluster, without a password', () => {
    expect(toConnection(draftOf(cluster))).toEqual({
      nodes: cluster.nodes,
      username: 'frostline',
      password: '',
      clusterName: 'demo',
      tlsVerify: true,
      tlsCaPem: null,
    })
    expect(faultsOf(draftOf(cluster))).toEqual({})
  })

  it('uses the stored connection until its target changes', () => {
    const draft = draftOf(cluster)
    expect(isStoredConnection({ ...draft, name: 'Other' }, cluster)).toBe(true)
    expect(isStoredConnection({ ...draft, password: 'x' }, cluster)).toBe(false)
    expect(isStoredConnection({ ...draft, tlsVerify: false }, cluster)).toBe(false)
    expect(isStoredConnection({ ...draft, nodes: [...draft.nodes, newNode()] }, cluster)).toBe(false)
  })

  it('counts on from the highest shard', () => {
    expect(nextNode([newNode({ shard: '7' }), newNode({ shard: 'x' })]).shard).toBe('8')
    expect(nextNode([]).shard).toBe('1')
  })
})

describe('faults', () => {
  const faultsOfNodes = (...nodes: Parameters<typeof newNode>[0][]) => [
    ...Object.values(faultsOf({ purpose: 'test', nodes: nodes.map((node) => newNode(node)) })),
  ]
  it.each([
    [{ url: ' ' }, 'Enter an address, such as https://host:8443.'],
    [{ url: 'a b' }, 'An address has no spaces. Use one row per node.'],
    [{ url: 'a', shard: '0' }, 'Enter the shard as a number from 1 to 10000.'],
    [{ url: 'a', replica: '1.5' }, 'Enter the replica as a number from 1 to 100.'],
    [{ url: 'a', replica: '101' }, 'Enter the replica as a number from 1 to 100.'],
  ])('names what is wrong with %j', (node, fault) => {
    expect(faultsOfNodes(node)).toEqual([fault])
  })
  it('marks the later of two that conflict', () => {
    expect(faultsOfNodes({ url: 'a' }, { url: 'a', shard: '2' })).toEqual(['Duplicate address.'])
    expect(faultsOfNodes({ url: 'a' }, { url: 'b' })).toEqual(['Shard 1, replica 1 is used twice.'])
  })
  it('requires no more than the purpose needs', () => {
    const draft = { tlsCaPem: 'not a certificate' }
    expect(Object.keys(faultsOf({ ...draft, purpose: 'discovery' }))).toEqual(['tlsCaPem'])
    expect(Object.keys(faultsOf({ ...draft, purpose: 'test' }))).toEqual(['tlsCaPem', 'nodes.0'])
    expect(faultsOf({ ...draft, purpose: 'save' }).name).toBe('Enter a name.')
  })
  it('requires the password where the stored one cannot be used', () => {
    const asked = { ...draftOf(cluster), passwordAsked: true }
    expect(Object.keys(faultsOf(asked))).toEqual(['password'])
    expect(faultsOf({ ...asked, password: 'x' })).toEqual({})
  })
})

describe('splitAddresses', () => {
  const address = fc.stringMatching(/^[a-z][a-z0-9.:-]{0,20}$/)
  it('finds every address of a list, however it is separated', () => {
    fc.assert(
      fc.property(
        fc.array(address, { minLength: 2, maxLength: 9 }),
        fc.constantFrom('\n', ', ', ';', ' ', '\r\n\t'),
        (addresses, separator) => {
          expect(splitAddresses(` ${addresses.join(separator)}${separator}`)).toEqual(addresses)
        },
      ),
    )
  })
  it('a single address is no list', () => {
    expect(splitAddresses(' http://a:8123 ')).toEqual([])
  })
})
