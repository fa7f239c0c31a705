import { type DiskBenchmarkSpec, findDiskFault, planDiskSteps } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { enqueueBenchmark } from './enqueue.ts'
import { readBenchNode } from './inspect-node.ts'
import { benchmarkObjectTypes } from './object-type.ts'
import { diskBenchmarkDraft } from './schema.ts'

/**
 * Measures write and read throughput of a node's disk with tables of several shapes, dropped at the end.
 * @throws ServiceError `not_found` for an unknown disk or database, `conflict` where they would not fit or the node is
 * being measured
 */
export async function startDiskBenchmark(
  ctx: ServiceContext,
  given: z.input<typeof diskBenchmarkDraft>,
): Promise<{ id: string }> {
  const attempt = {
    action: 'benchmark.start',
    objectType: benchmarkObjectTypes.disk,
    objectName: given.spec.disk,
  }
  await authorize(ctx, 'operator', attempt)
  const { cluster: key, spec: wanted } = parseInput(diskBenchmarkDraft, given)
  const { node, disk, database } = wanted
  const { reading, data } = await readBenchNode(ctx, key, node)
  const found = data.disks.find(({ name }) => name === disk)
  const missing = !found
    ? `${node} has no writable disk ${disk}.`
    : data.databases.includes(database)
      ? null
      : `${node} has no database ${database} for the benchmark tables.`
  if (!found || missing !== null)
    throw new ServiceError('not_found', missing ?? '', {
      hint: 'Refresh the node and choose again.',
    })
  const fault = findDiskFault(wanted, found.freeBytes)
  if (fault !== null)
    throw new ServiceError('conflict', fault, {
      hint: 'Nothing was started. Change the choice and try again.',
    })
  const spec: DiskBenchmarkSpec = { ...wanted, kind: found.kind }
  const { formats, columns, parts, rows, runs } = spec
  return enqueueBenchmark(
    ctx,
    reading.cluster,
    { kind: 'disk', nodeName: node, subject: disk, spec, steps: planDiskSteps(spec) },
    {
      attempt,
      details: {
        disk,
        database,
        formats,
        columns: columns.map(String),
        parts: parts.map(String),
        rows,
        runs,
      },
    },
  )
}
