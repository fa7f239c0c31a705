import { notifyChange } from '@frostline/db'
import { type AlertKind, alertKindNames } from '@frostline/domain'
import type { z } from 'zod'
import { whereWholeCluster } from '../../identity/access/visible.ts'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { findCluster } from '../cluster/find-cluster.ts'
import { alertRef, type CreateSilenceInput, createSilenceInput, type SilenceView } from './schema.ts'

/** Active silences, the last to end first. */
export async function listSilences(ctx: ServiceContext): Promise<SilenceView[]> {
  await authorize(ctx, 'viewer')
  const [rows, clusters] = await Promise.all([
    ctx.db.alertSilence.findMany({
      where: { AND: [whereWholeCluster(ctx.actor) ?? {}], endedAt: null, until: { gt: ctx.now() } },
      orderBy: { until: 'desc' },
    }),
    ctx.db.cluster.findMany({ select: { id: true, name: true } }),
  ])
  return rows.map(({ endedAt: _, clusterId, kind, ...row }) => ({
    ...row,
    kind: alertKindNames.find((each): each is AlertKind => each === kind) ?? null,
    clusterName: clusters.find(({ id }) => id === clusterId)?.name ?? null,
  }))
}

/** Holds back notifications of matching alerts. They are still shown, and notified if they still fire when it ends. */
export async function createSilence(ctx: ServiceContext, given: CreateSilenceInput): Promise<{ id: string }> {
  const { cluster: slug, minutes, ...pattern } = parseInput(createSilenceInput, given)
  const objectName = [pattern.kind ?? 'all rules', pattern.subject, slug].filter(Boolean).join(', ')
  const about = { action: 'alert-silence.create', objectType: 'alert-silence', objectName }
  await authorize(ctx, 'operator', about)
  const cluster = slug === null ? null : await findCluster(ctx.db, slug)
  const until = new Date(ctx.now().getTime() + minutes * 60_000)
  return ctx.db.$transaction(async (tx) => {
    const { id } = await tx.alertSilence.create({
      data: {
        ...pattern,
        clusterId: cluster?.id ?? null,
        until,
        createdBy: ctx.actor.name,
        createdAt: ctx.now(),
      },
    })
    await recordAudit(tx, ctx, {
      ...about,
      objectId: id,
      clusterId: cluster?.id,
      clusterName: cluster?.name,
      outcome: 'succeeded',
      details: { until: until.toISOString(), reason: pattern.reason },
    })
    await notifyChange(tx, 'alert', id)
    return { id }
  })
}

export async function endSilence(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  const about = { action: 'alert-silence.end', objectType: 'alert-silence', objectId: id, objectName: id }
  await authorize(ctx, 'operator', about)
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.alertSilence.updateMany({
      where: { id, endedAt: null, until: { gt: ctx.now() } },
      data: { endedAt: ctx.now() },
    })
    if (count === 0)
      throw new ServiceError('not_found', `There is no active silence ${id}.`, {
        hint: 'It may have ended already.',
      })
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded' })
    await notifyChange(tx, 'alert', id)
  })
  return { id }
}
