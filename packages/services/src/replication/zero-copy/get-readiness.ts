import {
  listDiskBackups,
  listStoragePolicies,
  systemTableNames,
  tableDiskSizes,
  zeroCopyTerms,
} from '@frostline/clickhouse'
import { judgeReadiness, type ReadinessReplica } from '@frostline/domain'
import type { z } from 'zod'
import { matchDisks, sampleDisks } from '../../bucket/bucket-audit/inspect-disks.ts'
import { chooseS3Disks, namesOverFolder } from '../../bucket/bucket-audit/s3-disks.ts'
import { tableRef } from '../../placement/table/schema.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import type { ZeroCopyReadiness } from './schema.ts'
import { listSharingTables, readSharing } from './sharing-tables.ts'

export const getReadinessInput = tableRef

/**
 * What to know before enabling zero-copy replication for a table. Looks for sample objects of the disks in saved
 * sources.
 */
export async function getZeroCopyReadiness(
  ctx: ServiceContext,
  given: z.input<typeof getReadinessInput>,
): Promise<ZeroCopyReadiness> {
  const { cluster, database, table } = await authorizeInput(ctx, 'operator', getReadinessInput, given)
  const [reading, sampled] = await Promise.all([
    readCluster(ctx, { cluster, fresh: true }, async (reader) => {
      const [sharing, policies, terms, sizes, backups] = await Promise.all([
        readSharing(reader, { database, table }),
        reader.ask(listStoragePolicies, {}),
        reader.ask(zeroCopyTerms, {}),
        reader.ask(tableDiskSizes, { database, table, include_system: true }),
        countDiskBackups(reader),
      ])
      return { ...sharing, policies, terms, sizes, backups }
    }),
    sampleDisks(ctx, cluster),
  ])
  const places = await matchDisks(ctx, sampled)
  const replicas = listSharingTables(reading.readings).map((replica): ReadinessReplica => {
    const value = reading.readings.find(({ node }) => node.name === replica.node)?.value
    const { disks = [], policies = [], terms = [], sizes = [], backups = null } = value ?? {}
    const volumes = policies
      .filter((row) => row.policy_name === replica.storagePolicy)
      .map((row) => ({ name: row.volume_name, disks: row.disks }))
    const used = new Set(volumes.flatMap((volume) => volume.disks))
    const own = chooseS3Disks(disks).filter((disk) =>
      namesOverFolder(disks, disk).some((each) => used.has(each)),
    )
    const names = new Set(own.flatMap((disk) => namesOverFolder(disks, disk)))
    const cold = sizes.filter((row) => names.has(row.disk_name))
    const setting = terms.find(({ name }) => name === 'allow_remote_fs_zero_copy_replication')
    return {
      ...replica,
      ...{ version: setting?.version ?? '', description: setting?.description ?? '', volumes },
      disks: own.map(({ name }) => {
        const found = places.find((place) => place.node === replica.node && place.disk === name)
        const bucket = found?.place ? `${found.place.bucket} of ${found.place.sourceName}` : null
        return { name, bucket, prefixes: found?.prefixes ?? [] }
      }),
      refused: terms
        .filter(({ name, value: on }) => name.startsWith('disable_') && (on === '1' || on === 'true'))
        .map(({ name }) => `${name.split('_')[1]?.toUpperCase()} PARTITION`),
      coldParts: cold.reduce((sum, row) => sum + Number(row.active_parts), 0),
      coldBytes: cold.reduce((sum, row) => sum + row.active_bytes, 0n),
      diskBackups: backups,
    }
  })
  const { checks, gainBytes, keeperNodes } = judgeReadiness(replicas, reading.coverage.missingNodes)
  return {
    ...reading.envelope,
    queries: [...reading.envelope.queries, ...sampled.envelope.queries],
    data: {
      ...{ database, table, coverage: reading.coverage, replicas: replicas.length },
      on: replicas.filter(({ enabled }) => enabled).length,
      ...{ gainBytes, keeperNodes, checks },
    },
  }
}

/** Null: the server has no such table. */
async function countDiskBackups(reader: NodeReader): Promise<number | null> {
  const present = await reader.ask(systemTableNames, { names: ['backups'] })
  if (present.length === 0) return null
  const rows = await reader.askIfOffered(listDiskBackups, { table: 'backups' })
  return rows?.reduce((sum, { backups }) => sum + Number(backups), 0) ?? null
}
