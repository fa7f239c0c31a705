import { expect, it } from 'vitest'
import { readShardingKey } from './observe-target.ts'

it.each([
  ["Distributed('c', 'db', 't', cityHash64(a, b))", 'cityHash64(a, b)'],
  ["Distributed('c', 'db', 't', rand()) SETTINGS fsync_after_insert = 1", 'rand()'],
  ["Distributed('c', 'db', 't')", ''],
  ["Distributed('c,d', 'd)b', 't', cityHash64(`a,)b`), 'policy')", 'cityHash64(`a,)b`)'],
])('%s', (engineFull, key) => expect(readShardingKey(engineFull)).toBe(key))
