import type { Transaction } from '@frostline/db'
import { activeBenchmarkStatuses } from '@frostline/domain'
import { ServiceError } from '../base/service-error.ts'

/**
 * A benchmark under way needs its node.
 * @throws ServiceError `conflict` naming what is in the way.
 */
export async function refuseOpenBenchmarks(tx: Transaction, clusterId: string): Promise<void> {
  const open = await tx.benchmark.findMany({
    where: { clusterId, status: { in: [...activeBenchmarkStatuses] } },
    select: { subject: true },
    take: 5,
  })
  if (open.length > 0)
    throw new ServiceError(
      'conflict',
      `It is being measured: ${open.map(({ subject }) => subject).join('; ')}.`,
      {
        hint: 'Wait for the benchmark or cancel it first.',
      },
    )
}
