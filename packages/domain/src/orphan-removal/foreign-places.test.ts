import { describe, expect, it } from 'vitest'
import { isEngineKey } from '../bucket/object-key.ts'
import { explainForeign, findForeignPlace, findUnreportedPlaces } from './foreign-places.ts'

const uuid = '0d5e8f3a-1b2c-4d5e-8f3a-1b2c4d5e8f3a'

describe('folders whose files no server lists', () => {
  it.each([
    ['demo/.backup', 'demo/'],
    ['cold/frostline-archive/lab.t/1/r/shard-1.manifest.json', 'cold/frostline-archive/'],
    ['.backup', ''],
    ['b/monday/data/db/trips/all_1_1_0/id.bin', 'b/monday/'],
    [`plain/store/0d5/${uuid}/all_1_1_0/id.bin`, 'plain/'],
    ['rw/__meta/aaspydkmbosbypxwqdqmwdbwigtbbhpd/prefix.path', 'rw/'],
    ['old/aaspydkmbosbypxwqdqmwdbwigtbbhpd/prefix.path', 'old/'],
  ])('%s reveals %s', (key, prefix) => {
    expect(findForeignPlace(key)?.prefix).toBe(prefix)
    expect(isEngineKey(key)).toBe(false)
  })

  it.each(['demo/abc/abcdefghijklmnopqrstuvwxyzabc', 'demo/copies/x.bak', 'demo/clickhouse_access_check_x'])(
    '%s reveals nothing',
    (key) => expect(findForeignPlace(key)).toBeNull(),
  )

  it('a plain disk gives its prefix, any other may be anywhere', () => {
    const places = findUnreportedPlaces('n1', [
      { name: 'rw', path: 'other/plain', metadataType: 'PlainRewritable' },
      { name: 'p', path: '/other/p/', metadataType: 'Plain' },
      { name: 'root', path: '', metadataType: 'Plain' },
      { name: 'k', path: '/var/lib/k/', metadataType: 'Keeper' },
    ])
    expect(places.map(({ prefix }) => prefix)).toEqual(['other/plain/', 'other/p/', '', ''])
    expect(explainForeign('other/plain/x', places.slice(0, 2))).toContain('the disk rw of n1')
    expect(explainForeign('demo/x', places.slice(0, 2))).toBeNull()
  })
})
