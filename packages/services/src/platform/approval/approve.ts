import { lockRow, notifyChange, type Transaction } from '@frostline/db'
import {
  type ApprovalVerdict,
  hasRunSize,
  judgeApprovals,
  type RunSize,
  roleOnAll,
  runKinds,
} from '@frostline/domain'
import type { z } from 'zod'
import { scopesOfRun } from '../../identity/access/scopes-of.ts'
import { whereRun } from '../../identity/access/visible.ts'
import { describeRuns } from '../activity/describe-runs.ts'
import { accessOf, roleAllows } from '../base/actor.ts'
import { authorize, authorizeInput } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { isSamePerson } from '../base/find-person.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import {
  type HeldRun,
  judgeHeldRun,
  listHeldRuns,
  type RunJudgement,
  readEnabledRules,
  readHeldRun,
} from './held-run.ts'
import {
  type approvalPreview,
  approvalPreviewInput,
  approveRunInput,
  type HoldingRule,
  type RunApprovalView,
  runApprovalRef,
  type waitingApprovals,
} from './schema.ts'

/** What holds a run or a plan, and who has approved it. */
export async function getRunApproval(
  ctx: ServiceContext,
  given: z.input<typeof runApprovalRef>,
): Promise<RunApprovalView> {
  const { id } = await authorizeInput(ctx, 'viewer', runApprovalRef, given)
  const run = await findHeldRun(ctx.db, id)
  return view(ctx, run, await judgeHeldRun(ctx.db, run, await readEnabledRules(ctx.db), ctx.now()))
}

/** Which rules would hold a run that somebody is about to start. */
export async function previewApproval(
  ctx: ServiceContext,
  given: z.input<typeof approvalPreviewInput>,
): Promise<z.infer<typeof approvalPreview>> {
  const input = await authorizeInput(ctx, 'viewer', approvalPreviewInput, given)
  const { kind, database, table, bytes } = input
  const { id: clusterId } = await findCluster(ctx.db, input.cluster)
  const of = database === undefined || table === undefined ? null : { database, table }
  const size: RunSize = !hasRunSize(kind) ? 'none' : bytes === undefined ? 'unknown' : BigInt(bytes)
  const [rules = []] = await listRulesOfStarts(ctx, [{ kind, clusterId, of, size }])
  return { rules }
}

/** Which rules would hold each of these runs if it was started now. For callers that have checked the actor's rights. */
export async function listRulesOfStarts(
  { db, now }: Pick<ServiceContext, 'db' | 'now'>,
  runs: readonly Parameters<typeof judgeApprovals>[1][],
): Promise<HoldingRule[][]> {
  const rules = await readEnabledRules(db)
  const verdicts = runs.map((run) => judgeApprovals(rules, run, [], now().getTime()))
  const viewed = (await viewRules(db, verdicts.flat())).values()
  return verdicts.map((ofRun) => ofRun.flatMap(() => viewed.next().value ?? []))
}

/**
 * One person's approval of a run that waits. It begins by itself once enough people have approved it.
 * @throws ServiceError `forbidden` for whoever made or started it, for tokens and for people without the role or the team;
 * `conflict` where nothing waits, the person has approved it already, or its size is another one than the page showed.
 */
export async function approveRun(
  ctx: ServiceContext,
  given: z.input<typeof approveRunInput>,
): Promise<RunApprovalView> {
  const about = { action: 'approval.approve', objectType: 'run', objectId: given.id, objectName: given.id }
  await authorize(ctx, 'operator', about)
  const { id, bytes, note } = parseInput(approveRunInput, given)
  return ctx.db.$transaction(async (tx) => {
    await lockRow(tx, 'run', id)
    const run = await findHeldRun(tx, id)
    const rules = await readEnabledRules(tx)
    const judgement = await judgeHeldRun(tx, run, rules, ctx.now())
    const { state, whyNot, ...seen } = await view(ctx, run, judgement, tx)
    if (state !== 'waiting')
      throw new ServiceError('conflict', `The ${nameOf(run)} does not wait for an approval.`, {
        hint: 'Refresh the page: its state has changed.',
      })
    if (hasApproved(judgement, ctx.actor.id))
      throw new ServiceError('conflict', `You have approved the ${nameOf(run)} already.`, {
        hint: 'Another person must approve it too.',
      })
    if (whyNot !== null)
      throw new ServiceError('forbidden', whyNot, { hint: 'Ask a person who may approve it.' })
    if (seen.bytes !== (bytes === null ? null : BigInt(bytes)))
      throw new ServiceError('conflict', `The size of the ${nameOf(run)} has changed.`, {
        hint: 'Refresh the page and review it again.',
      })
    const approval = { byName: ctx.actor.name, note, at: ctx.now(), bytes: seen.bytes }
    await tx.runApproval.upsert({
      where: { runId_personId: { runId: id, personId: ctx.actor.id } },
      create: { runId: id, personId: ctx.actor.id, ...approval },
      update: approval,
    })
    await recordAudit(tx, ctx, {
      ...{ ...about, objectType: run.kind, objectName: subjectOf(run) ?? run.clusterName },
      ...{ clusterId: run.clusterId, clusterName: run.clusterName, outcome: 'succeeded' },
      details: { bytes, note, requestedBy: run.requestedBy, rules: seen.rules.map(({ name }) => name) },
    })
    await notifyChange(tx, run.kind, id)
    return view(ctx, run, await judgeHeldRun(tx, run, rules, ctx.now()), tx)
  })
}

