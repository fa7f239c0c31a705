import {
  filesOfObjects,
  listDisks,
  objectHistory,
  type RemoteFileRow,
  systemTableNames,
  tableUuids,
} from '@frostline/clickhouse'
import { explainLocalPath } from '@frostline/domain'
import type { z } from 'zod'
import { createUncachedReader, firstAnswerMs } from '../../cache/uncached-reader.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import type { NodeReader } from '../../platform/reading/node-reader.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { BucketFinder } from './bucket-finder.ts'
import { type FileOfObject, inspectObjectInput, type ObjectInspection } from './inspect-schema.ts'
import { chooseS3Disks } from './s3-disks.ts'

/** Finding one object reads the metadata of every file. */
const lookBudgetMs = 125_000

/** Who needs an object, on all nodes; what the store has of it; and what happened to it, where nodes have a log. */
export async function inspectObject(
  ctx: ServiceContext,
  given: z.input<typeof inspectObjectInput>,
): Promise<ObjectInspection> {
  const { cluster, key } = await authorizeInput(ctx, 'operator', inspectObjectInput, given)
  const [reading, stored] = await Promise.all([
    readCluster(ctx, { cluster, fresh: true, budgetMs: lookBudgetMs }, async (reader, node) => {
      const disks = chooseS3Disks(await createUncachedReader(node, firstAnswerMs).ask(listDisks, {}))
      const history = await readHistory(reader, key)
      if (disks.length === 0) return { files: [], history }
      const rows = await reader.ask(filesOfObjects, { disks: disks.map(({ name }) => name), keys: [key] })
      return { files: await nameFiles(reader, node.name, rows), history }
    }),
    findStored(ctx, key),
  ])
  return {
    ...reading.envelope,
    data: {
      coverage: reading.coverage,
      key,
      files: reading.readings.flatMap(({ value }) => value.files),
      stored,
      history: reading.readings
        .flatMap(({ node, value }) =>
          value.history.map(({ at, event, local_path, query_id, data_size, error }) => ({
            ...{ node: node.name, at, event, error },
            ...{ localPath: local_path, queryId: query_id, sizeBytes: data_size },
          })),
        )
        .sort((a, b) => b.at.getTime() - a.at.getTime()),
    },
  }
}

async function nameFiles(
  reader: NodeReader,
  node: string,
  rows: readonly RemoteFileRow[],
): Promise<FileOfObject[]> {
  if (rows.length === 0) return []
  const names = new Map((await reader.ask(tableUuids, {})).map((row) => [row.uuid, row]))
  return rows.map(({ disk_name: disk, local_path: localPath, size: sizeBytes }) => {
    const { tableUuid, ...place } = explainLocalPath(localPath)
    const known = names.get(tableUuid)
    const { database, table } = known ? { database: known.database, table: known.name } : place
    return { node, disk, localPath, sizeBytes, ...place, database, table }
  })
}

async function readHistory(reader: NodeReader, key: string) {
  const kept = await reader.ask(systemTableNames, { names: ['blob_storage_log'] })
  return kept.length === 0 ? [] : ((await reader.askIfOffered(objectHistory, { key })) ?? [])
}

async function findStored(ctx: ServiceContext, key: string): Promise<ObjectInspection['data']['stored']> {
  const finder = await BucketFinder.open(ctx)
  try {
    return await finder.findKey(key)
  } finally {
    finder.close()
  }
}
