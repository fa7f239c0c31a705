import type { StartPulseRow } from '@frostline/clickhouse'
import {
  type Database,
  forgetNodeStarts,
  holdNodeWatch,
  type NodeStart,
  type NodeWatch,
  recordNodeSilence,
  type Transaction,
  wasReadSince,
} from '@frostline/db'
import { calibrate, isSameProcess, keptStarts, startOf } from '@frostline/domain'
import { describeSettled, hasLoadersAtWork, isLoading } from './describe-settled.ts'
import type { Details } from './read-start-details.ts'
import { knownForMs, nextCloseReading, unansweredReadingMs } from './reading-times.ts'
import { startFigures } from './schema.ts'
import { toFigures } from './to-figures.ts'
import { toMeasured, toNodeStart } from './to-measured.ts'

export interface Answer {
  at: Date
  row: StartPulseRow
  /** Null: not queried, or not answered. */
  details: Details | null
}
type Pulse = Omit<Answer, 'details'>
interface NodeKey {
  clusterId: string
  nodeName: string
}

/** Two estimates of one process's start differ by less: uptimes are whole seconds. */
const sameStartMs = 3_000
const keptSilences = 200

/** Whether more than the pulse is needed: a new start, one that is not over, or old figures. */
export async function isDueForDetails(db: Database, key: NodeKey, pulse: Pulse): Promise<boolean> {
  const watch = await db.nodeWatch.findUnique({ where: { clusterId_nodeName: key } })
  const latest = await findLatest(db, key)
  if (!watch || !latest || latest.settledAt === null || !isSameStart(watch, latest, pulse)) return true
  return watch.knownAt === null || pulse.at.getTime() - watch.knownAt.getTime() >= knownForMs
}

/** Stores a node's answer: a start that is not known yet, the progress of its loading, and when to read it next. */
export async function recordAnswer(db: Database, key: NodeKey, answer: Answer): Promise<void> {
  await db.$transaction(async (tx) => {
    const watch = await holdNodeWatch(tx, key)
    if (!watch || wasReadSince(watch, answer.at)) return
    const latest = await findLatest(tx, key)
    const isSame = latest && isSameStart(watch, latest, answer)
    const known = isSame ? latest : await addStart(tx, key, watch, answer)
    if (isSame && watch.failedFrom !== null) {
      const { answeredAt, failedFrom } = watch
      await recordNodeSilence(tx, key, { answeredAt, failedFrom, endedAt: answer.at }, keptSilences)
    }
    const start = known.settledAt === null ? await follow(tx, known, watch, answer) : known
    await tx.nodeWatch.update({
      where: { clusterId_nodeName: key },
      data: {
        answeredAt: answer.at,
        uptimeSeconds: answer.row.uptime_seconds,
        ...{ failedFrom: null, failedTo: null },
        ...(await describeKnown(tx, key, answer)),
        ...whenNext(start, answer),
      },
    })
  })
}

/** Left as claimed, unless something is awaited. */
function whenNext(start: NodeStart, { at, row, details }: Answer): { nextLookAt?: Date } {
  const loading = hasLoadersAtWork(row) || (details?.jobs?.pending ?? 0n) > 0n
  if (details && !details.scene && !loading)
    return { nextLookAt: new Date(at.getTime() + unansweredReadingMs) }
  return start.settledAt === null ? { nextLookAt: nextCloseReading(at, start.firstSeenAt) } : {}
}

function findLatest(db: Transaction, key: NodeKey): Promise<NodeStart | null> {
  return db.nodeStart.findFirst({ where: key, orderBy: { startedAt: 'desc' } })
}

function answerOf({ at, row }: Pulse) {
  return { atMs: at.getTime(), uptimeSeconds: row.uptime_seconds }
}

function isSameStart(watch: NodeWatch, latest: NodeStart, pulse: Pulse): boolean {
  const { answeredAt, uptimeSeconds } = watch
  if (answeredAt === null || uptimeSeconds === null)
    return Math.abs(startOf(answerOf(pulse)) - latest.startedAt.getTime()) < sameStartMs
  return isSameProcess({ atMs: answeredAt.getTime(), uptimeSeconds }, answerOf(pulse))
}

async function addStart(tx: Transaction, key: NodeKey, watch: NodeWatch, answer: Answer): Promise<NodeStart> {
  const start = await tx.nodeStart.create({
    data: {
      ...key,
      startedAt: new Date(startOf(answerOf(answer))),
      ...{ version: answer.row.version, firstSeenAt: answer.at, readAt: answer.at },
      ...{ wentAfter: watch.answeredAt, awayFrom: watch.failedFrom, awayUntil: watch.failedTo },
      ...{ loadedParts: 0n, loadedMicroseconds: 0n },
    },
  })
  await forgetNodeStarts(tx, key, keptStarts)
  return start
}

/** Its progress; once it is over, all that the next one is compared with. */
async function follow(
  tx: Transaction,
  start: NodeStart,
  watch: NodeWatch,
  answer: Answer,
): Promise<NodeStart> {
  const { at, row, details } = answer
  const { events } = row
  const over = details?.scene && !isLoading(start, row, details.jobs)
  return tx.nodeStart.update({
    where: { id: start.id },
    data: {
      readAt: at,
      loadedParts: events.LoadedDataParts ?? 0n,
      loadedMicroseconds: events.LoadedDataPartsMicroseconds ?? 0n,
      ...(details?.scene && over
        ? describeSettled(start, answer, details.jobs, details.scene, await calibrateBefore(tx, start, watch))
        : {}),
    },
  })
}

/** What the earlier starts said of it. */
async function calibrateBefore(tx: Transaction, start: NodeStart, watch: NodeWatch) {
  const basis = startFigures.safeParse(watch.known).data?.basis
  const runningGetMs = basis?.getMsBy === 'running' ? basis.getMs : null
  const starts = await listStarts(tx, start)
  const measured = starts.filter(({ startedAt }) => startedAt < start.startedAt).map(toMeasured)
  return calibrate(
    measured.filter((each) => each !== null),
    runningGetMs,
  )
}

function listStarts(tx: Transaction, { clusterId, nodeName }: NodeKey): Promise<NodeStart[]> {
  return tx.nodeStart.findMany({
    where: { clusterId, nodeName },
    orderBy: { startedAt: 'desc' },
    take: keptStarts,
  })
}

/** The figures shown while the node is down, including the start that has just ended. */
async function describeKnown(tx: Transaction, key: NodeKey, { at, details }: Answer) {
  if (!details?.scene) return {}
  const rows = await listStarts(tx, key)
  const starts = rows.map((row) => ({ measured: toMeasured(row), view: toNodeStart(row) }))
  return { known: toFigures(details.scene, starts), knownAt: at }
}
