import {
  type MaintenanceWindow as MaintenanceRow,
  notifyChange,
  Prisma,
  type Transaction,
} from '@frostline/db'
import {
  concernsAlert,
  isMaintenanceOpen,
  type MaintainedAlert,
  maintenanceClosing,
  nextMaintenance,
} from '@frostline/domain'
import type { z } from 'zod'
import { authorize } from '../base/authorize.ts'
import type { ServiceContext } from '../base/context.ts'
import { parseInput } from '../base/parse-input.ts'
import { recordAudit } from '../base/record-audit.ts'
import { ServiceError } from '../base/service-error.ts'
import { refuseManaged } from '../desired-state/refuse-managed.ts'
import {
  type CreateMaintenanceInput,
  createMaintenanceInput,
  type MaintenanceView,
  type UpdateMaintenanceInput,
  updateMaintenanceInput,
} from './maintenance-schema.ts'
import { readKind, toMaintenance } from './read-holds.ts'
import { alertRef } from './schema.ts'

/** How long windows that have ended are listed. */
const LISTED_AFTER_MS = 30 * 86_400_000

/** Open windows, then those to come, then those of the last month that have ended. */
export async function listMaintenance(ctx: ServiceContext): Promise<MaintenanceView[]> {
  await authorize(ctx, 'viewer')
  const now = ctx.now()
  const since = new Date(now.getTime() - LISTED_AFTER_MS)
  const [rows, clusters, firing] = await Promise.all([
    ctx.db.maintenanceWindow.findMany({
      where: {
        AND: [
          { OR: [{ endedAt: null }, { endedAt: { gt: since } }] },
          { OR: [{ endsAt: null }, { endsAt: { gt: since } }] },
        ],
      },
      orderBy: { createdAt: 'desc' },
      take: 200,
    }),
    ctx.db.cluster.findMany({ select: { id: true, name: true } }),
    ctx.db.alert.findMany({
      where: { state: 'firing' },
      select: { kind: true, subject: true, clusterId: true, nodes: true },
    }),
  ])
  const alerts = firing.flatMap((alert) => {
    const kind = readKind(alert.kind)
    return kind ? [{ ...alert, kind }] : []
  })
  const order: readonly MaintenanceView['state'][] = ['open', 'scheduled', 'ended']
  return rows
    .map((row) => toView(row, clusters, alerts, now))
    .sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

function toView(
  row: MaintenanceRow,
  clusters: readonly { id: string; name: string }[],
  alerts: readonly MaintainedAlert[],
  now: Date,
): MaintenanceView {
  const nowMs = now.getTime()
  const maintenance = toMaintenance(row)
  const open = isMaintenanceOpen(maintenance, nowMs)
  const opensMs = nextMaintenance(maintenance, nowMs)
  const closesMs = maintenanceClosing(maintenance, nowMs)
  const { schedule } = maintenance
  return {
    id: row.id,
    name: row.name,
    state: open ? 'open' : row.endedAt || opensMs === null ? 'ended' : 'scheduled',
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    weekly: schedule.type === 'weekly' ? schedule.window : null,
    opensAt: opensMs === null ? null : new Date(opensMs),
    closesAt: closesMs === null ? null : new Date(closesMs),
    clusterIds: row.clusterIds,
    clusterNames: row.clusterIds.flatMap((id) => clusters.find((each) => each.id === id)?.name ?? []),
    nodes: row.nodes,
    kinds: row.kinds.flatMap((kind) => readKind(kind) ?? []),
    heldBack: open ? alerts.filter((alert) => concernsAlert(maintenance, alert)).length : 0,
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    endedBy: row.endedBy,
    endedAt: row.endedAt,
  }
}

/**
 * Holds back messages of matching alerts while it is open. They are recorded and shown, and sent if they still fire when
 * it closes.
 */
export async function createMaintenance(
  ctx: ServiceContext,
  given: CreateMaintenanceInput,
): Promise<{ id: string }> {
  const input = parseInput(createMaintenanceInput, given)
  const about = { action: 'maintenance.create', objectType: 'maintenance', objectName: input.name }
  await authorize(ctx, 'operator', about)
  refusePastEnd(ctx, input)
  return ctx.db.$transaction(async (tx) => {
    const details = await describeInput(tx, input)
    const { id } = await tx.maintenanceWindow.create({
      data: { ...toRow(input), createdBy: ctx.actor.name, createdAt: ctx.now() },
    })
    await recordAudit(tx, ctx, { ...about, objectId: id, outcome: 'succeeded', details })
    await notifyChange(tx, 'alert', id)
    return { id }
  })
}

/** Changes a window that has not ended. The history of firings then shows it as it is now. */
export async function updateMaintenance(
  ctx: ServiceContext,
  given: UpdateMaintenanceInput,
): Promise<{ id: string }> {
  const { id, ...input } = parseInput(updateMaintenanceInput, given)
  const about = {
    ...{ action: 'maintenance.update', objectType: 'maintenance', objectId: id },
    objectName: input.name,
  }
  await authorize(ctx, 'operator', about)
  refusePastEnd(ctx, input)
  return ctx.db.$transaction(async (tx) => {
    await refuseManagedWindow(tx, ctx, id)
    const details = await describeInput(tx, input)
    const { count } = await tx.maintenanceWindow.updateMany({ where: isNotOver(ctx, id), data: toRow(input) })
    if (count === 0) throw isOver(input.name, 'change')
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded', details })
    await notifyChange(tx, 'alert', id)
    return { id }
  })
}

async function refuseManagedWindow(tx: Transaction, ctx: ServiceContext, id: string): Promise<void> {
  const known = await tx.maintenanceWindow.findUnique({ where: { id }, select: { name: true } })
  if (known) await refuseManaged(tx, ctx, { kind: 'maintenanceWindows', name: known.name })
}

type Input = z.output<typeof createMaintenanceInput>

function refusePastEnd(ctx: ServiceContext, { endsAt }: Input): void {
  if (endsAt && endsAt <= ctx.now())
    throw new ServiceError('invalid', 'The end is in the past.', { hint: 'Enter a later end.' })
}

function toRow({ startsAt, endsAt, weekly, ...input }: Input) {
  return { ...input, startsAt: startsAt ?? null, endsAt: endsAt ?? null, weekly: weekly ?? Prisma.DbNull }
}

/** For the audit. @throws ServiceError `invalid` for a cluster or node that does not exist. */
async function describeInput(tx: Transaction, { startsAt, endsAt, weekly, ...input }: Input) {
  const known = await tx.cluster.findMany({
    where: { id: { in: input.clusterIds } },
    select: { id: true, name: true, nodes: { select: { name: true } } },
  })
  const unknown = [
    ...input.clusterIds.filter((id) => !known.some((each) => each.id === id)).map((id) => `cluster ${id}`),
    ...input.nodes
      .filter((name) => !known.some(({ nodes }) => nodes.some((node) => node.name === name)))
      .map((name) => `node ${name}`),
  ]
  if (unknown.length > 0)
    throw new ServiceError('invalid', `There is no ${unknown.join(', and no ')}.`, {
      hint: 'Refresh the page and choose again.',
    })
  return {
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    weekly: weekly ? JSON.stringify(weekly) : null,
    clusters: known.map(({ name }) => name),
    nodes: input.nodes,
    rules: input.kinds,
  }
}

function isNotOver(ctx: ServiceContext, id: string) {
  return { id, endedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: ctx.now() } }] }
}

function isOver(name: string, verb: string): ServiceError {
  return new ServiceError('not_found', `There is no maintenance window ${name} to ${verb}.`, {
    hint: 'It may have ended already.',
  })
}

/** Ends a window, or cancels one to come. What still fires is sent at the next evaluation. */
export async function endMaintenance(
  ctx: ServiceContext,
  given: z.input<typeof alertRef>,
): Promise<{ id: string }> {
  const { id } = parseInput(alertRef, given)
  const known = await ctx.db.maintenanceWindow.findUnique({ where: { id }, select: { name: true } })
  const about = {
    ...{ action: 'maintenance.end', objectType: 'maintenance', objectId: id },
    objectName: known?.name ?? id,
  }
  await authorize(ctx, 'operator', about)
  await ctx.db.$transaction(async (tx) => {
    await refuseManagedWindow(tx, ctx, id)
    const { count } = await tx.maintenanceWindow.updateMany({
      where: isNotOver(ctx, id),
      data: { endedAt: ctx.now(), endedBy: ctx.actor.name },
    })
    if (count === 0) throw isOver(known?.name ?? id, 'end')
    await recordAudit(tx, ctx, { ...about, outcome: 'succeeded' })
    await notifyChange(tx, 'alert', id)
  })
  return { id }
}
