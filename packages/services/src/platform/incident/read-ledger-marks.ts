import { type CauseKind, type RunKind, runKinds, type TimelineMark } from '@frostline/domain'
import { getActivityTimeline } from '../activity/timeline.ts'
import { listAlertHistory } from '../alert/history.ts'
import type { ServiceContext } from '../base/context.ts'

const maxAudit = 200

const runCauses: Partial<Record<RunKind, CauseKind>> = { 'load-job': 'load', 'tier-migration': 'moves' }

/** Our runs, who changed what, alerts, and starts and silences of nodes as a worker saw them. */
export async function readLedgerMarks(
  ctx: ServiceContext,
  clusterId: string,
  { from, to }: { from: Date; to: Date },
): Promise<TimelineMark[]> {
  const [runs, audit, alerts, starts, watches] = await Promise.all([
    getActivityTimeline(ctx, { cluster: clusterId, from, to }),
    ctx.db.auditEntry.findMany({
      where: { clusterId, at: { gte: from, lt: to }, outcome: 'succeeded' },
      orderBy: [{ at: 'desc' }, { id: 'desc' }],
      take: maxAudit,
    }),
    listAlertHistory(ctx, { cluster: clusterId, from, to }),
    ctx.db.nodeStart.findMany({ where: { clusterId, startedAt: { gte: from, lt: to } } }),
    ctx.db.nodeWatch.findMany({ where: { clusterId, failedFrom: { gte: from, lt: to } } }),
  ])
  return [
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
    ...audit.map(
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
    ...watches.flatMap(({ nodeName, answeredAt, failedFrom, failedTo }): TimelineMark[] =>
      failedFrom === null
        ? []
        : [
            {
              ...{ lane: 'nodes', key: `away ${nodeName}`, node: nodeName, subject: nodeName, query: null },
              label: 'A node does not answer',
              detail: `no answer at ${failedFrom.toISOString().slice(11, 19)} UTC`,
              // It went away after its last answer, at the earliest.
              fromMs: (answeredAt ?? failedFrom).getTime(),
              ...{ toMs: failedTo?.getTime() ?? null, cause: 'node-away' },
            },
          ],
    ),
  ]
}

/** A change that starts a run is the run. */
function auditCause(action: string): CauseKind | null {
  if (/cache.*(drop|empty|clear)/i.test(action)) return 'cache-dropped'
  return /\.(start|request|plan|resume|pause|cancel)/i.test(action) ? null : 'audit-change'
}
