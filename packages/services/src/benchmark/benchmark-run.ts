import type { Benchmark, Prisma, Transaction } from '@frostline/db'
import type { ServiceContext } from '../base/context.ts'
import { orderRun } from '../run/order-run.ts'
import { findRun, type RunOfKind } from '../run/run-of-kind.ts'
import type { RunRefInput } from '../run/run-schema.ts'
import { withRun } from '../run/stored-run.ts'
import { benchmarkObjectTypes } from './object-type.ts'

export type StoredBenchmark = Prisma.BenchmarkGetPayload<{ include: typeof withRun }>

/** `kind`: one of another is not found. */
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

/** A query under way is killed, a copy ends with its partition; then its tables are dropped. */
export const cancelBenchmark = (ctx: ServiceContext, given: RunRefInput) =>
  orderRun(ctx, benchmarksOf(), given, 'cancel')
