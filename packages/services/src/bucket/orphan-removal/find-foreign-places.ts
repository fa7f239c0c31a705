import { type DiskRow, listDiskBackups, listDisks, systemTableNames } from '@frostline/clickhouse'
import { findMarkedFolders, type Transaction } from '@frostline/db'
import { type ForeignPlace, findUnreportedPlaces, foreignMarks, foreignPlace } from '@frostline/domain'
import type { ConnectedNode } from '../../platform/cluster/cluster-connection.ts'
import { chooseS3Disks, listUnreportedDisks } from '../bucket-audit/s3-disks.ts'

/** Every finding is compared with each of them. With more, nothing in the bucket is removed. */
const maxFolders = 1_000

/** Folders identified by the keys of the audit's own findings. */
export async function findMarkedPlaces(tx: Transaction, auditId: string): Promise<ForeignPlace[]> {
  const found = await Promise.all(
    foreignMarks.map(async ({ pattern, what }) => {
      const folders = await findMarkedFolders(tx, auditId, pattern, maxFolders + 1)
      return folders.length > maxFolders
        ? [foreignPlace('', `${what} in more than ${maxFolders} folders`)]
        : folders.map((prefix) => foreignPlace(prefix, what))
    }),
  )
  return found.flat()
}

/** Where disks of one node keep files that it does not list. */
export function findUnreportedPlacesOf(node: string, disks: readonly DiskRow[]): ForeignPlace[] {
  const unreported = new Set(listUnreportedDisks(disks))
  return findUnreportedPlaces(
    node,
    disks
      .filter(({ name }) => unreported.has(name))
      .map(({ name, path, metadata_type: metadataType }) => ({ name, path, metadataType })),
  )
}

export interface DiskBackup {
  node: string
  disk: string
  example: string
}

/** Disks of a node that are not covered by the list of its files. Throws QueryFailedError. */
export async function readForeignPlaces({ name: node, client }: ConnectedNode): Promise<{
  places: ForeignPlace[]
  /** Backups on S3 disks with their metadata on the node: their objects are named like all others. */
  backups: DiskBackup[]
}> {
  const disks = (await client.query(listDisks, {})).rows
  const s3 = new Set(chooseS3Disks(disks).map(({ path }) => path))
  const names = new Set(disks.filter(({ path }) => s3.has(path)).map(({ name }) => name))
  const kept = (await client.query(systemTableNames, { names: ['backups', 'backup_log'] })).rows
  const backups: DiskBackup[] = []
  for (const { name } of kept) {
    const { rows } = await client.query(listDiskBackups, { table: name as 'backups' | 'backup_log' })
    backups.push(
      ...rows.filter(({ disk }) => names.has(disk)).map(({ disk, example }) => ({ node, disk, example })),
    )
  }
  return { places: findUnreportedPlacesOf(node, disks), backups }
}
