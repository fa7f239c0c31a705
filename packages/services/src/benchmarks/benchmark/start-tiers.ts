import { qualifiedName } from '@frostline/clickhouse'
import {
  centsPerMillionReads,
  findCopyFault,
  objectPricesOf,
  type PriceBook,
  placeTable,
  planTierSteps,
  type TierBenchmarkSpec,
} from '@frostline/domain'
import { authorize } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { parseInput } from '../../platform/base/parse-input.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { readPriceBook } from '../../platform/cost/disk-prices.ts'
import { checkSelect } from '../../platform/reading/check-select.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { requireTable } from '../../platform/reading/require-table.ts'
import { enqueueBenchmark } from './enqueue.ts'
import { inspectTable } from './inspect-table.ts'
import { benchmarkObjectTypes } from './object-type.ts'
import { type BenchTableFacts, type TierBenchmarkDraft, tierBenchmarkDraft } from './schema.ts'

/**
 * Inspects the table and the disks, has the node parse the query, and stores the benchmark, queued: a worker takes it
 * from the ledger. Custom SQL reads whatever the ClickHouse user may, so it is for admins.
 * @throws ServiceError `conflict` where there is no space for the copies or the node is being measured already,
 * `refused` for anything but one SELECT, `not_found`
 */
export async function startTierBenchmark(
  ctx: ServiceContext,
  given: TierBenchmarkDraft,
): Promise<{ id: string }> {
  const subject = `${given.spec.database}.${given.spec.table}`
  const attempt = { action: 'benchmark.start', objectType: benchmarkObjectTypes.tiers, objectName: subject }
  await authorize(ctx, 'admin', attempt)
  const { cluster: key, spec: wanted } = parseInput(tierBenchmarkDraft, given)
  const { cluster, disks } = await requireMeasurable(ctx, key, wanted)
  const { book } = await readPriceBook(ctx.db, cluster.id)
  const spec = withPrice(wanted, book, disks)
  const { data } = spec
  return enqueueBenchmark(
    ctx,
    cluster,
    { kind: 'tiers', nodeName: spec.node, subject, spec, steps: planTierSteps(spec) },
    {
      attempt,
      details: {
        tiers: [...spec.tiers],
        runs: spec.runs,
        data: data.kind,
        emptiesCache: data.kind === 'in-place' && data.mayEmptyCache,
        copiedPartitions: data.kind === 'copies' ? data.partitions : [],
      },
    },
  )
}

/** The price of a GET is stored with the benchmark: later price changes do not change its result. */
function withPrice(
  spec: TierBenchmarkSpec,
  book: PriceBook,
  disks: BenchTableFacts['data']['disks'],
): TierBenchmarkSpec {
  const { data } = spec
  const cold = data.kind === 'copies' ? disks.find(({ name }) => name === data.coldDisk) : undefined
  return {
    ...spec,
    centsPerMillionGets:
      spec.centsPerMillionGets ?? centsPerMillionReads(objectPricesOf(book, cold?.storage ?? [])),
    currency: spec.currency ?? book.currency,
  }
}

async function requireMeasurable(ctx: ServiceContext, key: string, spec: TierBenchmarkSpec) {
  const at = { database: spec.database, table: spec.table }
  const reading = await readCluster(ctx, { cluster: key, fresh: true, nodes: [spec.node] }, (reader) =>
    inspectTable(reader, at),
  )
  const [present] = requireTable(reading, at)
  if (!present) throw new Error('requireTable answers one at least')
  const fault = findCopyFault(spec, present.value)
  if (fault !== null)
    throw new ServiceError('conflict', fault, {
      hint: 'Nothing was started. Change the choice and try again.',
    })
  await checkSelect(present.node, placeTable(spec.query, qualifiedName(at.database, at.table)))
  return { cluster: reading.cluster, disks: present.value.disks }
}
