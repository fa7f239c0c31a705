import { cacheSamples, type Database, sumSamples } from '@frostline/db'
import {
  type AdviceOutcome,
  measureHitRatio,
  measureHotBytes,
  measureOrphans,
  measureQueue,
  measureStart,
} from '@frostline/domain'
import { type PromiseFacts, promiseFacts, readStartSeconds } from './promise-facts.ts'
import type { AdviceOutcomeView } from './schema.ts'

const shown = 10
/** Samples of ten minutes are kept for longer. */
const longestMs = 7 * 86_400_000

interface Promised {
  clusterId: string
  followedAt: Date
}

/** What followed advice has brought. Plans that were opened and not carried out are left out. */
export async function listOutcomes(db: Database, clusterId: string, now: Date): Promise<AdviceOutcomeView[]> {
  const rows = await db.advicePromise.findMany({
    where: { clusterId },
    orderBy: { followedAt: 'desc' },
    take: shown,
  })
  const views = await Promise.all(
    rows.map(async ({ facts, clusterId: _, ...row }) => {
      const known = promiseFacts.safeParse(facts).data
      const outcome = known && (await measure(db, { clusterId, followedAt: row.followedAt }, known, now))
      return outcome ? [{ ...row, ...outcome }] : []
    }),
  )
  return views.flat()
}

function measure(
  db: Database,
  promised: Promised,
  facts: PromiseFacts,
  now: Date,
): Promise<AdviceOutcome | null> {
  switch (facts.of) {
    case 'hot-bytes':
      return measureTable(db, promised, facts)
    case 'cache':
      return measureNodeCache(db, promised, facts, now)
    case 'orphans':
      return measureRemovals(db, promised, facts)
    case 'start':
      return measureNodeStart(db, promised, facts)
    case 'queue':
      return measureNodeQueue(db, promised, facts)
  }
}

type FactsOf<Of extends PromiseFacts['of']> = Extract<PromiseFacts, { of: Of }>

async function measureTable(
  db: Database,
  { clusterId, followedAt }: Promised,
  { database, table, promisedBytes }: FactsOf<'hot-bytes'>,
): Promise<AdviceOutcome | null> {
  const set = await db.auditEntry.findFirst({
    where: {
      ...{ clusterId, action: 'table.set-ttl', objectName: `${database}.${table}` },
      ...{ outcome: 'succeeded', at: { gt: followedAt } },
    },
    orderBy: { at: 'asc' },
    select: { at: true },
  })
  if (!set) return null
  const of = { clusterId, database, table }
  const select = { hotBytes: true }
  const [before, after] = await Promise.all([
    db.tableSample.findFirst({ where: { ...of, at: { lte: set.at } }, orderBy: { at: 'desc' }, select }),
    db.tableSample.findFirst({ where: { ...of, at: { gt: set.at } }, orderBy: { at: 'desc' }, select }),
  ])
  return measureHotBytes({
    promisedBytes,
    beforeBytes: before?.hotBytes ?? null,
    afterBytes: after?.hotBytes ?? null,
  })
}

async function measureNodeCache(
  db: Database,
  { clusterId, followedAt }: Promised,
  before: FactsOf<'cache'>,
  now: Date,
): Promise<AdviceOutcome | null> {
  const nodeName = before.node
  const changed = await db.cacheSample.findFirst({
    where: { clusterId, nodeName, at: { gt: followedAt }, limitBytes: { not: before.limitBytes } },
    orderBy: { at: 'asc' },
    select: { at: true },
  })
  if (!changed) return null
  const from = new Date(Math.max(changed.at.getTime(), now.getTime() - longestMs))
  const sums = await sumSamples(db, cacheSamples, clusterId, { grain: 'ten_minutes', from, to: now })
  const sum = sums.find((each) => each.nodeName === nodeName)
  return measureHitRatio(before, sum ? { ...sum, coveredMs: Number(sum.coveredMs) } : null)
}

async function measureRemovals(
  db: Database,
  { clusterId, followedAt }: Promised,
  { bucket, promisedBytes, promisedPerMonth, currency }: FactsOf<'orphans'>,
): Promise<AdviceOutcome | null> {
  const since = { bucket, run: { clusterId, createdAt: { gt: followedAt } } }
  if ((await db.orphanRemoval.count({ where: since })) === 0) return null
  const { _count: objects, _sum: sum } = await db.orphanRemovalObject.aggregate({
    where: { removal: since, state: 'deleted' },
    _count: true,
    _sum: { sizeBytes: true },
  })
  const removed = { objects, bytes: sum.sizeBytes ?? 0n }
  const money = (perMonth: number) => `${currency}${perMonth.toFixed(2)}`
  return measureOrphans({ promisedBytes, promisedPerMonth, removed }, money)
}

async function measureNodeStart(
  db: Database,
  { clusterId, followedAt }: Promised,
  { promisedSeconds, beforeSeconds, ...at }: FactsOf<'start'>,
): Promise<AdviceOutcome> {
  const known = await readStartSeconds(db, clusterId, at)
  const afterSeconds = known && known.readAt > followedAt ? known.seconds : null
  return measureStart({ promisedSeconds, beforeSeconds, afterSeconds })
}

async function measureNodeQueue(
  db: Database,
  { clusterId, followedAt }: Promised,
  { node: nodeName, database, table, beforeBytes }: FactsOf<'queue'>,
): Promise<AdviceOutcome> {
  const sample = await db.insertQueueSample.findFirst({
    where: { clusterId, nodeName, database, table, at: { gt: followedAt } },
    orderBy: { at: 'desc' },
    select: { bytes: true },
  })
  return measureQueue({ beforeBytes, nowBytes: sample?.bytes ?? null })
}
