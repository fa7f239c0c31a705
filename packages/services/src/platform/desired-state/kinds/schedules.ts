import {
  cacheScheduleSpec,
  cacheTask,
  isJsonMap,
  replicaChoices,
  type StateObject,
  tierScheduleSpec,
} from '@frostline/domain'
import {
  disableCacheSchedule,
  enableCacheSchedule,
  removeCacheSchedule,
  updateCacheSchedule,
} from '../../../cache/cache-schedule/change-schedules.ts'
import { createCacheSchedule } from '../../../cache/cache-schedule/create.ts'
import {
  createSchedule,
  disableSchedule,
  enableSchedule,
  removeSchedule,
  updateSchedule,
} from '../../../placement/tier-schedule/change-schedules.ts'
import { previewSchedule } from '../../../placement/tier-schedule/preview.ts'
import { requireSlug } from '../require-slug.ts'
import type { LedgerAdapter, PresentObject } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

const withSlug = { cluster: { select: { slug: true } } } as const

const isEnabled = ({ spec }: PresentObject) => isJsonMap(spec) && spec.enabled === true

function readTierSchedule(object: StateObject) {
  const { enabled, ...given } = tierScheduleSpec.parse(object.spec)
  return { enabled, given: { ...given, name: object.name } }
}

export const tierScheduleAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.tierSchedule.findMany({ include: withSlug })
    return rows.map(({ id, name, cluster, tables, windowSpans, replicas, budgetBytes, ...row }) => ({
      ...{ kind: 'tierSchedules' as const, cluster: cluster.slug, name, id },
      spec: toSpec({
        ...{ tables, targetVolume: row.targetVolume, olderThanDays: row.olderThanDays },
        ...{
          budgetBytes: budgetBytes === null ? null : String(budgetBytes),
          cron: row.cron,
          timeZone: row.timeZone,
        },
        ...{
          windowSpans,
          missedRuns: row.missedRuns,
          replicas: replicaChoices.parse(replicas),
          enabled: row.enabled,
        },
      }),
    }))
  },
  async preview(ctx, change) {
    if (change.after === null) return { notes: [] }
    const object = { ...change, spec: change.after }
    const { name: _, missedRuns: __, ...given } = readTierSchedule(object).given
    const { plannedParts, plannedBytes, leftOutBytes, tables } = await previewSchedule(ctx, {
      ...given,
      cluster: requireSlug(object),
    })
    const reasons = tables.flatMap(({ database, table, reason }) =>
      reason === null ? [] : `${database}.${table}: ${reason}`,
    )
    const left = leftOutBytes > 0n ? `, and leaves ${leftOutBytes} bytes for later` : ''
    return {
      notes: [
        `If it ran now, it would move ${plannedParts} parts with ${plannedBytes} bytes${left}.`,
        ...reasons,
      ],
    }
  },
  async create(ctx, object) {
    const { enabled, given } = readTierSchedule(object)
    const { id } = await createSchedule(ctx, { ...given, cluster: requireSlug(object) })
    if (!enabled) await disableSchedule(ctx, { id })
  },
  async update(ctx, present, object) {
    const { enabled, given } = readTierSchedule(object)
    const { id } = await updateSchedule(ctx, { id: present.id, ...given })
    await setEnabled(
      present,
      enabled,
      () => enableSchedule(ctx, { id }),
      () => disableSchedule(ctx, { id }),
    )
  },
  remove: (ctx, { id }) => removeSchedule(ctx, { id }),
}

export const cacheScheduleAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.cacheSchedule.findMany({ include: withSlug })
    return rows.map(({ id, name, cluster, task, cron, timeZone, missedRuns, enabled }) => ({
      ...{ kind: 'cacheSchedules' as const, cluster: cluster.slug, name, id },
      spec: toSpec({ task: cacheTask.parse(task), cron, timeZone, missedRuns, enabled }),
    }))
  },
  async create(ctx, object) {
    const { enabled, ...given } = cacheScheduleSpec.parse(object.spec)
    const { id } = await createCacheSchedule(ctx, {
      ...given,
      name: object.name,
      cluster: requireSlug(object),
    })
    if (!enabled) await disableCacheSchedule(ctx, { id })
  },
  async update(ctx, present, object) {
    const { enabled, task: _, ...given } = cacheScheduleSpec.parse(object.spec)
    const { id } = await updateCacheSchedule(ctx, { id: present.id, ...given, name: object.name })
    await setEnabled(
      present,
      enabled,
      () => enableCacheSchedule(ctx, { id }),
      () => disableCacheSchedule(ctx, { id }),
    )
  },
  remove: (ctx, { id }) => removeCacheSchedule(ctx, { id }),
}

async function setEnabled(
  present: PresentObject,
  wanted: boolean,
  enable: () => Promise<unknown>,
  disable: () => Promise<unknown>,
): Promise<void> {
  if (wanted === isEnabled(present)) return
  await (wanted ? enable() : disable())
}
