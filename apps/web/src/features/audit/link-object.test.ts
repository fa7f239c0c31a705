import { describe, expect, it } from 'vitest'
import { linkObject } from './link-object.ts'

const clusters = [{ id: 'c1', slug: 'demo' }]

describe('linkObject', () => {
  it.each([
    ['/clusters/demo/overview', { objectType: 'cluster', objectId: 'c1', clusterId: 'c1' }],
    ['/clusters/demo/migrations/m%2F1', { objectType: 'tier-migration', objectId: 'm/1', clusterId: 'c1' }],
    ['/admin/users?user=u%261', { objectType: 'user', objectId: 'u&1', clusterId: null }],
    ['/admin/tokens?token=t1', { objectType: 'token', objectId: 't1', clusterId: null }],
    ['/sources/s%2F1', { objectType: 'source', objectId: 's/1', clusterId: null }],
    [undefined, { objectType: 'cluster', objectId: 'gone', clusterId: 'gone' }],
    [undefined, { objectType: 'tier-migration', objectId: 'm1', clusterId: 'gone' }],
    [undefined, { objectType: 'session', objectId: 's1', clusterId: null }],
    [undefined, { objectType: 'cluster', objectId: null, clusterId: null }],
  ])('leads to %s', (href, entry) => {
    expect(linkObject(entry, clusters)).toBe(href)
  })
})
