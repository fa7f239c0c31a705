import { createHash, randomUUID } from 'node:crypto'
import {
  listDisks,
  oldestWriter,
  partsOfDisks,
  QueryFailedError,
  type RemoteFileRow,
  remoteFiles,
  systemTableNames,
  tableUuids,
} from '@frostline/clickhouse'
import {
  type BucketAuditNode,
  beginNodeReading,
  describePlaces,
  endNodeReading,
  type NewPlace,
  type NewReference,
  type NodeReadingFence,
  namePlaces,
  recordFilesRead,
  removeKnownKeys,
  spoolReferences,
} from '@frostline/db'
import { explainLocalPath } from '@frostline/domain'
import { type ConnectedNode, chooseS3Disks, listUnreportedDisks, namesOverFolder } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import type { AuditTask } from './audit-task.ts'

const rowsAtOnce = 5_000

/** Reads each remaining replica, concurrently; null when all were read, otherwise why there can be no conclusion. */
export async function readReplicas(task: AuditTask, pass: 1 | 2): Promise<string | null> {
  const { deps, run } = task
  const rows = await deps.db.bucketAuditNode.findMany({
    where: { auditId: run.id },
    orderBy: { ordinal: 'asc' },
  })
  const left = rows.filter(
    ({ status, ...row }) => status !== 'failed' && (row.pass < pass || status !== 'read'),
  )
  // Waits for all: one that continues would write concurrently with the next drive.
  const ends = await Promise.allSettled(left.map((row) => readReplica(task, row, pass)))
  const fault = ends.find((end) => end.status === 'rejected')
  if (fault) throw fault.reason
  const failed = await deps.db.bucketAuditNode.findMany({
    where: { auditId: run.id, status: 'failed' },
    orderBy: { ordinal: 'asc' },
  })
  if (failed.length === 0) return null
  const names = failed.map(({ clusterName, nodeName }) => `${nodeName} of ${clusterName}`).join(', ')
  return `${names} could not be read, and may need any of the objects.`
}

async function readReplica(task: AuditTask, row: BucketAuditNode, pass: 1 | 2): Promise<void> {
  const { deps, run } = task
  const fence: NodeReadingFence = { run, ordinal: row.ordinal, pass, token: randomUUID() }
  const backoff = new Backoff(500, 10_000)
  const since = performance.now()
  for (let error = ''; !(await task.stopped()); ) {
    const { filesRead } = await beginNodeReading(deps.db, fence)
    if (error !== '' && performance.now() - since > task.patienceMs) {
      await endNodeReading(deps.db, fence, { status: 'failed', error })
      return
    }
    try {
      const node = await findNode(task, row)
      if (!node) {
        await endNodeReading(deps.db, fence, { status: 'failed', error: 'It is not registered any more.' })
        return
      }
      const unreported =
        pass === 1 ? await readNeeds(task, fence, node, filesRead) : await lookAgain(task, fence, node)
      if (!(await task.stopped()))
        await endNodeReading(deps.db, fence, {
          ...{ status: 'read', readAt: deps.now(), error: explainUntold(unreported) },
        })
      await task.wait(row.nodeName, null)
      return
    } catch (thrown) {
      if (!(thrown instanceof QueryFailedError)) throw thrown
      error = thrown.message.slice(0, 1_000)
      await task.wait(row.nodeName, `${row.nodeName} could not be read: ${error}`)
      await pause(backoff.next(), () => task.stopped())
    }
  }
}

async function findNode(task: AuditTask, row: BucketAuditNode): Promise<ConnectedNode | undefined> {
  const { db, clusters } = task.deps
  if ((await db.cluster.count({ where: { id: row.clusterId } })) === 0) return undefined
  const { nodes } = await clusters.get(row.clusterId)
  return nodes.find(({ name }) => name === row.nodeName)
}

/**
 * Running work is read first: work that has ended by then has its objects in the metadata, which is read after it.
 * `filesRead`: that was done before, and only the owners of the files are left to read.
 */
