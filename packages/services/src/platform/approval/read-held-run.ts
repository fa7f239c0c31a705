import type { Prisma, Transaction } from '@frostline/db'
import {
  type ApprovalRule,
  type ApprovalVerdict,
  hasRunSize,
  judgeApprovals,
  type RunKind,
  type RunSize,
  type RunStatus,
  timeWindowInput,
} from '@frostline/domain'

/** A run, or a plan that may become one under the same id. */
export interface HeldRun {
  id: string
  kind: RunKind
  clusterId: string
  clusterName: string
  of: { database: string; table: string } | null
  /** Null: a plan. */
  status: RunStatus | null
  /** It has begun once, or only takes back. What a person does with it then is in the audit, and needs no approval. */
  begun: boolean
  requestedBy: string
  createdAt: Date
  /** Ids of the people and tokens that made or started it: none of them is a second person. */
  authors: string[]
}

export interface RunJudgement {
  size: RunSize
  verdicts: ApprovalVerdict[]
  approvals: { personId: string; byName: string; note: string; at: Date }[]
}

const placed = {
  ...{ id: true, clusterId: true, database: true, table: true },
  ...{ requestedById: true, requestedBy: true, createdAt: true },
  cluster: { select: { name: true } },
} as const

/** Null: there is no such run or plan. */
export async function readHeldRun(tx: Transaction, id: string): Promise<HeldRun | null> {
  const run = await tx.run.findUnique({
    where: { id },
    select: {
      ...{ ...placed, kind: true, status: true, startedAt: true },
      transitions: { where: { order: 'restore' }, take: 1, select: { id: true } },
    },
  })
  const isPlanOf = (kind: RunKind) => run === null || run.kind === kind
  const migration = isPlanOf('tier-migration')
    ? await tx.tierMigration.findUnique({ where: { id }, select: { ...placed, changedById: true } })
    : null
  const exit =
    migration === null && isPlanOf('zero-copy-exit')
      ? await tx.zeroCopyExit.findUnique({ where: { id }, select: placed })
      : null
  const found = run ?? migration ?? exit
  if (!found) return null
  const { clusterId, cluster, requestedBy, createdAt, database, table } = found
  const authors = [run, migration, exit].map((row) => row?.requestedById).concat(migration?.changedById)
  return {
    ...{ id, clusterId, clusterName: cluster.name, requestedBy, createdAt, status: run?.status ?? null },
    kind: (run?.kind ?? (migration ? 'tier-migration' : 'zero-copy-exit')) as RunKind,
    of: database === null || table === null ? null : { database, table },
    begun: run !== null && (run.startedAt !== null || run.transitions.length > 0),
    authors: authors.filter((author) => author != null),
  }
}

/** What the rules say of it now. */
export async function judgeHeldRun(tx: Transaction, run: HeldRun, now: Date): Promise<RunJudgement> {
  const rules = await tx.approvalRule.findMany({
    where: { enabled: true, OR: [{ clusterId: null }, { clusterId: run.clusterId }] },
    orderBy: { name: 'asc' },
  })
  if (rules.length === 0) return { size: 'none', verdicts: [], approvals: [] }
  const size = await readRunSize(tx, run)
  const given = await readApprovals(tx, run.id)
  const approvals = given.map(({ person, ...approval }) => ({
    ...approval,
    teamIds: person.teams.map(({ teamId }) => teamId),
  }))
  return {
    size,
    verdicts: judgeApprovals(rules.map(toRule), { ...run, size }, approvals, now.getTime()),
    approvals: given,
  }
}

/** The oldest runs that rules hold now, of those that have not begun. */
export async function listHeldRuns(
  tx: Transaction,
  where: Prisma.RunWhereInput,
  now: Date,
  take?: number,
): Promise<{ run: HeldRun; judgement: RunJudgement }[]> {
  if ((await tx.approvalRule.count({ where: { enabled: true } })) === 0) return []
  const queued = await tx.run.findMany({
    where: { AND: [where, { status: 'queued', startedAt: null }] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    ...(take === undefined ? {} : { take }),
    select: { id: true },
  })
  const held: { run: HeldRun; judgement: RunJudgement }[] = []
  for (const { id } of queued) {
    const run = await readHeldRun(tx, id)
    if (!run || run.begun || run.status !== 'queued') continue
    const judgement = await judgeHeldRun(tx, run, now)
    if (judgement.verdicts.some(({ missing }) => missing > 0)) held.push({ run, judgement })
  }
  return held
}

/** Of people who may still sign in, since the run was last put back into the queue: a retry is a new start. */
async function readApprovals(tx: Transaction, runId: string) {
  const retried = await tx.runTransition.findFirst({
    where: { runId, order: 'retry' },
    orderBy: { at: 'desc' },
    select: { at: true },
  })
  return tx.runApproval.findMany({
    where: { runId, person: { disabledAt: null }, ...(retried ? { at: { gt: retried.at } } : {}) },
    include: { person: { select: { teams: { select: { teamId: true } } } } },
    orderBy: { at: 'asc' },
  })
}

export function toRule(
  row: {
    [Field in keyof ApprovalRule]: Field extends 'kinds'
      ? string[]
      : Field extends 'hours'
        ? unknown
        : ApprovalRule[Field]
  },
): ApprovalRule {
  return {
    ...row,
    kinds: row.kinds as RunKind[],
    hours: row.hours === null ? null : timeWindowInput.parse(row.hours),
  }
}

/** In bytes, as it was planned. */
async function readRunSize(tx: Transaction, { id, kind }: HeldRun): Promise<RunSize> {
  if (!hasRunSize(kind)) return 'none'
  return (await readers[kind]?.(tx, id)) ?? 'unknown'
}

const archived = { step: { select: { bytes: true, plannedBytes: true } } } as const
type Archived = { step: { bytes: bigint | null; plannedBytes: bigint } }
const sumArchived = (steps: Archived[]) =>
  steps.reduce((sum, { step }) => sum + (step.bytes ?? step.plannedBytes), 0n)

const readers: Partial<Record<RunKind, (tx: Transaction, id: string) => Promise<bigint | null | undefined>>> =
  {
    'tier-migration': async (tx, id) =>
      (await tx.tierMigration.findUnique({ where: { id }, select: { totalBytes: true } }))?.totalBytes,
    'load-job': async (tx, id) =>
      (await tx.loadJob.findUnique({ where: { id }, select: { totalBytes: true } }))?.totalBytes,
    'cache-warmup': async (tx, id) =>
      (await tx.cacheWarmup.findUnique({ where: { id }, select: { wantedBytes: true } }))?.wantedBytes,
    'orphan-removal': async (tx, id) =>
      (await tx.orphanRemovalObject.aggregate({ where: { removalId: id }, _sum: { sizeBytes: true } }))._sum
        .sizeBytes,
    archive: async (tx, id) =>
      (await tx.archiveStep.aggregate({ where: { archiveId: id }, _sum: { plannedBytes: true } }))._sum
        .plannedBytes,
    'archive-restore': async (tx, id) =>
      sumArchived(await tx.archiveRestoreStep.findMany({ where: { restoreId: id }, select: archived })),
    'archive-expiry': async (tx, id) =>
      sumArchived(await tx.archiveExpiryStep.findMany({ where: { expiryId: id }, select: archived })),
    'restore-removal': async (tx, id) =>
      sumArchived(await tx.restoreRemovalStep.findMany({ where: { removalId: id }, select: archived })),
  }
