import { notifyChange, type Prisma, type RunRef, type Transaction } from '@frostline/db'
import {
  type ApprovalRule,
  type ApprovalVerdict,
  describeMissingApprovals,
  hasRunSize,
  judgeApprovals,
  type RunKind,
  type RunSize,
  type RunStatus,
  ruleApplies,
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
  const { clusterId, cluster, requestedBy, createdAt } = found
  const authors = [run, migration, exit].map((row) => row?.requestedById).concat(migration?.changedById)
  return {
    ...{ id, clusterId, clusterName: cluster.name, requestedBy, createdAt, status: run?.status ?? null },
    kind: (run?.kind ?? (migration ? 'tier-migration' : 'zero-copy-exit')) as RunKind,
    of: tableOf(found),
    begun: run !== null && (run.startedAt !== null || run.transitions.length > 0),
    authors: authors.filter((author) => author != null),
  }
}

/** The rules that are enabled, by name. */
export async function readEnabledRules(tx: Transaction): Promise<ApprovalRule[]> {
  const rows = await tx.approvalRule.findMany({ where: { enabled: true }, orderBy: { name: 'asc' } })
  return rows.map(toRule)
}

/** What the rules say of it now. */
export async function judgeHeldRun(
  tx: Transaction,
  run: HeldRun,
  rules: readonly ApprovalRule[],
  now: Date,
): Promise<RunJudgement> {
  if (!mayHold(rules, run, now)) return { size: 'none', verdicts: [], approvals: [] }
  const size = await readRunSize(tx, run)
  const approvals = await readApprovals(tx, run.id)
  const given = approvals.map(({ person, ...approval }) => ({
    ...approval,
    teamIds: person.teams.map(({ teamId }) => teamId),
  }))
  return { size, verdicts: judgeApprovals(rules, { ...run, size }, given, now.getTime()), approvals }
}

/** Whether a rule can hold it, whatever its size is. */
function mayHold(
  rules: readonly ApprovalRule[],
  run: Pick<HeldRun, 'kind' | 'clusterId' | 'of'>,
  now: Date,
): boolean {
  const size = hasRunSize(run.kind) ? 'unknown' : 'none'
  return rules.some((rule) => ruleApplies(rule, { ...run, size }, now.getTime()))
}

/** The runs that rules hold now, of those that have not begun: the oldest first. */
export async function listHeldRuns(
  tx: Transaction,
  where: Prisma.RunWhereInput,
  now: Date,
): Promise<{ run: HeldRun; judgement: RunJudgement }[]> {
  const rules = await readEnabledRules(tx)
  if (rules.length === 0) return []
  const queued = await tx.run.findMany({
    where: { AND: [where, { status: 'queued', startedAt: null }] },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, kind: true, clusterId: true, database: true, table: true },
  })
  const held: { run: HeldRun; judgement: RunJudgement }[] = []
  for (const row of queued) {
    if (!mayHold(rules, { kind: row.kind as RunKind, clusterId: row.clusterId, of: tableOf(row) }, now))
      continue
    const run = await readHeldRun(tx, row.id)
    if (!run || run.begun || run.status !== 'queued') continue
    const judgement = await judgeHeldRun(tx, run, rules, now)
    if (judgement.verdicts.some(({ missing }) => missing > 0)) held.push({ run, judgement })
  }
  return held
}

/**
 * Whether a queued run may begin. The only door: each kind of run passes it, whoever or whatever started it. One that must wait
 * says in the ledger for whom.
 */
export async function mayBeginByRules(tx: Transaction, ref: RunRef, now: Date): Promise<boolean> {
  const rules = await readEnabledRules(tx)
  if (rules.length === 0) return true
  const run = await readHeldRun(tx, ref.id)
  if (!run || run.begun || run.status !== 'queued') return true
  const { verdicts } = await judgeHeldRun(tx, run, rules, now)
  const waitReason = describeMissingApprovals(verdicts)
  if (waitReason === null) return true
  const { count } = await tx.run.updateMany({
    where: {
      ...{ id: ref.id, generation: ref.generation, status: 'queued' },
      OR: [{ waitReason: null }, { waitReason: { not: waitReason } }],
    },
    data: { waitReason },
  })
  if (count > 0) await notifyChange(tx, ref.kind, ref.id)
  return false
}

function tableOf({ database, table }: { database: string | null; table: string | null }): HeldRun['of'] {
  return database === null || table === null ? null : { database, table }
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