async function readNeeds(
  task: AuditTask,
  fence: NodeReadingFence,
  node: ConnectedNode,
  filesRead: boolean,
): Promise<string[]> {
  const { db } = task.deps
  const { id: auditId } = fence.run
  const disks = (await node.client.query(listDisks, {})).rows
  const chosen = chooseS3Disks(disks)
  if (!filesRead)
    await db.bucketAuditNode.updateMany({
      where: { auditId, ordinal: fence.ordinal, token: fence.token },
      data: { oldestWorkAt: await findOldestWork(task, node) },
    })
  const unreported = listUnreportedDisks(disks)
  if (chosen.length === 0) return unreported
  if (!filesRead) {
    const names = chosen.map(({ name }) => name)
    await eachFile(task, node, names, async (files) => {
      const { places, references } = nameReferences(fence.ordinal, files)
      await spoolReferences(db, fence, places, references)
      task.announce()
    })
    if (await task.stopped()) return unreported
    await recordFilesRead(db, fence)
  }
  const { rows: tables } = await node.client.query(tableUuids, {})
  await namePlaces(
    db,
    auditId,
    fence.ordinal,
    tables.map(({ uuid, database, name }) => ({ uuid, database, table: name })),
  )
  for (const disk of chosen)
    for await (const parts of node.client.stream(partsOfDisks, { disks: namesOverFolder(disks, disk) }))
      await describePlaces(
        db,
        auditId,
        parts.flatMap(({ path, active, bytes_on_disk }) =>
          path.startsWith(disk.path)
            ? [
                {
                  place: placeIdOf(fence.ordinal, disk.name, path.slice(disk.path.length).replace(/\/$/, '')),
                  ...{ active, bytes: bytes_on_disk },
                },
              ]
            : [],
        ),
      )
  return unreported
}

/** Removes findings that the replica knows by now, and confirms what it still needs. */
async function lookAgain(task: AuditTask, fence: NodeReadingFence, node: ConnectedNode): Promise<string[]> {
  const disks = (await node.client.query(listDisks, {})).rows
  const chosen = chooseS3Disks(disks)
  if (chosen.length === 0) return listUnreportedDisks(disks)
  await eachFile(
    task,
    node,
    chosen.map(({ name }) => name),
    (files) =>
      removeKnownKeys(
        task.deps.db,
        fence,
        files.map(({ remote_path }) => remote_path),
      ),
  )
  return listUnreportedDisks(disks)
}

function explainUntold(disks: readonly string[]): string | null {
  if (disks.length === 0) return null
  return `It does not list the files of ${disks.join(', ')}, whose metadata is in the bucket. Below an audited prefix their objects would be reported as orphans.`
}

/** In batches, in constant memory: backpressure slows the server down to the speed of storing. */
async function eachFile(
  task: AuditTask,
  node: ConnectedNode,
  disks: string[],
  store: (files: RemoteFileRow[]) => Promise<void>,
): Promise<void> {
  let batch: RemoteFileRow[] = []
  const flush = async () => {
    if (batch.length > 0) await store(batch)
    batch = []
  }
  const seconds = Math.max(1, Math.ceil(task.leftMs / 1_000))
  const options = { timeoutMs: seconds * 1_000, maxExecutionSeconds: seconds }
  for await (const rows of node.client.stream(remoteFiles, { disks }, options)) {
    if (await task.stopped()) return
    for (const row of rows) batch.push(row)
    if (batch.length >= rowsAtOnce) await flush()
  }
  await flush()
}

async function findOldestWork(task: AuditTask, node: ConnectedNode): Promise<Date | null> {
  const names = ['replicated_fetches']
  const { rows: known } = await node.client.query(systemTableNames, { names })
  const { rows } = await node.client.query(oldestWriter, { fetches: known.length > 0 })
  const seconds = rows[0]?.seconds ?? null
  if (seconds === null) return null
  return new Date(task.deps.now().getTime() + task.audit.clockOffsetMs - seconds * 1_000)
}

/** The same place has the same id in every batch and every reading. */
function placeIdOf(node: number, disk: string, folder: string): string {
  const hex = createHash('md5').update(`${node}\n${disk}\n${folder}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Files as they arrive, with their places, each once. */
function nameReferences(
  node: number,
  files: readonly RemoteFileRow[],
): { places: NewPlace[]; references: NewReference[] } {
  const places = new Map<string, NewPlace>()
  const references = files.map(({ disk_name: disk, local_path, remote_path: key, size: sizeBytes }) => {
    const { file, ...rest } = explainLocalPath(local_path)
    const id = placeIdOf(node, disk, local_path.slice(0, local_path.length - file.length - 1))
    if (!places.has(id)) places.set(id, { id, disk, ...rest })
    return { key, place: id, file, sizeBytes }
  })
  return { places: [...places.values()], references }
}
