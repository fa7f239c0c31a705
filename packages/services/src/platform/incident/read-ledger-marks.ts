import { type CauseKind, type RunKind, runKinds, type TimelineMark } from '@frostline/domain'
import { getActivityTimeline } from '../activity/timeline.ts'
import { listAlertHistory } from '../alert/history.ts'
import type { ServiceContext } from '../base/context.ts'

const maxAudit = 500

export interface LedgerMarks {
  marks: TimelineMark[]
  /** What the range has more of than is shown. */
  left: { runs: number; changes: boolean; alerts: boolean }
}

const runCauses: Partial<Record<RunKind, CauseKind>> = { 'load-job': 'load', 'tier-migration': 'moves' }

/** Our runs, who changed what, alerts, and starts and silences of nodes as a worker saw them. */
export async function readLedgerMarks(
  ctx: ServiceContext,
  clusterId: string,
  { from, to }: { from: Date; to: Date },
): Promise<LedgerMarks> {
  const [runs, audit, alerts, starts, watches, silences] = await Promise.all([
    getActivityTimeline(ctx, { cluster: clusterId, from, to }),
    ctx.db.auditEntry.findMany({
      where: { clusterId, at: { gte: from, lt: to }, outcome: 'succeeded' },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: maxAudit + 1,
    }),
    listAlertHistory(ctx, { cluster: clusterId, from, to }),
    ctx.db.nodeStart.findMany({
      where: {
        ...{ clusterId, startedAt: { gte: from } },
        OR: [{ startedAt: { lt: to } }, { awayFrom: { lt: to } }],
      },
    }),
    // It goes on.
    ctx.db.nodeWatch.findMany({ where: { clusterId, failedFrom: { lt: to } } }),
    ctx.db.nodeSilence.findMany({ where: { clusterId, failedFrom: { lt: to }, endedAt: { gte: from } } }),
  ])
  const marks = [
    ...runs.runs.map((run): TimelineMark => {
      const noun = runKinds[run.kind].noun
      return {
        ...{ lane: 'changes', key: `run ${run.id}`, node: '', subject: run.name, query: null },
        label: `${noun.charAt(0).toUpperCase()}${noun.slice(1)} of ${run.name}`,
        detail: run.status,
        ...{ fromMs: run.createdAt.getTime(), toMs: run.finishedAt?.getTime() ?? null },
        cause: runCauses[run.kind] ?? 'run-started',
      }
    }),
    ...audit.slice(0, maxAudit).map(
      (entry): TimelineMark => ({
        ...{ lane: 'changes', key: `audit ${entry.id}`, node: '', subject: entry.objectName, query: null },
        label: `${entry.action} ${entry.objectName}`,
        detail: `by ${entry.actorName}`,
        ...{ fromMs: entry.at.getTime(), toMs: null, cause: auditCause(entry.action) },
      }),
    ),
    ...alerts.firings.flatMap(({ id, title, firedAt, resolvedAt }): TimelineMark[] =>
      firedAt === null
        ? []
        : [
            {
              ...{ lane: 'alerts', key: `alert ${id}`, label: title, detail: '', node: '' },
              ...{ fromMs: firedAt.getTime(), toMs: resolvedAt?.getTime() ?? null },
              ...{ cause: null, subject: id, query: null },
            },
          ],
    ),
    ...starts.map(
      ({ nodeName, startedAt, awayFrom, version }): TimelineMark => ({
        ...{ lane: 'nodes', key: `seen start ${nodeName} ${startedAt.getTime()}`, node: nodeName },
        ...{ label: 'A node started', detail: version, query: null, subject: nodeName },
        ...{ fromMs: (awayFrom ?? startedAt).getTime(), toMs: startedAt.getTime(), cause: 'node-started' },
      }),
    ),
    ...watches.flatMap((watch): TimelineMark[] => {
      const { failedFrom } = watch
      return failedFrom === null ? [] : [toAway({ ...watch, failedFrom, endedAt: null })]
    }),
    ...silences.map(toAway),
  ]
  return {
    marks,
    left: {
      runs: runs.total - runs.runs.length,
      changes: audit.length > maxAudit,
      alerts: alerts.more,
    },
  }
}

interface Away {
  nodeName: string
  answeredAt: Date | null
  failedFrom: Date
  /** Null: it goes on. */
  endedAt: Date | null
}

function toAway({ nodeName, answeredAt, failedFrom, endedAt }: Away): TimelineMark {
  return {
    ...{ lane: 'nodes', node: nodeName, subject: nodeName, query: null, cause: 'node-away' },
    key: `away ${nodeName} ${failedFrom.getTime()}`,
    label: endedAt === null ? 'A node does not answer' : 'A node did not answer',
    detail: `no answer at ${failedFrom.toISOString().slice(11, 19)} UTC`,
    // It went away after its last answer, at the earliest.
    fromMs: (answeredAt ?? failedFrom).getTime(),
    toMs: endedAt?.getTime() ?? null,
  }
}

/** A change that starts a run is the run. */
function auditCause(action: string): CauseKind | null {
  if (/cache.*(drop|empty|clear)/i.test(action)) return 'cache-dropped'
  return /\.(start|request|plan|resume|pause|cancel)/i.test(action) ? null : 'audit-change'
}
