import { expect, test } from 'vitest'
import { parseEngineSettings } from './parse-engine-settings.ts'

test('reads the settings after the last top-level SETTINGS', () => {
  const engine =
    "MergeTree PARTITION BY toYYYYMM(d) ORDER BY k TTL d + toIntervalYear(20) TO VOLUME 'cold' SETTINGS storage_policy = 'tiered', index_granularity = 8192, ratio_of_defaults_for_sparse_serialization = 0.9375"
  expect(parseEngineSettings(engine)).toEqual({
    storage_policy: 'tiered',
    index_granularity: '8192',
    ratio_of_defaults_for_sparse_serialization: '0.9375',
  })
})

test('ignores the word in strings, names and comments of other clauses', () => {
  const engine = "MergeTree ORDER BY (`a SETTINGS b = 1`, 'SETTINGS c = 2') TTL d TO DISK 'x SETTINGS y = 3'"
  expect(parseEngineSettings(engine)).toEqual({})
  expect(parseEngineSettings(`${engine} SETTINGS storage_policy = 'it\\'s, SETTINGS'`)).toEqual({
    storage_policy: "it's, SETTINGS",
  })
})

test('keeps a dynamic disk whole', () => {
  const engine =
    "MergeTree ORDER BY a SETTINGS disk = disk(type = 's3', endpoint = 'http://x/y/'), min_bytes = 1"
  expect(parseEngineSettings(engine)).toEqual({
    disk: "disk(type = 's3', endpoint = 'http://x/y/')",
    min_bytes: '1',
  })
})

test('no settings, no entries', () => {
  expect(parseEngineSettings('Memory')).toEqual({})
})
