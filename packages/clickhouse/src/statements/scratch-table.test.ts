import { describe, expect, it } from 'vitest'
import { createScratchStatement, dropScratchStatement } from './scratch-table.ts'

const at = { database: 'lab', table: 'frostline_scratch_1' }
const like = { database: 'lab', table: 'trips' }
const make = (engineFull: string) => createScratchStatement(at, like, engineFull, 'cold').sql
const own =
  "disk = 'cold', max_bytes_to_merge_at_max_space_in_pool = '1', max_number_of_merges_with_ttl_in_pool = '0'"

describe('a scratch table', () => {
  it('keeps keys to the letter and settings, without TTL and policy', () => {
    expect(
      make(
        "ReplacingMergeTree(v) PARTITION BY toYYYYMM(day) PRIMARY KEY id ORDER BY (id, 'TTL') TTL day + toIntervalYear(1) TO VOLUME 'cold' SETTINGS storage_policy = 'tiered', index_granularity = 100, merge_with_ttl_timeout = 5",
      ),
    ).toBe(`CREATE TABLE IF NOT EXISTS \`lab\`.\`frostline_scratch_1\` AS \`lab\`.\`trips\`
ENGINE = ReplacingMergeTree(v) PARTITION BY toYYYYMM(day) PRIMARY KEY id ORDER BY (id, 'TTL')
SETTINGS index_granularity = '100', ${own}`)
  })

  it.each([
    ["ReplicatedMergeTree('/path/{uuid}', '{replica}') ORDER BY id", 'MergeTree ORDER BY id'],
    ['ReplicatedMergeTree ORDER BY tuple()', 'MergeTree ORDER BY tuple()'],
    [
      "ReplicatedReplacingMergeTree('/a, b', 'it''s', version) ORDER BY id SETTINGS replicated_deduplication_window = 1",
      'ReplacingMergeTree(version) ORDER BY id',
    ],
    ['SharedSummingMergeTree ORDER BY id', 'SummingMergeTree ORDER BY id'],
  ])('is not replicated: %s', (engineFull, expected) => {
    expect(make(engineFull)).toContain(`ENGINE = ${expected}\nSETTINGS ${own}`)
  })

  it('is the only kind of table that is dropped', () => {
    expect(() => dropScratchStatement(like)).toThrow('no scratch table')
    expect(dropScratchStatement(at).sql).toBe('DROP TABLE IF EXISTS `lab`.`frostline_scratch_1` SYNC')
  })
})
