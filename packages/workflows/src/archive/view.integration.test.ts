import {
  attachArchive,
  createArchiveView,
  dropArchiveView,
  getArchiveView,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'
import { crashAt } from '../testing/crashing-worker.ts'
import { wrapClients } from '../testing/wrap-clients.ts'
import { checkArchiveViews } from './switch-view.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const columns = 'day, id, text, at'
const at = (table: string) => ({ cluster: lab.clusterId, database: 'lab', table })

async function ask(query: string): Promise<Record<string, string>[]> {
  const [first] = lab.admins
  if (!first) throw new Error('The lab has no node.')
  return lab.rows(first[1], query)
}

/** Files that a query opened, as the server counted them. */
async function filesOf(query: string, mark: string): Promise<string> {
  await ask(`${query} SETTINGS log_comment = '${mark}'`)
  await lab.command('SYSTEM FLUSH LOGS')
  const [row] = await ask(
    `SELECT toString(sum(ProfileEvents['EngineFileLikeReadFiles'])) AS files FROM system.query_log WHERE type = 'QueryFinish' AND log_comment = '${mark}'`,
  )
  return row?.files ?? ''
}

it('has each row once while partitions are archived, attached, dropped and restored', async () => {
  await lab.createEvents('seen')
  const before = await lab.sum('seen', '1', columns)
  const viewed = () => lab.sum('seen_with_archive', '1', columns)
  const created = await createArchiveView(lab.admin, at('seen'))
  expect(created).toMatchObject({ name: 'seen_with_archive', complete: true })
  expect(await viewed()).toBe(before)

  const id = await lab.start('seen')
  await lab.drive(id)
  await lab.approve(id)
  // A worker is killed at each of its steps: between two of them a query sees each row once.
  const kinds = ['before', 'sent', 'after'] as const
  let crashes = 0
  for (let step = 9; step < 400; step += 7) {
    const where = await lab.crash(id, { step, when: kinds[crashes % 3] ?? 'after' })
    if (where === null) break
    crashes += 1
    expect([where, await viewed()]).toEqual([where, before])
  }
  expect(crashes).toBeGreaterThan(3)
  expect(await lab.states(id)).toEqual(['detached', 'detached', 'detached'])
  expect(await lab.sum('seen')).toBe('0 rows 0')
  expect(await viewed()).toBe(before)

  await attachArchive(lab.admin, { id })
  await lab.drive(id)
  expect(await lab.sum('seen', '1', columns)).toBe(before)
  expect(await viewed()).toBe(before)

  const again = await lab.start('seen')
  await lab.drive(again)
  await lab.approve(again)
  await lab.drive(again)
  await lab.passGrace(again)
  await lab.drive(again)
  expect(await viewed()).toBe(before)
  // Rows that arrive later are read from the table, the others from the files.
  await lab.command("INSERT INTO lab.seen SELECT toDate('2024-04-15'), 1, 'x', now64(3)")
  const [late] = await ask('SELECT toString(count()) AS n FROM lab.seen_with_archive')
  expect(late).toEqual({ n: '2001' })
  await lab.command("ALTER TABLE lab.seen DROP PARTITION '202404'")

  const restoring = { archiveId: again, mode: 'into' as const, partitionIds: ['202401'] }
  await startArchiveRestore(lab.admin, restoring)
  expect(await viewed()).toBe(before)
})

it('reads the table again when a restore does not start', async () => {
  await lab.createEvents('refused')
  const archiveId = await lab.archive('refused')
  expect(await createArchiveView(lab.admin, at('refused'))).toMatchObject({ complete: true })
  await lab.command('DROP VIEW lab.refused_with_archive')
  await lab.command('CREATE TABLE lab.refused_with_archive (id UInt64) ENGINE = MergeTree ORDER BY id')
  await expect(startArchiveRestore(lab.admin, { archiveId, mode: 'into' })).rejects.toThrow(
    'Nothing was restored. The view over table and archive on',
  )
  expect((await lab.steps(archiveId)).map(({ restoringAt }) => restoringAt)).toEqual([null, null, null])
  await lab.command('DROP TABLE lab.refused_with_archive')
  expect(await lab.restore({ archiveId, mode: 'into' })).toMatchObject({ status: 'completed' })
})

it('reads the table again some time after the start of a restore was killed', async () => {
  await lab.createEvents('killed')
  const archiveId = await lab.archive('killed')
  expect(await createArchiveView(lab.admin, at('killed'))).toMatchObject({ complete: true })
  // Killed after it had marked the partitions and changed the view, before it stored the restore.
  const { db, state } = crashAt(
    { step: 1, of: 'Run.create', when: 'before' },
    { ...lab, clusters: lab.admin.clusters },
  )
  const start = { archiveId, mode: 'into' } as const
  await expect(startArchiveRestore({ ...lab.admin, db }, start)).rejects.toThrow()
  expect(state.at).toBe('Run.create')
  await lab.command("INSERT INTO lab.killed SELECT toDate('2024-01-15'), 1, 'x', now64(3)")
  const rows = async () => (await ask('SELECT toString(count()) AS n FROM lab.killed_with_archive'))[0]?.n
  const check = async (minutes: number) => {
    await checkArchiveViews({ ...lab.deps, now: () => new Date(Date.now() + minutes * 60_000) })
    return rows()
  }
  expect([await check(10), await check(20)]).toEqual(['2000', '2001'])

  // A start that takes longer than that restores nothing.
  await lab.command("ALTER TABLE lab.killed DROP PARTITION '202401'")
  const clusters = wrapClients(lab.admin.clusters, ({ command }) => ({
    async command(statement) {
      const outcome = await command(statement)
      await lab.db.archiveStep.updateMany({ where: { archiveId }, data: { restoringAt: null } })
      return outcome
    },
  }))
  await expect(startArchiveRestore({ ...lab.admin, clusters }, start)).rejects.toThrow('took too long')
  expect(await lab.db.archiveRestore.count({ where: { archiveId } })).toBe(0)
})

it('does not take the name of the view over another table', async () => {
  for (const table of ['first', 'second']) {
    await lab.createEvents(table)
    const id = await lab.start(table)
    await lab.drive(id)
    await lab.approve(id)
    await lab.drive(id)
  }
  const taken = { ...at('first'), name: 'all_events' }
  expect(await createArchiveView(lab.admin, taken)).toMatchObject({ complete: true })
  const shown = () => ask("SELECT create_table_query AS sql FROM system.tables WHERE name = 'all_events'")
  const before = await shown()
  const other = { ...at('second'), name: 'all_events' }
  await expect(createArchiveView(lab.admin, other)).rejects.toThrow(
    'lab.all_events is the view over another table and its archives. Choose another name.',
  )
  // Also where the ledger has lost the first one.
  const { id } = await lab.db.archiveView.findFirstOrThrow({ where: { name: 'all_events' } })
  const lost = await lab.db.archiveView.delete({ where: { id } })
  await expect(createArchiveView(lab.admin, other)).rejects.toThrow('another table or view lab.all_events')
  await lab.db.archiveView.create({ data: lost })
  expect(await shown()).toEqual(before)
})

it('opens the files of the partitions that a query asks for, and says it in EXPLAIN', async () => {
  await lab.createEvents('pruned')
  const id = await lab.start('pruned')
  await lab.drive(id)
  await lab.approve(id)
  await lab.drive(id)
  await createArchiveView(lab.admin, at('pruned'))
  const from = 'FROM lab.pruned_with_archive'
  expect(await filesOf(`SELECT sum(id) ${from}`, 'all files')).toBe('3')
  expect(await filesOf(`SELECT sum(id) ${from} WHERE _partition_id = '202402'`, 'one file')).toBe('1')
  expect(await filesOf(`SELECT sum(id) ${from} WHERE _partition_id > '202403'`, 'no file')).toBe('0')
  const plan = await ask(`EXPLAIN SELECT sum(id) ${from} WHERE _partition_id = '202402'`)
  const text = plan.map(({ explain }) => explain).join(' ')
  expect(text).toMatch(/Filter column: _partition_id = '202402'\s+└──ReadFromObjectStorage/)

  const page = await getArchiveView(lab.as('viewer'), at('pruned'))
  expect(page).toMatchObject({ partitions: 3, files: 3, rows: 2_000n, obstacles: [] })
  expect(page.nodes).toMatchObject([{ state: 'current' }])
  // The keys of the source are in a named collection alone.
  const texts = JSON.stringify(
    [page, await ask("SELECT create_table_query, as_select FROM system.tables WHERE database = 'lab'")],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  )
  expect(texts).not.toContain(lab.store.secretAccessKey)
  expect(texts).not.toContain(lab.store.accessKeyId)

  // Nodes get other keys of the source, without a change of the view.
  const [collection] = page.collections
  const uuidBefore = (
    await ask("SELECT create_table_query AS q FROM system.tables WHERE name = 'pruned_with_archive'")
  )[0]
  await lab.command(`DROP NAMED COLLECTION ${collection}`)
  await lab.command(
    `CREATE NAMED COLLECTION ${collection} AS access_key_id = 'old', secret_access_key = 'old'`,
  )
  await expect(ask(`SELECT sum(id) ${from}`)).rejects.toThrow()
  const later = { ...lab.deps, now: () => new Date(Date.now() + 60_000) }
  await checkArchiveViews(later)
  await expect(ask(`SELECT sum(id) ${from}`)).rejects.toThrow()
  await lab.db.source.update({ where: { id: lab.sourceId }, data: { updatedAt: new Date() } })
  await checkArchiveViews(later)
  expect(await filesOf(`SELECT sum(id) ${from}`, 'new keys')).toBe('3')
  expect(
    (await ask("SELECT create_table_query AS q FROM system.tables WHERE name = 'pruned_with_archive'"))[0],
  ).toEqual(uuidBefore)

  // A column that is added later has its default, and the view shows it after its next check.
  await lab.command("ALTER TABLE lab.pruned ADD COLUMN kind String DEFAULT concat('k', text)")
  expect((await getArchiveView(lab.admin, at('pruned'))).nodes).toMatchObject([{ state: 'outdated' }])
  await createArchiveView(lab.admin, at('pruned'))
  expect(await ask(`SELECT toString(countIf(kind = concat('k', text))) AS n ${from}`)).toEqual([
    { n: '2000' },
  ])

  expect(await dropArchiveView(lab.admin, at('pruned'))).toMatchObject({ complete: true })
  expect(await ask("SELECT name FROM system.tables WHERE name = 'pruned_with_archive'")).toEqual([])
  const audit = await lab.db.auditEntry.findMany({
    where: { action: { startsWith: 'archive-view.' }, objectName: 'lab.pruned' },
    orderBy: { at: 'asc' },
  })
  expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
    ['archive-view.create', 'succeeded'],
    ['archive-view.create', 'succeeded'],
    ['archive-view.drop', 'succeeded'],
  ])
})