/** Runs that wait for people, the oldest first. The actor sees those of what they may see. */
export async function listWaitingApprovals(ctx: ServiceContext): Promise<z.infer<typeof waitingApprovals>> {
  await authorize(ctx, 'viewer')
  const held = await listHeldRuns(ctx.db, whereRun(ctx.actor) ?? {}, ctx.now())
  const described = await describeRuns(
    ctx.db,
    held.map(({ run: { id, kind } }) => ({ id, kind, status: 'queued' })),
  )
  const clusters = await ctx.db.cluster.findMany({ select: { id: true, slug: true } })
  const waiting: z.infer<typeof waitingApprovals> = []
  for (const { run, judgement } of held) {
    const { id, kind, clusterId, clusterName, requestedBy, createdAt } = run
    const about = described.get(id)
    if (!about) continue
    const { rules, bytes, mayApprove, whyNot } = await view(ctx, run, judgement)
    const { name, objectType, objectId } = about
    const open = rules.filter(({ missing }) => missing > 0)
    waiting.push({
      ...{ id, kind, clusterName, name, objectType, objectId },
      clusterSlug: clusters.find((cluster) => cluster.id === clusterId)?.slug ?? clusterId,
      ...{ bytes, requestedBy, createdAt, mayApprove, whyNot },
      missing: Math.max(...open.map(({ missing }) => missing)),
      rules: open.map((rule) => rule.name),
    })
  }
  return waiting
}

async function findHeldRun(tx: Transaction, id: string): Promise<HeldRun> {
  const run = await readHeldRun(tx, id)
  if (run) return run
  throw new ServiceError('not_found', `There is no run or plan ${id}.`, {
    hint: 'Choose one from the list. The ID may be from another console.',
  })
}

function subjectOf({ of }: HeldRun): string | null {
  return of && `${of.database}.${of.table}`
}

function nameOf(run: HeldRun): string {
  const { noun, preposition } = runKinds[run.kind]
  return `${noun} ${preposition} ${subjectOf(run) ?? run.clusterName}`
}

function stateOf(run: HeldRun, { verdicts }: RunJudgement): RunApprovalView['state'] {
  if (run.begun || (run.status !== null && run.status !== 'queued')) return 'begun'
  if (verdicts.length === 0) return 'free'
  if (run.status === null) return 'planned'
  return verdicts.some(({ missing }) => missing > 0) ? 'waiting' : 'approved'
}

async function view(
  ctx: ServiceContext,
  run: HeldRun,
  judgement: RunJudgement,
  tx: Transaction = ctx.db,
): Promise<RunApprovalView> {
  const { size, verdicts, approvals } = judgement
  const state = stateOf(run, judgement)
  const whyNot = state === 'waiting' ? await explainWhyNot(tx, ctx, run, judgement) : null
  return {
    ...{ id: run.id, kind: run.kind, state },
    bytes: typeof size === 'bigint' ? size : null,
    rules: await viewRules(tx, verdicts),
    approvals: approvals.map(({ personId, byName, note, at }) => ({
      ...{ by: byName, note, at },
      counts: verdicts.some(({ approvedBy }) => approvedBy.includes(personId)),
    })),
    mayApprove: state === 'waiting' && whyNot === null,
    whyNot,
  }
}

async function viewRules(tx: Transaction, verdicts: readonly ApprovalVerdict[]): Promise<HoldingRule[]> {
  const teamIds = verdicts.flatMap(({ rule }) => rule.teamId ?? [])
  const teams = await tx.team.findMany({ where: { id: { in: teamIds } }, select: { id: true, name: true } })
  return verdicts.map(({ rule, missing, untilMs }) => ({
    ...{ name: rule.name, approvals: rule.approvals, missing },
    team: teams.find(({ id }) => id === rule.teamId)?.name ?? null,
    until: untilMs === null ? null : new Date(untilMs),
  }))
}

/** Whether an approval of the person counts. One that does not, since the run has grown, can be given again. */
function hasApproved({ verdicts }: RunJudgement, personId: string): boolean {
  return verdicts.some(({ approvedBy }) => approvedBy.includes(personId))
}

/** Why the actor's approval would not count, as a sentence. Null: it would. */
async function explainWhyNot(
  tx: Transaction,
  { actor }: ServiceContext,
  run: HeldRun,
  judgement: RunJudgement,
): Promise<string | null> {
  if (actor.type !== 'user') return 'API tokens cannot approve. A person must do it in the console.'
  for (const author of run.authors)
    if (await isSamePerson(tx, author, actor.id))
      return 'You planned, changed or started it. Another person must approve it.'
  if (hasApproved(judgement, actor.id)) return 'You have approved it. Another person must approve it too.'
  const needed = runKinds[run.kind].role
  const held = roleOnAll(accessOf(actor), (await scopesOfRun(tx, run.id)) ?? [])
  if (!held || !roleAllows(held, needed)) return `Approving it needs the role ${needed} on it.`
  const memberships = await tx.teamMember.findMany({ where: { userId: actor.id }, select: { teamId: true } })
  const open = judgement.verdicts.filter(({ missing }) => missing > 0)
  const counts = open.some(
    ({ rule }) => rule.teamId === null || memberships.some(({ teamId }) => teamId === rule.teamId),
  )
  return counts ? null : 'Only members of the team of its rule may approve it.'
}
