import { describe, expect, it } from 'vitest'
import { judgeSharing, type ObjectsOnNode } from './judge-sharing.ts'

const on = (node: string, parts: Record<string, string>): ObjectsOnNode => ({
  node,
  objects: new Map(Object.entries(parts).map(([name, paths]) => [name, { objects: 3n, bytes: 30n, paths }])),
})
const shared = { name: '1_0_0_0', shared: true as const }
const nothing = { ownParts: [], sharedObjects: 0, ownObjects: 0, uploadedBytes: 0n, fault: null }

describe('judgeSharing', () => {
  it('takes equal paths for shared objects, and what was not expected to be shared for an upload', () => {
    const peers = [on('r1', { '1_0_0_0': 'a' })]
    expect(judgeSharing([shared], on('r2', { '1_0_0_0': 'a' }), peers)).toEqual({
      ...nothing,
      sharedObjects: 3,
    })
    expect(judgeSharing([{ name: '1_0_0_0' }], on('r1', { '1_0_0_0': 'a' }), [])).toEqual({
      ...nothing,
      ...{ ownObjects: 3, uploadedBytes: 30n },
    })
  })

  it('names a part that was uploaded once more', () => {
    expect(judgeSharing([shared], on('r2', { '1_0_0_0': 'b' }), [on('r1', { '1_0_0_0': 'a' })])).toEqual({
      ...nothing,
      ...{ ownParts: ['1_0_0_0'], ownObjects: 3, uploadedBytes: 30n },
      fault: expect.stringContaining('r2 has uploaded part 1_0_0_0 again'),
    })
  })

  it('takes what could not be compared for neither', () => {
    const here = on('r2', { '1_0_0_0': 'a' })
    expect(judgeSharing([shared], here, [{ node: 'r1', fault: 'refused' }])).toEqual({
      ...nothing,
      fault: 'Part 1_0_0_0 was not compared: r1: refused',
    })
    expect(judgeSharing([shared], here, [on('r1', {})])).toEqual({
      ...nothing,
      fault: expect.stringContaining('no other replica has the part in the bucket any more'),
    })
    expect(judgeSharing([shared], on('r2', {}), [on('r1', { '1_0_0_0': 'a' })])).toEqual({
      ...nothing,
      fault: 'Part 1_0_0_0 was merged or dropped before its objects could be compared.',
    })
    expect(judgeSharing([shared], { node: 'r2', fault: 'away' }, [])).toEqual({
      fault: 'The objects of r2 could not be read: away',
    })
  })
})