it.each([
  {
    format: 'Native',
    table: 'native_odd',
    columns: ['`doc` JSON', '`any` Dynamic', '`_path` String', '`a\nb` UInt64', '`a\tb` UInt64'],
    values: `concat('{"a": ', toString(number), '}'), if(number % 2 = 0, number::Dynamic, 'x'::Dynamic), toString(number), number, number + 1`,
    compared: 'toJSONString(tuple(day, id, doc, any)), _path, `a\nb`, `a\tb`',
  },
  {
    format: 'Parquet',
    table: 'parquet_odd',
    columns: ['`_path` String', '`_file` Time', '`archive_files` Tuple(_path String)'],
    values: "toString(number), CAST(number AS Time), tuple('x')",
    compared: 'day, id, _path, _file, archive_files',
  },
])('reads $format files, and columns that have other names in them', async (each) => {
  const { format, table, columns: own, values, compared } = each
  await lab.command(
    `CREATE TABLE lab.${table} (day Date, id UInt64, ${own.join(', ')}) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id`,
  )
  await lab.command(
    `INSERT INTO lab.${table} SELECT toDate('2024-01-15') + INTERVAL number % 3 MONTH, number, ${values} FROM numbers(300)`,
  )
  const before = await lab.sum(table, '1', compared)
  const id = await lab.start(table)
  await lab.drive(id)
  await lab.approve(id)
  expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
  expect(await lab.sum(table)).toBe('0 rows 0')
  expect(await createArchiveView(lab.admin, at(table))).toMatchObject({ complete: true })
  const { statements } = await getArchiveView(lab.admin, at(table))
  expect(statements.map(({ sql }) => sql.includes(`'${format}'`))).toEqual([true])
  // 25.8 would refuse to read them otherwise.
  expect(statements.map(({ sql }) => sql.includes('`archive_partition` String'))).toEqual([true])
  expect(await lab.sum(`${table}_with_archive`, '1', compared)).toBe(before)
  expect(await lab.sum(`${table}_with_archive`, "_partition_id = '202402'", 'id')).toMatch(/^100 rows /)
})

it('refuses a column whose values the server would take from the path', async () => {
  await lab.command(
    'CREATE TABLE lab.in_path (day Date, id UInt64, archive_partition String) ENGINE = MergeTree PARTITION BY toYYYYMM(day) ORDER BY id',
  )
  await lab.command("INSERT INTO lab.in_path SELECT toDate('2024-01-15'), number, 'own' FROM numbers(10)")
  const id = await lab.start('in_path')
  await lab.drive(id)
  await lab.approve(id)
  await lab.drive(id)
  await expect(createArchiveView(lab.admin, at('in_path'))).rejects.toThrow(
    `A view would show the folder archive_partition=… of archive ${id} instead of the column archive_partition`,
  )
  await attachArchive(lab.admin, { id })
  await lab.drive(id)
  const [own] = await ask("SELECT toString(countIf(archive_partition = 'own')) AS n FROM lab.in_path")
  expect(own).toEqual({ n: '10' })
})

it('refuses a name that something else has', async () => {
  await lab.createEvents('named')
  await lab.command('CREATE VIEW lab.named_with_archive AS SELECT 1')
  await expect(createArchiveView(lab.admin, at('named'))).rejects.toThrow('another table or view')
})
