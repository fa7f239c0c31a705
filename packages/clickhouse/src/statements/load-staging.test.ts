import { expect, it } from 'vitest'
import {
  allStagingTables,
  createStagingStatements,
  dropStagingStatements,
  isTableOfAttempt,
  jobOfStagingTable,
  stagingNames,
} from './load-staging.ts'

const make = (replicatedEngine: string | null, serverVersion = '26.7.1.1') =>
  createStagingStatements({
    landing: { database: 'lab', table: 'trips' },
    replicatedEngine,
    names: stagingNames('1', 0, 1),
    columns: [{ name: 'id', type: 'UInt64' }],
    output: null,
    badRows: null,
    ownIds: false,
    serverVersion,
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

it('counts in a table that several threads can write to at once', () => {
  const counts = (version: string) => make(null, version)[1]?.split(' ENGINE = ')[1]
  expect(['24.8.14.39', '25.8.2.29', '25.12.1.1'].map(counts)).toEqual(
    Array(3).fill('MergeTree ORDER BY tuple()'),
  )
  expect(['26.1.2.11', '26.7.1.1', '27.2.1.1'].map(counts)).toEqual(Array(3).fill('StripeLog'))
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
