import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveManifest } from '@frostline/domain'
import {
  attachArchive,
  dropArchiveNow,
  getArchive,
  getArchiveRestore,
  getArchiveStep,
  listArchiveSteps,
  previewArchive,
  previewArchiveRestore,
  resumeArchive,
  startArchive,
  startArchiveRestore,
} from '@frostline/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ArchiveLab, openArchiveLab } from '../testing/archive-lab.ts'

let lab: ArchiveLab
beforeAll(async () => {
  lab = await openArchiveLab({ shards: 1 })
}, 120_000)
afterAll(() => lab?.close())

const january = 'toYYYYMM(day) = 202401'

async function prove(table: string): Promise<string> {
  const id = await lab.start(table)
  expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
  return id
}

async function detach(table: string): Promise<string> {
  const id = await prove(table)
  await lab.approve(id)
  expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
  return id
}

async function drop(table: string): Promise<string> {
  const id = await detach(table)
  await lab.passGrace(id)
  expect(await lab.drive(id)).toMatchObject({ status: 'completed', error: null })
  return id
}

describe('an archive', () => {
  it('leaves the table in proved steps, and comes back equal', async () => {
    await lab.createEvents('whole')
    const before = await lab.sum('whole')
    const id = await prove('whole')
    // Nothing has left the table.
    expect(await lab.sum('whole')).toBe(before)
    expect(await lab.states(id)).toEqual(['proved', 'proved', 'proved'])
    const { steps } = await listArchiveSteps(lab.as('viewer'), { id })
    expect(
      steps.map(({ partition, files, provedFiles, lateRows }) => [partition, files, provedFiles, lateRows]),
    ).toEqual(['202401', '202402', '202403'].map((partition) => [partition, 1, 1, 0n]))
    expect(steps.every(({ checksum }) => /^\d+$/.test(checksum ?? ''))).toBe(true)
    expect(await lab.keys()).toEqual(
      ['202401', '202402', '202403'].flatMap((partition) => [
        `cold/frostline-archive/lab.whole/archive_partition=${partition}/${id}/shard-1-00000-1001.parquet`,
        `cold/frostline-archive/lab.whole/archive_partition=${partition}/${id}/shard-1.manifest.json`,
      ]),
    )

    await lab.approve(id)
    expect(await lab.drive(id)).toMatchObject({ status: 'waiting' })
    expect(await lab.states(id)).toEqual(['detached', 'detached', 'detached'])
    expect(await lab.sum('whole')).toBe('0 rows 0')
    const { detachedAt, dropAt } = await getArchive(lab.as('viewer'), { id })
    expect((dropAt?.getTime() ?? 0) - (detachedAt?.getTime() ?? 0)).toBe(24 * 3_600_000)

    await lab.passGrace(id)
    expect(await lab.drive(id)).toMatchObject({ status: 'completed' })
    expect(await lab.states(id)).toEqual(['dropped', 'dropped', 'dropped'])
    expect(await countDetached('whole')).toBe(0)

    const restored = await lab.restore({ archiveId: id, mode: 'into' })
    expect(restored).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sum('whole')).toBe(before)
    const detail = await getArchiveRestore(lab.as('viewer'), { id: restored.restoreId })
    expect(detail).toMatchObject({ provedPartitions: 3, partitions: 3, rows: 2_000n })
    // A second time would double the rows.
    const { obstacles } = await previewArchiveRestore(lab.admin, { archiveId: id, mode: 'into' })
    expect(obstacles.join(' ')).toContain('has rows')
    const audit = await lab.db.auditEntry.findMany({ where: { objectId: id }, orderBy: { at: 'asc' } })
    expect(audit.map(({ action, outcome }) => [action, outcome])).toEqual([
      ['archive.start', 'requested'],
      ['archive.finish', 'succeeded'],
      ['archive.approve', 'requested'],
      ['archive.finish', 'succeeded'],
      ['archive.release', 'requested'],
      ['archive.finish', 'succeeded'],
    ])
  })

  it('restores one partition beside the table, with its manifest as the reference', async () => {
    await lab.createEvents('beside')
    const before = await lab.sum('beside', january)
    const id = await drop('beside')
    const restored = await lab.restore({
      ...{ archiveId: id, mode: 'beside', partitionIds: ['202401'], table: 'beside_back' },
    })
    expect(restored).toMatchObject({ status: 'completed', error: null })
    expect(await lab.sum('beside_back')).toBe(before)
    expect(await lab.sum('beside')).toBe('0 rows 0')
  })

  it('is restored once, also by two that planned at the same time', async () => {
    await lab.createEvents('raced')
    const before = await lab.sum('raced')
    const archiveId = await drop('raced')
    const { clusters } = lab.admin
    let reads = 0
    // The other one begins and ends after this one has read the table.
    const get: typeof clusters.get = async (key) => {
      if (++reads === 2)
        expect(await lab.restore({ archiveId, mode: 'into' })).toMatchObject({ status: 'completed' })
      return clusters.get(key)
    }
    const late = { ...lab.admin, clusters: { ...clusters, get } }
    await expect(startArchiveRestore(late, { archiveId, mode: 'into' })).rejects.toThrow(
      'Another restore of these partitions has started since.',
    )
    expect(reads).toBeGreaterThan(1)
    expect(await lab.sum('raced')).toBe(before)
    expect((await lab.steps(archiveId)).every(({ restoredAt }) => restoredAt !== null)).toBe(true)
  })

  it('has a manifest that is enough to restore without the console', async () => {
    await lab.createEvents('alone')
    const before = await lab.sum('alone', january)
    const id = await drop('alone')
    const step = (await lab.steps(id))[0]
    const got = await lab.objects.get(lab.bucket, step?.manifestKey ?? '')
    if (got.kind !== 'ok') throw new Error(got.message)
    const manifest = archiveManifest.parse(JSON.parse(Buffer.concat(await got.body.toArray()).toString()))
    expect(manifest).toMatchObject({ partition: '202401', database: 'lab', table: 'alone', shard: 1 })
    const { endpoint, accessKeyId, secretAccessKey } = lab.store
    await lab.command(
      manifest.restoreSql
        .replace('<endpoint>', endpoint)
        .replace('<access key>', accessKeyId)
        .replace('<secret key>', secretAccessKey),
    )
    expect(await lab.sum('alone')).toBe(before)
  })

  it('is attached again while it is in quarantine', async () => {
    await lab.createEvents('back')
    const before = await lab.sum('back')
    const id = await detach('back')
    expect(await lab.sum('back')).toBe('0 rows 0')
    await attachArchive(lab.admin, { id })
    expect(await lab.drive(id)).toMatchObject({ status: 'cancelled', error: null })
    expect(await lab.states(id)).toEqual(['attached', 'attached', 'attached'])
    expect(await lab.sum('back')).toBe(before)
    await lab.passGrace(id)
    expect((await lab.runOf(id)).status).toBe('cancelled')
  })

  it('attaches nothing while a detached part is missing, also where late rows make up its number', async () => {
    await lab.createEvents('hole')
    const before = await lab.sum('hole')
    const id = await detach('hole')
    const [admin] = lab.admins
    if (!admin) throw new Error('The lab has no node.')
    const [part] = await lab.rows<{ name: string; path: string }>(
      admin[1],
      "SELECT name, path FROM system.detached_parts WHERE table = 'hole' ORDER BY name",
    )
    const { name, path } = part ?? { name: '', path: '' }
    await lab.command(`INSERT INTO lab.hole SELECT '2024-01-20', 9000 + number, 'late', 0 FROM numbers(5000)`)
    const away = join(dirname(path), `ignored_${name}`)
    await rename(path, away)
    await attachArchive(lab.admin, { id })
    expect(await lab.drive(id)).toMatchObject({
      ...{ status: 'failed', error: expect.stringContaining(`has part ${name} of partition 202401`) },
    })
    expect(await lab.sum('hole', '1', '1')).toMatch(/^5000 rows/)
    await rename(away, path)
    await resumeArchive(lab.admin, { id })
    expect(await lab.drive(id)).toMatchObject({ status: 'cancelled', error: null })
    expect(await lab.sum('hole', "text != 'late'")).toBe(before)
  })

  it('leaves rows in the table that arrive after their partition was written', async () => {
    await lab.createEvents('late')
    const id = await prove('late')
    await lab.command(`INSERT INTO lab.late SELECT '2024-01-20', 9000 + number, 'late', 0 FROM numbers(10)`)
    await lab.approve(id)
    expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
    expect((await lab.steps(id)).map(({ lateRows }) => lateRows)).toEqual([10n, 0n, 0n])
    expect(await lab.sum('late', '1', '1')).toMatch(/^10 rows/)
    await lab.passGrace(id)
    expect((await lab.drive(id)).status).toBe('completed')
    expect(await lab.sum('late', `text = 'late'`, '1')).toMatch(/^10 rows/)
  })

  it('writes a partition again that was merged after the proof, and asks for a new approval', async () => {
    await lab.createEvents('merged')
    const before = await lab.sum('merged')
    const id = await prove('merged')
    await lab.command('SYSTEM START MERGES lab.merged')
    await lab.command('OPTIMIZE TABLE lab.merged PARTITION 202402 FINAL')
    await lab.approve(id)
    expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
    expect(await lab.states(id)).toEqual(['detached', 'proved', 'detached'])
    expect((await getArchive(lab.as('viewer'), { id })).stage).toBe('exporting')
    await lab.approve(id)
    expect(await lab.drive(id)).toMatchObject({ status: 'waiting', error: null })
    await lab.passGrace(id)
    expect((await lab.drive(id)).status).toBe('completed')
    expect(await lab.restore({ archiveId: id, mode: 'into' })).toMatchObject({ status: 'completed' })
    expect(await lab.sum('merged')).toBe(before)
  })

  it('detaches nothing that a lightweight update has changed after the proof', async () => {
    await lab.command(`CREATE TABLE lab.patched (day Date, id UInt64, text String) ENGINE = MergeTree PARTITION BY toYYYYMM(day)
      ORDER BY id SETTINGS enable_block_number_column = 1, enable_block_offset_column = 1`)
    await lab.command(
      "INSERT INTO lab.patched SELECT toDate('2024-01-15'), number, 'before' FROM numbers(100)",
    )
    const id = await prove('patched')
    await lab.command("UPDATE lab.patched SET text = 'after' WHERE id < 10")
    await lab.approve(id)
    const stopped = await lab.drive(id)
    expect(stopped.error).toContain('has patch parts of lightweight updates. Run ALTER TABLE … APPLY PATCHES')
    expect(await lab.states(id)).toEqual(['proved'])
    expect(await lab.sum('patched', "text = 'after'", 'id')).toMatch(/^10 rows /)
  })

  it('drops nothing when a file is gone or another one', async () => {
    await lab.createEvents('broken')
    const before = await lab.sum('broken')
    const id = await detach('broken')
    const key =
      (await lab.keys()).find((each) => each.includes(`202403/${id}`) && each.endsWith('.parquet')) ?? ''
    await lab.put(key, 'not the file')
    await lab.passGrace(id)
    const run = await lab.drive(id)
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining('not as it was proved') })
    expect(await lab.states(id)).toEqual(['dropped', 'dropped', 'detached'])
    expect(await countDetached('broken')).toBe(2)
    await lab.command(
      `ALTER TABLE lab.broken ${(await listDetached('broken')).map((name) => `ATTACH PART '${name}'`).join(', ')}`,
    )
    expect(
      await lab.restore({ archiveId: id, mode: 'into', partitionIds: ['202401', '202402'] }),
    ).toMatchObject({
      status: 'completed',
    })
    expect(await lab.sum('broken')).toBe(before)
  })

  it('cannot be approved with other rows than shown, nor shortened by the same person', async () => {
    await lab.createEvents('decided')
    const id = await detach('decided')
    await expect(dropArchiveNow(lab.admin, { id, expectedRows: '2000' })).rejects.toMatchObject({
      code: 'forbidden',
    })
    const second = lab.as('admin', 'second@lab')
    await expect(dropArchiveNow(second, { id, expectedRows: '1' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await dropArchiveNow(second, { id, expectedRows: '2000' })
    expect((await lab.drive(id)).status).toBe('completed')
    await expect(attachArchive(lab.admin, { id })).rejects.toMatchObject({ code: 'conflict' })
  })

  it('never shows the keys of the source', async () => {
    await lab.createEvents('secret', 30)
    const id = await prove('secret')
    const { files } = await getArchiveStep(lab.as('viewer'), { id, ordinal: 0 })
    expect(files[0]?.statement).toContain("'[HIDDEN]'")
    const rows = await Promise.all([
      lab.db.archive.findMany(),
      lab.db.archiveFile.findMany(),
      lab.db.archiveStep.findMany(),
      lab.db.auditEntry.findMany(),
    ])
    const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))
    expect(text).not.toContain(lab.store.secretAccessKey)
  })
})

