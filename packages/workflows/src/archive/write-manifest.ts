import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import {
  archiveSums,
  qualifiedName,
  quoteIdentifier,
  quoteString,
  renderStructure,
} from '@frostline/clickhouse'
import type { StepOfArchive } from '@frostline/db'
import {
  type ArchiveManifest,
  addContents,
  archiveManifest,
  archiveManifestVersion,
  contentChecks,
  fileCompressions,
  fileEndings,
  fileStructure,
  formatOf,
  manifestKey,
} from '@frostline/domain'
import type { StoreFailure } from '@frostline/object-store'
import { readArchiveColumn } from '@frostline/services'
import { retryStoreRequest } from '../retry-store-request.ts'
import { ArchiveFault, type ArchiveTask } from './archive-task.ts'
import { frozenParts } from './look-at-step.ts'
import { isWritten } from './write-file.ts'

export interface WrittenManifest {
  manifestKey: string
  manifestSha256: string
  manifestEtag: string
  checks: ArchiveManifest['checks']
}

/** Puts the manifest of a step whose files are proved, and reads it back. Null: a person has stopped it. */
export async function writeManifest(task: ArchiveTask, step: StepOfArchive): Promise<WrittenManifest | null> {
  const manifest = composeManifest(task, step)
  const body = JSON.stringify(manifest, null, 2)
  const sha256 = digest(body)
  const { bucket } = task.archive
  const key = manifestKey(task.folderOf(step), step.shard)
  const put = await ask(task, key, () =>
    task.source.store.put(bucket, key, body, { contentType: 'application/json' }),
  )
  if (put === null) return null
  const got = await ask(task, key, () => task.source.store.get(bucket, key))
  if (got === null) return null
  if (digest(await text(got.body)) !== sha256)
    throw new ArchiveFault(`${key} was read back with other content. Somebody else writes to ${bucket}.`)
  return { manifestKey: key, manifestSha256: sha256, manifestEtag: got.etag, checks: manifest.checks }
}

function digest(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

async function ask<Answer extends { kind: 'ok' }>(
  task: ArchiveTask,
  key: string,
  send: () => Promise<Answer | StoreFailure>,
): Promise<Answer | null> {
  const answer = await retryStoreRequest<Answer>(task, task.archive.bucket, send)
  if (answer === null) return null
  if (answer.kind !== 'ok')
    throw new ArchiveFault(`The store refused ${key}: ${(answer as StoreFailure).message}`)
  return answer as Answer
}

function composeManifest(task: ArchiveTask, step: StepOfArchive): ArchiveManifest {
  const { archive, cluster, columns, at } = task
  const format = formatOf(columns)
  const files = step.files.map((file) => {
    if (file.state !== 'proved' || !isWritten(file))
      throw new Error(`File ${file.ordinal} of step ${step.ordinal} is not proved.`)
    const { key, etag, rows, sizeBytes, checks } = file
    return {
      ...{ key, format, rows: String(rows), sizeBytes: String(sizeBytes), etag },
      checks: contentChecks.parse(checks),
    }
  })
  const inserted = columns.filter(({ defaultKind }) => defaultKind !== 'MATERIALIZED')
  const url = `<endpoint>/${archive.bucket}/${task.folderOf(step)}shard-${step.shard}-*.${fileEndings[format]}`
  const structure = renderStructure(fileStructure(columns))
  const values = inserted.map(readArchiveColumn)
  return archiveManifest.parse({
    version: archiveManifestVersion,
    ...{ archive: archive.id, cluster: cluster.name, shard: step.shard, ...at },
    ...{ partition: step.partition, partitionId: step.partitionId },
    provedAt: task.deps.now().toISOString(),
    ...{ serverVersion: archive.serverVersion, ddl: archive.ddl, engineFull: archive.engineFull, columns },
    ...{ rows: String(step.rows ?? 0n), bytesOnDisk: String(step.bytes ?? 0n) },
    parts: frozenParts(step).map(({ name, rows, hash }) => ({ name, rows: String(rows), hash })),
    checks: addContents(files.map(({ checks }) => checks)),
    files,
    checksumSql: `SELECT ${archiveSums(task.tableValues, null)} FROM ${qualifiedName(at.database, at.table)} SETTINGS prefer_column_name_to_alias = 1`,
    restoreSql: `INSERT INTO ${qualifiedName(at.database, at.table)} (${inserted.map(({ name }) => quoteIdentifier(name)).join(', ')})
SELECT ${values.join(', ')}
FROM s3(${quoteString(url)}, '<access key>', '<secret key>', '${format}', ${quoteString(structure)}, '${fileCompressions[format]}')
SETTINGS allow_suspicious_low_cardinality_types = 1, allow_suspicious_variant_types = 1, use_hive_partitioning = 0`,
  })
}
