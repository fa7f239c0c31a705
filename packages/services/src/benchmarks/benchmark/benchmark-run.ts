import type { Benchmark, Prisma, Transaction } from '@frostline/db'
import type { ServiceContext } from '../../platform/base/context.ts'
import { orderRun } from '../../platform/run/order-run.ts'
import { findRun, type RunOfKind } from '../../platform/run/run-of-kind.ts'
import type { RunRefInput } from '../../platform/run/run-schema.ts'
import { withRun } from '../../platform/run/stored-run.ts'
import { benchmarkObjectTypes } from './object-type.ts'

export type StoredBenchmark = Prisma.BenchmarkGetPayload<{ include: typeof withRun }>

/** `kind`: a benchmark of another kind is not found. */
export const benchmarksOf = (kind?: Benchmark['kind']): RunOfKind<StoredBenchmark> => ({
  kind: 'benchmark',
  find: (tx, id) => tx.benchmark.findUnique({ where: { id, ...(kind ? { kind } : {}) }, include: withRun }),
  nameOf: ({ subject }) => subject,
  objectOf: (row) => ({ objectType: benchmarkObjectTypes[row.kind] }),
  cancelRest: (tx, benchmarkId) =>
    tx.benchmarkStep.updateMany({ where: { benchmarkId }, data: { status: 'cancelled' } }),
})

/** @throws ServiceError `not_found`, also for one of another kind */
export const findBenchmark = (tx: Transaction, id: string, kind?: Benchmark['kind']) =>
  findRun(tx, benchmarksOf(kind), id)

/** Kills a running query, stops a copy after its partition, then drops its tables. */
export const cancelBenchmark = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, benchmarksOf(), given, 'cancel')
