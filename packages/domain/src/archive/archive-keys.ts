import { type ArchiveFormat, fileEndings } from './archive-format.ts'

/** The folder of archives in a folder of a source. Audits of buckets recognize it by its name. */
export const archiveFolder = 'frostline-archive'

export interface ArchivePlace {
  /** A folder of the bucket, empty or with a slash at its end. */
  prefix: string
  database: string
  table: string
  runId: string
}

/** Of all archives of a table, below the folder of archives. */
export function tableFolder({ database, table }: Pick<ArchivePlace, 'database' | 'table'>): string {
  return `${plain(database)}.${plain(table)}`
}

/**
 * Names the table, the partition and the run. Unusual characters are replaced: the ID of the run makes it unique. The
 * partition is in the style of Hive, so that other engines can leave out partitions. Earlier archives have its ID
 * alone.
 */
export function stepFolder({ prefix, runId, ...table }: ArchivePlace, partitionId: string): string {
  return `${prefix}${archiveFolder}/${[tableFolder(table), `archive_partition=${plain(partitionId)}`, runId].join('/')}/`
}

/** Each attempt has its own key, so that a late statement of an earlier one changes nothing. */
export function archiveFileKey(
  folder: string,
  {
    shard,
    ordinal,
    attempt,
    format,
  }: { shard: number; ordinal: number; attempt: number; format: ArchiveFormat },
): string {
  return `${folder}shard-${shard}-${String(ordinal).padStart(5, '0')}-${attempt}.${fileEndings[format]}`
}

export function manifestKey(folder: string, shard: number): string {
  return `${folder}shard-${shard}.manifest.json`
}

/** Whether an object belongs to an archive. */
export function isArchiveKey(key: string): boolean {
  return key.startsWith(`${archiveFolder}/`) || key.includes(`/${archiveFolder}/`)
}

function plain(name: string): string {
  return (
    name
      .replace(/[^A-Za-z0-9.-]/g, '_')
      .replace(/\.{2,}/g, '_')
      .slice(0, 80) || '_'
  )
}
