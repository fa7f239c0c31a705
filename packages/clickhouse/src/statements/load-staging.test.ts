import { expect, it } from 'vitest'
import {
  allStagingTables,
  createStagingStatements,
  dropStagingStatements,
  isTableOfAttempt,
  jobOfStagingTable,
  stagingNames,
} from './load-staging.ts'

const make = (replicatedEngine: string | null) =>
  createStagingStatements({
    landing: { database: 'lab', table: 'trips' },
    replicatedEngine,
    names: stagingNames('1', 0, 1),
    columns: [{ name: 'id', type: 'UInt64' }],
    output: null,
    badRows: null,
    ownIds: false,
  })
    .flat()
    .map(({ sql }) => sql)

it('stages for a table in a copy of its definition', () => {
  expect(make(null)[0]).toBe('CREATE TABLE IF NOT EXISTS `lab`.`frostline_load_1_0_1` AS `lab`.`trips`')
})

it('stages for a replicated table in one that is not, with the same keys and settings', () => {
  const keys = "PARTITION BY toYYYYMM(day) ORDER BY id TTL day + toIntervalYear(1) TO VOLUME 'cold'"
  const settings = "SETTINGS storage_policy = 'tiered', index_granularity = 8192"
  expect(
    make(
      `ReplicatedReplacingMergeTree('/clickhouse/tables/{uuid}/{shard}', '{replica}', version) ${keys} ${settings}`,
    )[0],
  ).toBe(
    `CREATE TABLE IF NOT EXISTS \`lab\`.\`frostline_load_1_0_1\` AS \`lab\`.\`trips\`\nENGINE = ReplacingMergeTree(version) ${keys} ${settings}`,
  )
})

it('finds the job of a staging table by its name', () => {
  const id = '01a202a5-7ff1-73ef-9889-cfb9732f764d'
  const names = stagingNames(id, 12, 3)
  expect(new Set(allStagingTables(names).map(jobOfStagingTable))).toEqual(new Set([id]))
  for (const other of ['frostline_load_rows', `${names.data}_copy`, `old_${names.data}`, 'trips'])
    expect(jobOfStagingTable(other)).toBe(null)
})

it('knows the tables of an attempt behind each of its doors, and drops views first', () => {
  const id = '01a202a5-7ff1-73ef-9889-cfb9732f764d'
  const names = stagingNames(id, 1, 1)
  const behind = allStagingTables(stagingNames(id, 1, 1, 12))
  expect(behind.filter((table) => !isTableOfAttempt(names, table))).toEqual([])
  expect(behind.filter((table) => !allStagingTables(names).includes(table))).toHaveLength(4)
  for (const other of [...allStagingTables(stagingNames(id, 1, 12)), `${names.data}_copy`])
    expect(isTableOfAttempt(names, other)).toBe(false)
  expect(dropStagingStatements('lab', behind).map((wave) => wave.length)).toEqual([2, 2, 3])
})