describe('a restore by time', () => {
  it('takes whole partitions that have rows of it, and says how far they go beyond it', async () => {
    await lab.createEvents('timed')
    const before = await lab.sum('timed', 'toYYYYMM(day) = 202402')
    const id = await lab.archive('timed')
    const { steps } = await listArchiveSteps(lab.as('viewer'), { id })
    expect(steps.map(({ oldest, newest }) => [oldest?.toISOString(), newest?.toISOString()])).toContainEqual([
      '2024-02-15T00:00:00.000Z',
      '2024-02-15T23:59:59.000Z',
    ])
    const preview = (from: string, to: string) =>
      previewArchiveRestore(lab.admin, {
        ...{ archiveId: id, mode: 'into' },
        timeRange: { from: new Date(from), to: new Date(to) },
      })
    const partitions = async (from: string, to: string) =>
      (await preview(from, to)).steps.map(({ partition }) => partition)
    expect(await partitions('2024-01-16', '2024-03-15')).toEqual(['202402'])
    expect(await partitions('2024-01-15T23:00Z', '2024-02-15T00:00:01Z')).toEqual(['202401', '202402'])
    expect((await preview('2024-02-15T12:00Z', '2024-02-16')).warnings).toEqual([
      'Whole partitions are restored: their rows are from 2024-02-15 00:00 UTC to 2024-02-15 23:59 UTC.',
    ])
    expect((await preview('2025-01-01', '2025-02-01')).obstacles).toEqual([
      'No proved partition has rows of this time, so there is nothing to restore.',
    ])
    await expect(preview('2024-02-02', '2024-02-01')).rejects.toMatchObject({ code: 'invalid' })
    const timeRange = { from: new Date('2024-02-01'), to: new Date('2024-03-01') }
    await lab.restore({ archiveId: id, mode: 'into', timeRange })
    expect(await lab.sum('timed')).toBe(before)
    expect(await lab.sum('timed', 'toYYYYMM(day) = 202402')).toBe(before)
  })

  it.each(['DateTime', "DateTime('Asia/Tokyo')", 'DateTime64(3)'])('knows the times of %s', async (type) => {
    const table = `times_${type.replace(/\W/g, '').toLowerCase()}`
    await lab.command(
      `CREATE TABLE lab.${table} (at ${type}, id UInt64) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY id`,
    )
    await lab.command(
      `INSERT INTO lab.${table} SELECT toDateTime('2024-02-10 12:00:00', 'UTC') + toIntervalHour(number), number FROM numbers(3)`,
    )
    const id = await lab.start(table, { choice: { kind: 'partitions', partitionIds: ['202402'] } })
    await lab.drive(id)
    const { steps } = await listArchiveSteps(lab.as('viewer'), { id })
    expect([steps[0]?.oldest?.toISOString(), steps[0]?.newest?.toISOString()]).toEqual([
      ...['2024-02-10T12:00:00.000Z', '2024-02-10T14:00:00.000Z'],
    ])
  })

  it('names partitions whose times are not known', async () => {
    await lab.command('CREATE TABLE lab.plain (id UInt64) ENGINE = MergeTree PARTITION BY id % 2 ORDER BY id')
    await lab.command('INSERT INTO lab.plain SELECT number FROM numbers(10)')
    const id = await lab.start('plain', { choice: { kind: 'partitions', partitionIds: ['0', '1'] } })
    await lab.drive(id)
    const { warnings } = await previewArchiveRestore(lab.admin, {
      ...{ archiveId: id, mode: 'beside' },
      timeRange: { from: new Date(0), to: new Date() },
    })
    expect(warnings).toEqual(['The times of partition 0, 1 are not known. Choose it by its name.'])
  })
})

