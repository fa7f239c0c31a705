import { randomUUID } from 'node:crypto'
import { archiveFileStatement, quoteIdentifier, renderStructure, typeSettings } from '@frostline/clickhouse'
import { type ArchiveFile, recordArchiveFile, type StepOfArchive } from '@frostline/db'
import {
  archiveFileKey,
  fileCompressions,
  fileSelection,
  fileStructure,
  fillTemplate,
  formatOf,
  isWrittenByServer,
} from '@frostline/domain'
import type { ConnectedNode, OpenSource } from '@frostline/services'
import { Backoff, pause } from '../pause.ts'
import { retryStoreRequest } from '../retry-store-request.ts'
import { driveStatement } from '../statement/drive-statement.ts'
import { ArchiveFault, type ArchiveTask, nameStep, storageClassOf } from './archive-task.ts'

const maxFailures = 5

/** The file of an attempt as the engine names and reads it. */
export function fileArguments(
  { archive, columns }: Pick<ArchiveTask, 'archive' | 'columns'>,
  source: OpenSource,
  key: string,
  storageClass?: string,
) {
  const format = formatOf(columns)
  return source.arguments(archive.bucket, {
    key,
    format,
    structure: renderStructure(fileStructure(columns)),
    compression: fileCompressions[format],
    storageClass,
  })
}

export interface WrittenFile extends ArchiveFile {
  key: string
  sizeBytes: bigint
  etag: string
}

export function isWritten(file: ArchiveFile): file is WrittenFile {
  return file.key !== null && file.sizeBytes !== null && file.etag !== null
}

/**
 * Writes one file: finds out what became of an earlier attempt, or sends the next one to a key of its own. Null: a person has
 * stopped it. Throws ArchiveFault when it fails several times.
 */
export async function writeFile(
  task: ArchiveTask,
  step: StepOfArchive,
  node: ConnectedNode,
  given: ArchiveFile,
): Promise<WrittenFile | null> {
  let file = given
  const backoff = new Backoff(500, 30_000)
  for (let failures = 0; ; ) {
    const { queryId, sentAt } = file
    const what = `the statement that writes ${nameStep(step)}`
    const isSent = file.state === 'writing' && queryId !== null && sentAt !== null
    if (isSent && file.nodeName === node.name) {
      const end = await driveStatement(task, node, { queryId, sentAt }, what)
      if (end === 'stopped') return null
      if (end !== 'no-word' && end.error === null) return confirmFile(task, file)
    }
    const next = await record(task, step, node, file)
    if (next === null) return null
    file = next.file
    const { sql, params } = next.statement
    const end = await driveStatement(task, node, next.sent, what, {
      sql,
      params,
      settings: typeSettings,
      purpose: 'archive',
    })
    if (end === 'stopped') return null
    if (end !== 'no-word' && end.error === null) return confirmFile(task, file)
    const error = end === 'no-word' ? `${node.name} does not know how the statement ended.` : end.error
    if (++failures >= maxFailures)
      throw new ArchiveFault(`The file of ${nameStep(step)} could not be written. ${error}`)
    await recordArchiveFile(task.deps.db, task.run, file, { error })
    await pause(backoff.next(), () => task.stopped())
  }
}

/** The server writes into classes that it can read back. Others follow after the drop. */
function classOfWrite({ archive }: ArchiveTask): string | undefined {
  const storageClass = storageClassOf(archive)
  return isWrittenByServer(storageClass, archive.serverVersion) ? storageClass : undefined
}

/** Written down before it is sent. Null: a person has stopped it. */
async function record(task: ArchiveTask, step: StepOfArchive, node: ConnectedNode, file: ArchiveFile) {
  const attempt = file.attempt + 1
  const key = archiveFileKey(task.folderOf(step), {
    ...{ shard: step.shard, ordinal: file.ordinal },
    // Files of an earlier freeze of the parts have other keys too.
    attempt: step.attempt * 1_000 + attempt,
    format: formatOf(task.columns),
  })
  const { parts, range } = fileSelection.parse(file.selection)
  const statement = archiveFileStatement({
    rows: { from: task.at, partitionId: step.partitionId, parts, range },
    expressions: task.columns.map(({ name, write }) => fillTemplate(write, quoteIdentifier(name))),
    sortingKey: task.archive.sortingKey,
    target: fileArguments(task, task.source, key, classOfWrite(task)),
  })
  if (await task.stopped()) return null
  const sent = { queryId: `frostline-archive-${randomUUID()}`, sentAt: task.deps.now() }
  const change = {
    ...sent,
    ...{ state: 'writing' as const, attempt, key, nodeName: node.name, statement: statement.shown },
    ...{ sizeBytes: null, etag: null, provedAt: null, error: null },
  }
  await recordArchiveFile(task.deps.db, task.run, file, change)
  task.announce()
  return { file: { ...file, ...change }, statement, sent }
}

/** The object as the store lists it now. */
async function confirmFile(task: ArchiveTask, file: ArchiveFile): Promise<WrittenFile | null> {
  const { bucket } = task.archive
  const key = file.key ?? ''
  const head = await retryStoreRequest(task, bucket, () => task.source.store.head(bucket, key))
  if (head === null) return null
  if (head.kind !== 'ok')
    throw new ArchiveFault(`${bucket}/${key} was written and cannot be read: ${head.message}`)
  const { sizeBytes, etag, storageClass } = head
  const change = { state: 'written' as const, sizeBytes, etag, storageClass, error: null }
  await recordArchiveFile(task.deps.db, task.run, file, change)
  task.announce()
  return { ...file, ...change, key }
}
