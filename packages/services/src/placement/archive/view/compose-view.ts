import { createHash } from 'node:crypto'
import {
  type ArchiveViewText,
  createArchiveViewStatement,
  type Statement,
  type ViewFiles,
} from '@frostline/clickhouse'
import type { Archive, ArchiveFile, ArchiveStep, Source, Transaction } from '@frostline/db'
import {
  archiveColumn,
  archiveFolder,
  columnsOfPaths,
  fileCompressions,
  fileEndings,
  fileStructure,
  formatOf,
  needsRetrieval,
  placeRows,
  tableFolder,
} from '@frostline/domain'
import { z } from 'zod'
import { bucketUrl } from '../../../loads/source/open-source.ts'
import { ServiceError } from '../../../platform/base/service-error.ts'
import { readArchiveColumn } from '../read-column.ts'

/** More names of files make a definition that servers parse for too long with each query. */
const maxFiles = 5_000

export interface TableColumn {
  name: string
  type: string
  defaultKind: string
  defaultExpression: string
}

type StepWithFiles = ArchiveStep & { files: ArchiveFile[] }
type ArchiveInView = Archive & { source: Source | null; steps: StepWithFiles[] }

/** What the ledger says about the archived partitions of a table. */
export interface ArchivedRows {
  at: { database: string; table: string }
  /** Those that have rows in files alone, with these steps. */
  archives: ArchiveInView[]
  /** Steps whose files have to be retrieved before they can be read. The view would fail on them. */
  unreadable: StepWithFiles[]
}

/** Oldest first, so that the same state always gives the same text. */
export async function readArchivedRows(
  tx: Transaction,
  { clusterId, database, table }: { clusterId: string; database: string; table: string },
): Promise<ArchivedRows> {
  const found = await tx.archive.findMany({
    where: { database, table, run: { clusterId }, steps: { some: { provedAt: { not: null } } } },
    include: {
      source: true,
      steps: {
        where: { provedAt: { not: null } },
        include: { files: { orderBy: { ordinal: 'asc' } } },
        orderBy: { ordinal: 'asc' },
      },
    },
    orderBy: { id: 'asc' },
  })
  const inFiles = found.map((archive) => ({
    ...archive,
    steps: archive.steps.filter((step) => placeRows(step) !== 'table'),
  }))
  return {
    at: { database, table },
    archives: inFiles
      .map((archive) => ({ ...archive, steps: archive.steps.filter(isReadable) }))
      .filter(({ steps }) => steps.length > 0),
    unreadable: inFiles.flatMap(({ steps }) => steps.filter((step) => !isReadable(step))),
  }
}

function isReadable({ files }: StepWithFiles): boolean {
  return files.every(({ storageClass }) => storageClass === null || !needsRetrieval(storageClass))
}

/** The collection with the keys of a source that Frostline creates for views. Null: the source needs none. */
export function ownCollection({ id, auth }: Pick<Source, 'id' | 'auth'>): string | null {
  return auth === 'keys' ? `frostline_archive_${id.replaceAll('-', '')}` : null
}

function collectionOf(source: Source): string | null {
  return source.auth === 'collection' ? source.collectionName : ownCollection(source)
}

const unread = new Set(['ALIAS', 'EPHEMERAL'])

/**
 * Creates the view on the nodes of a shard: its table, and the files of its shard.
 * @throws ServiceError `conflict` where files cannot be read with it.
 */
export function composeView(
  { at, archives }: ArchivedRows,
  { shard, name, columns }: { shard: number; name: string; columns: readonly TableColumn[] },
): { statement: Statement; mark: string } {
  const shown = columns.filter(({ defaultKind }) => !unread.has(defaultKind))
  const own = archives
    .map((archive) => ({ ...archive, steps: archive.steps.filter((step) => step.shard === shard) }))
    .filter(({ steps }) => steps.length > 0)
  const steps = own.flatMap((archive) => archive.steps)
  const files = steps.flatMap((step) => step.files)
  if (files.length > maxFiles)
    throw new ServiceError(
      'conflict',
      `${files.length} files of shard ${shard} are more than the ${maxFiles} that a view can name.`,
      { hint: 'Restore partitions, or drop the view and query the files with s3().' },
    )
  const text: ArchiveViewText = {
    ...{ table: at, name, columns: shown.map((column) => column.name) },
    hidden: [
      ...new Set(
        steps.filter((step) => placeRows(step) === 'files-only').map(({ partitionId }) => partitionId),
      ),
    ].toSorted(),
    files: own.map((archive) => toFiles(archive, shown)),
  }
  const digest = createHash('sha256').update(createArchiveViewStatement(text, '').sql).digest('hex')
  const mark = `${markOf(at)} ${digest.slice(0, 32)}`
  return { statement: createArchiveViewStatement(text, mark), mark }
}

const viewMark = 'Table and its archive. Kept by Frostline.'
const markOf = ({ database, table }: ArchivedRows['at']) => `${viewMark} ${database}.${table}`

/** Whether Frostline keeps a view over this table, by the comment of the view. Older comments do not name the table. */
export function isViewOver(at: ArchivedRows['at'], comment: string): boolean {
  const digest = /^ [0-9a-f]{32}$/
  return [viewMark, markOf(at)].some(
    (start) => comment.startsWith(start) && digest.test(comment.slice(start.length)),
  )
}

function toFiles(archive: ArchiveInView, shown: readonly TableColumn[]): ViewFiles {
  const { source, bucket, prefix, steps } = archive
  if (source === null)
    throw new ServiceError(
      'conflict',
      `The source ${archive.sourceName} of archive ${archive.id} was removed.`,
      { hint: 'Restore its partitions with restoreSql of the manifests.' },
    )
  const columns = z.array(archiveColumn).parse(archive.columns)
  const known = new Map(columns.map((column) => [column.name, column]))
  const format = formatOf(columns)
  const folder = `${prefix}${archiveFolder}/${tableFolder(archive)}/`
  const structure = fileStructure(columns)
  const ofPaths = columnsOfPaths(steps.flatMap((step) => step.files.map(({ key }) => key ?? '')))
  const hidden = structure.find(({ name }) => ofPaths.has(name))
  // The server takes its values from the path. A statement can turn that off, a view cannot.
  if (hidden)
    throw new ServiceError(
      'conflict',
      `A view would show the folder ${hidden.name}=… of archive ${archive.id} instead of the column ${hidden.name} in its files.`,
      { hint: 'Restore its partitions, or query the files with s3() and use_hive_partitioning = 0.' },
    )
  return {
    collection: collectionOf(source),
    url: `${bucketUrl(source, bucket)}/${folder}`,
    path: `${bucket}/${folder}`,
    keys: steps.flatMap((step) => step.files.map(({ key }) => (key ?? '').slice(folder.length))),
    ...{ format, ending: `.${fileEndings[format]}`, compression: fileCompressions[format] },
    // 25.8 reads files below such a folder only if its column is in the structure.
    structure: [...structure, ...[...ofPaths].toSorted().map((name) => ({ name, type: 'String' }))],
    values: shown.map(({ name, type, defaultExpression }) => {
      const archived = known.get(name)
      // Added since: as ClickHouse fills it in older parts.
      if (!archived)
        return defaultExpression === ''
          ? `CAST(defaultValueOfTypeName(${quoteType(type)}) AS ${type})`
          : `CAST((${defaultExpression}) AS ${type})`
      const value = readArchiveColumn(archived)
      return archived.type === type ? value : `CAST(${value} AS ${type})`
    }),
  }
}

function quoteType(type: string): string {
  return `'${type.replace(/[\\']/g, '\\$&')}'`
}