describe('a preview', () => {
  const inputOf = (table: string) => ({
    ...{ cluster: lab.clusterId, database: 'lab', table, prefix: '' },
    source: { id: lab.sourceId, bucket: lab.bucket },
    choice: { kind: 'older-than' as const, days: 30 },
  })

  it('names columns that do not come back equal, and blocks the start', async () => {
    await lab.command(
      `CREATE TABLE lab.odd (day Date, doc JSON, v Variant(UInt8, String), u AggregateFunction(quantileTDigest, UInt8), t Time, m UInt8 MATERIALIZED 1)
        ENGINE = MergeTree PARTITION BY day ORDER BY day SETTINGS allow_nullable_key = 1`,
    )
    await lab.command(`INSERT INTO lab.odd (day) VALUES ('2024-01-01')`)
    const preview = await previewArchive(lab.admin, inputOf('odd'))
    expect(preview.remarks.map(({ column, outcome }) => `${column} ${outcome}`)).toEqual([
      ...['doc remark', 'v remark', 'u refused', 't remark', 'm remark'],
    ])
    expect(preview.obstacles).toHaveLength(1)
    await expect(
      startArchive(lab.admin, { ...inputOf('odd'), expectedRows: '1', expectedPartitions: 1 }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })

  it('blocks partitions with hidden rows, which would be in no file', async () => {
    await lab.createEvents('masked')
    await lab.command(`SYSTEM START MERGES lab.masked`)
    await lab.command(`DELETE FROM lab.masked WHERE id = 3 SETTINGS lightweight_deletes_sync = 2`)
    const { obstacles } = await previewArchive(lab.admin, inputOf('masked'))
    expect(obstacles.join(' ')).toContain('APPLY DELETED MASK')
  })

  it('refuses a partition that is in another open archive', async () => {
    await lab.createEvents('twice')
    const draft = await lab.draftOf('twice')
    await startArchive(lab.admin, draft)
    await expect(startArchive(lab.admin, draft)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('in another open archive') },
    })
  })

  it('is for admins', async () => {
    await expect(previewArchive(lab.as('operator'), inputOf('whole'))).rejects.toMatchObject({
      code: 'forbidden',
    })
  })
})

async function listDetached(table: string): Promise<string[]> {
  const [[, client] = []] = lab.admins
  if (!client) return []
  const rows = await lab.rows<{ name: string }>(
    client,
    `SELECT name FROM system.detached_parts WHERE database = 'lab' AND table = '${table}'`,
  )
  return rows.map(({ name }) => name)
}

const countDetached = async (table: string) => (await listDetached(table)).length
