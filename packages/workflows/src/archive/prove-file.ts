import {
  archiveFileChecks,
  archiveSourceChecks,
  firstKeyColumn,
  quoteIdentifier,
} from '@frostline/clickhouse'
import { recordArchiveFile, type StepOfArchive } from '@frostline/db'
import { type ContentChecks, compareContents, fileSelection, listOrdered } from '@frostline/domain'
import { type ConnectedNode, readArchiveColumn } from '@frostline/services'
import { retryStoreRequest } from '../retry-store-request.ts'
import { ArchiveFault, type ArchiveTask, nameStep } from './archive-task.ts'
import { type LongRead, readFromNode } from './read-from-node.ts'
import { fileArguments, type WrittenFile } from './write-file.ts'

interface ChecksRow {
  rows: bigint
  row_sum: bigint
  column_sums: bigint[]
  key_min: string
  key_max: string
}

/** `changed`: the parts hold other rows than when they were frozen. */
export type FileProof = { kind: 'proved' } | { kind: 'stopped' } | { kind: 'changed'; reason: string }

/**
 * Reads the rows from the parts and from the bucket at the same time, and compares them. The ETag is read before and after:
 * what was read back is the object that it names.
 */
export async function proveFile(
  task: ArchiveTask,
  step: StepOfArchive,
  node: ConnectedNode,
  file: WrittenFile,
): Promise<FileProof> {
  const { parts, range } = fileSelection.parse(file.selection)
  const rows = { from: task.at, partitionId: step.partitionId, parts, range }
  const keyColumn = firstKeyColumn(task.archive.sortingKey, listOrdered(task.columns))
  const source = archiveSourceChecks(rows, task.tableValues, keyColumn)
  const target = fileArguments(task, task.source, file.key)
  const readKey = task.columns.find(({ name }) => quoteIdentifier(name) === keyColumn)
  // An error of one is reported when both have ended.
  const [ofTable, ofFile] = await Promise.allSettled([
    readFromNode(task, node, source.query, source.params, `Reading ${nameStep(step)}`),
    readFromNode(
      task,
      node,
      archiveFileChecks(target, task.fileValues, readKey ? readArchiveColumn(readKey) : null),
      stringParams(target.params),
      `Reading ${file.key} back`,
    ),
  ])
  const inTable = toChecks(settled(ofTable), keyColumn !== null)
  if (inTable === null) return { kind: 'stopped' }
  if (BigInt(inTable.rows) !== file.rows)
    return {
      kind: 'changed',
      reason: compareContents([], file.rows, inTable, inTable) ?? '',
    }
  const inFile = toChecks(settled(ofFile), keyColumn !== null)
  if (inFile === null) return { kind: 'stopped' }
  const difference = compareContents(
    task.columns.map(({ name }) => name),
    file.rows,
    inTable,
    inFile,
  )
  if (difference !== null) {
    await recordArchiveFile(task.deps.db, task.run, file, { state: 'planned', error: difference })
    throw new ArchiveFault(
      `The file of ${nameStep(step)} is not equal to its parts, so nothing of it was removed. ${difference} A retry writes it again.`,
    )
  }
  const { bucket } = task.archive
  const head = await retryStoreRequest(task, bucket, () => task.source.store.head(bucket, file.key))
  if (head === null) return { kind: 'stopped' }
  if (head.kind !== 'ok' || head.etag !== file.etag)
    throw new ArchiveFault(`${file.key} changed while it was read back. Somebody else writes to ${bucket}.`)
  await recordArchiveFile(task.deps.db, task.run, file, {
    ...{ state: 'proved', checks: inFile, error: null, provedAt: task.deps.now() },
  })
  task.announce()
  return { kind: 'proved' }
}

function settled<T>(read: PromiseSettledResult<T>): T {
  if (read.status === 'rejected') throw read.reason
  return read.value
}

/** Null: stopped. Throws ArchiveFault where the server rejects the read. */
export function toChecks(read: LongRead<ChecksRow>, hasKey: boolean): ContentChecks | null {
  if (read.kind === 'stopped') return null
  if (read.kind === 'refused') throw new ArchiveFault(`The content could not be read. ${read.message}`)
  const [row] = read.rows
  if (!row) throw new ArchiveFault('The content could not be read: the server returned no row.')
  return {
    rows: String(row.rows),
    rowSum: String(row.row_sum),
    columnSums: row.column_sums.map(String),
    keyRange: hasKey && row.rows > 0n ? { min: row.key_min, max: row.key_max } : null,
  }
}

function stringParams(params: object): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))
}
