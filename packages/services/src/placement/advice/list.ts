import { adviceKinds, sortAdvice } from '@frostline/domain'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { readPriceBook } from '../../platform/cost/disk-prices.ts'
import { forecastDisks } from '../../platform/history/forecast-disks.ts'
import { readCluster } from '../../platform/reading/read-cluster.ts'
import { adviseFromLedger } from './advise-ledger.ts'
import { adviseTables } from './advise-tables.ts'
import { listFollowed } from './followed.ts'
import { listOutcomes } from './measure-promises.ts'
import { readForAdvice, timesOf } from './read-tables.ts'
import { type AdviceList, type ListAdviceInput, listAdviceInput } from './schema.ts'

/**
 * Advice that makes the cluster cheaper, safer or faster, with its figures. It sends one statement per node, whose
 * result other pages share, and reads the ledger. Nodes that do not respond get no advice.
 */
export async function listAdvice(ctx: ServiceContext, given: ListAdviceInput): Promise<AdviceList> {
  const input = await authorizeInput(ctx, 'viewer', listAdviceInput, given)
  const now = ctx.now()
  const times = timesOf(now, input.olderThanDays)
  const reading = await readCluster(ctx, input, (reader) => readForAdvice(reader, times))
  const { readings, cluster, envelope, coverage } = reading
  const [{ book }, forecasts, hidden, followed, outcomes] = await Promise.all([
    readPriceBook(ctx.db, cluster.id),
    forecastDisks(ctx.db, cluster.id, now),
    ctx.db.adviceHidden.findMany({
      where: { clusterId: cluster.id, OR: [{ until: null }, { until: { gt: now } }] },
      omit: { clusterId: true },
      orderBy: { hiddenAt: 'desc' },
    }),
    listFollowed(ctx.db, cluster.id),
    listOutcomes(ctx.db, cluster.id, now),
  ])
  const judged = await adviseFromLedger({ db: ctx.db, clusterId: cluster.id, readings, book, now })
  const tables = adviseTables({ readings, book, forecasts, times, days: input.olderThanDays })
  const all = [
    ...tables.map((each) => ({ ...each, at: envelope.observedAt })),
    ...judged.flatMap(({ advice }) => advice),
  ]
  const reasonOfKind = new Map(judged.map(({ kind, missing }) => [kind, missing]))
  const silent = coverage.missingNodes.join(', ')
  return {
    ...envelope,
    data: {
      ...{ coverage, hidden, followed, outcomes, olderThanDays: input.olderThanDays },
      advice: sortAdvice(all.filter(({ key }) => hidden.every((each) => each.key !== key))),
      notJudged: adviceKinds.flatMap((kind) => {
        const reason =
          reasonOfKind.get(kind) ??
          (!coverage.complete && !readsLedgerAlone.has(kind) ? `${silent} did not respond.` : null)
        return reason === null ? [] : [{ kind, reason }]
      }),
    },
  }
}

const readsLedgerAlone: ReadonlySet<string> = new Set(['orphans', 'cache-thrash'])
