import { randomUUID } from 'node:crypto'
import { holdStarts, notifyChange, storeRun, type Transaction } from '@frostline/db'
import { describeRetention, openStatusesOf } from '@frostline/domain'
import type { z } from 'zod'
import { holdSource } from '../../loads/source/source-record.ts'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { findPerson } from '../../platform/base/find-person.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { recordAudit } from '../../platform/base/record-audit.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { type ArchivePlan, planArchive } from './plan-archive.ts'
import { type StartArchiveInput, startArchiveInput } from './schema.ts'

type ArchiveOrder = Omit<
  z.output<typeof startArchiveInput>,
  'expectedRows' | 'expectedPartitions' | 'cluster'
>

/**
 * Stores an archive, queued: a worker writes and proves the files. Nothing leaves the table before a person approves it.
 * @throws ServiceError `conflict` where other partitions would be taken than were shown, or something blocks it.
 */
export async function startArchive(ctx: ServiceContext, given: StartArchiveInput): Promise<{ id: string }> {
  const name = `${given.database}.${given.table}`
  const attempt = { action: 'archive.start', objectType: 'archive', objectName: name }
  await authorize(ctx, 'admin', attempt)
  const input = parseInput(startArchiveInput, given)
  const plan = await planArchive(ctx, input)
  const { preview } = plan
  if (preview.obstacles.length > 0)
    throw new ServiceError('conflict', `${name} cannot be archived: ${preview.obstacles.join(' ')}`, {
      hint: 'Fix this, then preview again.',
    })
  if (String(preview.rows) !== input.expectedRows || preview.steps.length !== input.expectedPartitions)
    throw new ServiceError(
      'conflict',
      `${preview.rows} rows in ${preview.steps.length} partitions would be archived now, not ${input.expectedRows} in ${input.expectedPartitions}.`,
      { hint: 'Preview again, then start.' },
    )
  return storeArchive(ctx, input, plan)
}

/**
 * Stores an archive of a plan without obstacles.
 * @param also is stored in the same transaction.
 * @throws ServiceError `conflict` where another open archive has a partition.
 */
export async function storeArchive(
  ctx: ServiceContext,
  { source, prefix, choice, graceHours, retention, storageClass, ...at }: ArchiveOrder,
  { observed, columns, sourceName, preview }: ArchivePlan,
  also: (tx: Transaction, id: string) => Promise<void> = async () => {},
): Promise<{ id: string }> {
  const { database, table } = at
  const name = `${database}.${table}`
  const { cluster, replicas } = observed
  const [first] = replicas
  const id = randomUUID()
  const requestedById = await findPerson(ctx.db, ctx.actor)
  const store = async (tx: Transaction) => {
    await holdStarts(tx, 'archive')
    await holdSource(tx, source.id)
    await refuseOverlap(tx, { clusterId: cluster.id, database, table }, preview.steps)
    await storeRun(tx, {
      ...{ id, kind: 'archive', clusterId: cluster.id, of: { database, table }, claimKey: null },
      ...{ requestedById, requestedBy: ctx.actor.name, now: ctx.now() },
    })
    await tx.archive.create({
      data: {
        ...{ id, sourceId: source.id, sourceName, bucket: source.bucket, prefix, database, table },
        tableUuids: Object.fromEntries(replicas.map(({ node, uuid }) => [node, uuid])),
        ...{ choice, columns, graceHours, ddl: first.ddl, engineFull: first.engineFull },
        ...{ sortingKey: first.sortingKey, serverVersion: first.serverVersion },
        storageClass,
        ...(retention && {
          ...{ keepCount: retention.count, keepUnit: retention.unit },
          ...{ keepSetBy: ctx.actor.name, keepSetAt: ctx.now() },
        }),
      },
    })
    await tx.archiveStep.createMany({
      data: preview.steps.map(({ shard, partitionId, partition, rows, bytes }, ordinal) => ({
        ...{ archiveId: id, ordinal, shard, partitionId, partition },
        ...{ plannedRows: rows, plannedBytes: bytes },
      })),
    })
    await also(tx, id)
    await recordAudit(tx, ctx, {
      ...{ action: 'archive.start', objectType: 'archive', objectName: name },
      ...{ objectId: id, clusterId: cluster.id, clusterName: cluster.name, outcome: 'requested' },
      details: {
        ...{ source: sourceName, folder: preview.folder, graceHours, choice: choice.kind },
        ...{ partitions: preview.steps.length, rows: String(preview.rows), bytes: String(preview.bytes) },
        storageClass,
        filesKept: retention === null ? 'forever' : describeRetention(retention),
      },
    })
    await notifyChange(tx, 'archive', id)
    return { id }
  }
  return ctx.db.$transaction(store, { timeout: 60_000 })
}

/** A partition is in one open archive at a time. */
async function refuseOverlap(
  tx: Transaction,
  { clusterId, database, table }: { clusterId: string; database: string; table: string },
  steps: readonly { shard: number; partitionId: string }[],
): Promise<void> {
  const open = await tx.archiveStep.findMany({
    where: {
      state: { notIn: ['dropped', 'attached', 'kept'] },
      archive: { database, table, run: { clusterId, status: { in: [...openStatusesOf('archive')] } } },
      partitionId: { in: [...new Set(steps.map(({ partitionId }) => partitionId))] },
    },
    select: { shard: true, partitionId: true, partition: true, archiveId: true },
  })
  const taken = open.find((each) =>
    steps.some(({ shard, partitionId }) => shard === each.shard && partitionId === each.partitionId),
  )
  if (taken)
    throw new ServiceError(
      'conflict',
      `Partition ${taken.partition} of shard ${taken.shard} is in another open archive of ${database}.${table}.`,
      { hint: 'Wait until that archive ends, or attach its partitions again.' },
    )
}
