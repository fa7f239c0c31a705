import type { TestServices } from '@frostline/services/testing'

/** Of which team the work is. `ids` gets the ids of what is stored. */
interface Place {
  at: { clusterId: string; database: string; table: string }
  word: string
  person: string
  ids: Record<string, string>
  run: (kind: string, status?: 'completed' | 'paused') => Promise<string>
}

/** A batch with one migration, a schedule and a zero-copy exit. */
export async function storeMigrations(
  { db }: TestServices,
  { at, word, person, nodeName, ids, run }: Place & { nodeName: string },
): Promise<void> {
  const batch = await db.tierMigrationBatch.create({
    data: {
      clusterId: at.clusterId,
      targetVolume: 'cold',
      goal: { kind: 'older-than', before: '2026-01-01T00:00:00Z' },
      requestedBy: person,
    },
  })
  ids['tier-batch'] = batch.id
  const runId = await run('tier-migration', 'paused')
  await db.tierMigration.create({
    data: {
      ...{ id: runId, runId, ...at, tableUuids: {}, storagePolicy: 'tiered', requestedBy: person },
      ...{ goal: { kind: 'partitions', partitionIds: ['1'], targetVolume: 'cold' }, batchId: batch.id },
      ...{ batchPosition: 0, totalParts: 1, totalRows: 1n, totalBytes: 1n },
      steps: {
        create: {
          ...{ ordinal: 1, position: 1, nodeName, shard: 1, replica: 1, partitionId: word, partition: word },
          ...{ fromVolumes: ['hot'], toVolume: 'cold', plannedParts: 1, plannedRows: 1n, plannedBytes: 1n },
          granularity: 'part',
        },
      },
    },
  })
  const schedule = await db.tierSchedule.create({
    data: {
      ...{ clusterId: at.clusterId, name: `${word} nightly`, targetVolume: 'cold', olderThanDays: 1 },
      ...{ tables: [{ database: at.database, table: at.table }], cron: '0 0 1 1 *', timeZone: 'UTC' },
      ...{ ownerType: 'user', ownerId: person, ownerName: person, enabled: false },
    },
  })
  ids['tier-schedule'] = schedule.id
  const exitId = await run('zero-copy-exit')
  await db.zeroCopyExit.create({
    data: {
      ...{
        id: exitId,
        runId: exitId,
        ...at,
        hotVolume: 'hot',
        limits: {},
        origins: {},
        tableUuids: {},
      },
      ...{
        checks: [],
        stage: 'to-hot',
        migrations: [],
        switches: [],
        before: [],
        requestedBy: person,
        createdAt: new Date(),
      },
    },
  })
}

/** An archive, a restore, an expiry, a removal and a schedule. */
export async function storeArchives(
  { db }: TestServices,
  {
    at,
    word,
    source,
    ids,
    run,
    owner,
  }: Place & {
    source: { id: string; name: string }
    owner: { ownerType: 'user'; ownerId: string; ownerName: string }
  },
): Promise<void> {
  const place = { sourceId: source.id, bucket: 'one', prefix: `${word}/` }
  const { database, table } = at
  const archiveId = await run('archive')
  await db.archive.create({
    data: {
      ...{ id: archiveId, ...place, sourceName: source.name, database, table, tableUuids: {}, choice: {} },
      ...{ columns: [], ddl: word, engineFull: '', sortingKey: '', serverVersion: '', graceHours: 24 },
      steps: {
        create: {
          ...{ ordinal: 0, shard: 1, partitionId: word, partition: word, plannedRows: 1n, plannedBytes: 1n },
        },
      },
    },
  })
  await db.archiveExpiry.create({
    data: { id: await run('archive-expiry'), archiveId, database, table },
  })
  const restoreId = await run('archive-restore')
  await db.archiveRestore.create({
    data: { id: restoreId, archiveId, mode: 'beside', database, table: `${table}_back` },
  })
  await db.restoreRemoval.create({
    data: { id: await run('restore-removal'), restoreId, database, table: `${table}_back` },
  })
  const schedule = await db.archiveSchedule.create({
    data: {
      ...{ ...at, ...place, name: `${word} archive`, olderThanDays: 1, graceHours: 24, enabled: false },
      ...{ cron: '0 0 1 1 *', timeZone: 'UTC', ...owner },
    },
  })
  ids['archive-schedule'] = schedule.id
}
