import { listDisks, objectsOfPart } from '@frostline/clickhouse'
import type { z } from 'zod'
import { createUncachedReader, firstAnswerMs } from '../../cache/uncached-reader.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { inspectPartInput, type PartInspection } from './inspect-schema.ts'
import { chooseS3Disks } from './s3-disks.ts'

const lookBudgetMs = 125_000

/**
 * The objects of one part on one node, largest first.
 * @throws ServiceError `unreachable` when the node does not answer; `not_found` when its S3 disks hold no such part.
 */
export async function inspectPart(
  ctx: ServiceContext,
  given: z.input<typeof inspectPartInput>,
): Promise<PartInspection> {
  const { cluster, node: name, ...of } = await authorizeInput(ctx, 'operator', inspectPartInput, given)
  const { readings, envelope } = await readCluster(
    ctx,
    { cluster, fresh: true, nodes: [name], budgetMs: lookBudgetMs },
    async (reader, node) => {
      const disks = chooseS3Disks(await createUncachedReader(node, firstAnswerMs).ask(listDisks, {})).map(
        (disk) => disk.name,
      )
      return { disks, rows: disks.length === 0 ? [] : await reader.ask(objectsOfPart, { disks, ...of }) }
    },
  )
  const [reading] = readings
  if (!reading)
    throw new ServiceError('unreachable', `${name} could not be checked: ${envelope.nodes[0]?.message}`, {
      hint: 'Try again when it answers.',
    })
  const { disks, rows } = reading.value
  if (rows.length === 0)
    throw new ServiceError(
      'not_found',
      `${of.part} of ${of.database}.${of.table} has no objects on the S3 disks of ${name}.`,
      { hint: 'It may be on a local disk, or may have been merged or dropped.' },
    )
  const objects = rows.map(({ disk_name: disk, remote_path: key, size: sizeBytes, files, uses }) => ({
    ...{ disk, key, sizeBytes, uses },
    files: files.map((path) => path.slice(path.lastIndexOf(`/${of.part}/`) + of.part.length + 2)),
  }))
  const sum = (each: readonly { sizeBytes: bigint }[]) =>
    each.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0n)
  return {
    ...envelope,
    data: {
      disks,
      objects,
      bytes: sum(objects),
      sharedBytes: sum(objects.filter(({ files, uses }) => uses > BigInt(files.length))),
    },
  }
}
