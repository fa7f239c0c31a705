import type { Transaction } from '@frostline/db'
import { activeBenchmarkStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'
import { placesOf } from './refuse-busy-nodes.ts'

/**
 * A benchmark under way needs its node.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenBenchmarks(tx: Transaction, clusterId: string): Promise<void> {
  const active = await tx.benchmark.findMany({ where: { status: { in: [...activeBenchmarkStatuses] } } })
  const open = active
    .filter((each) => each.clusterId === clusterId || placesOf(each).some((at) => at.clusterId === clusterId))
    .slice(0, 5)
  if (open.length > 0)
    throw new ServiceError(
      'conflict',
      `It is being measured: ${open.map(({ subject }) => subject).join('; ')}.`,
      {
        hint: 'Wait for the benchmark or cancel it first.',
      },
    )
}
