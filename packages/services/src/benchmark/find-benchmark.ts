import type { Benchmark, Transaction } from '@frostline/db'
import { ServiceError } from '../base/service-error.ts'

export type BenchmarkWithCluster = Benchmark & { cluster: { slug: string; name: string } }

/** @throws ServiceError `not_found`, also for one of another kind */
export async function findBenchmark(
  tx: Transaction,
  id: string,
  kind?: Benchmark['kind'],
): Promise<BenchmarkWithCluster> {
  const benchmark = await tx.benchmark.findUnique({
    where: { id, ...(kind ? { kind } : {}) },
    include: { cluster: { select: { slug: true, name: true } } },
  })
  if (!benchmark)
    throw new ServiceError('not_found', `There is no benchmark ${id}.`, {
      hint: 'Choose one from the list. The ID may be from another console.',
    })
  return benchmark
}
