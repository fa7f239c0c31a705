import { type ConformanceSpec, planConformance } from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { enqueueBenchmark } from './enqueue.ts'
import { readBenchNode } from './inspect-node.ts'
import { benchmarkObjectTypes } from './object-type.ts'
import { type BenchNodeFacts, conformanceDraft } from './schema.ts'

/**
 * Tests a disk of a node: a table of ours is written, read, merged, mutated, moved, detached, attached and dropped.
 * @throws ServiceError `not_found` for an unknown disk, policy or database, `conflict` where the node is being measured
 */
export async function startConformance(
  ctx: ServiceContext,
  given: z.input<typeof conformanceDraft>,
): Promise<{ id: string }> {
  const attempt = {
    action: 'benchmark.start',
    objectType: benchmarkObjectTypes.conformance,
    objectName: given.disk,
  }
  await authorize(ctx, 'operator', attempt)
  const { cluster: key, node, database, disk, policy, rows } = parseInput(conformanceDraft, given)
  const { reading, data } = await readBenchNode(ctx, key, node)
  const found = data.disks.find(({ name }) => name === disk)
  if (!found) throw unknown(`${node} has no writable disk ${disk}.`)
  if (!data.databases.includes(database))
    throw unknown(`${node} has no database ${database} for the benchmark table.`)
  const spec: ConformanceSpec = {
    ...{ node, database, disk, rows },
    cached: found.kind === 'cached',
    moves: chooseMoves(data.policies, disk, policy),
  }
  if (policy !== null && spec.moves === null)
    throw unknown(`The policy ${policy} of ${node} must have ${disk} and another disk.`)
  return enqueueBenchmark(
    ctx,
    reading.cluster,
    {
      ...{ kind: 'conformance', nodeName: node, subject: disk, spec },
      steps: planConformance(spec).map((kind) => ({ kind, round: 1, object: null })),
    },
    { attempt, details: { disk, database, policy: spec.moves?.policy ?? null, rows } },
  )
}

/** The named policy, or the first that can move parts between the disk and another. */
function chooseMoves(
  policies: BenchNodeFacts['data']['policies'],
  disk: string,
  policy: string | null,
): ConformanceSpec['moves'] {
  for (const { name, disks } of policies) {
    const otherDisk = disks.find((each) => each !== disk)
    if ((policy !== null && name !== policy) || !disks.includes(disk) || otherDisk === undefined) continue
    return { policy: name, otherDisk, startsOn: disks[0] === disk ? 'disk' : 'other' }
  }
  return null
}

function unknown(message: string): ServiceError {
  return new ServiceError('not_found', message, {
    hint: 'Refresh the node and choose again.',
  })
}
