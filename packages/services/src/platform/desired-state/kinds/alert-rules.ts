import {
  customRuleSpec,
  isBuiltIn,
  maintenanceSpec,
  type StateObject,
  timeWindowInput,
  wholeSpec,
} from '@frostline/domain'
import { z } from 'zod'
import { createCustomRule, removeCustomRule, updateCustomRule } from '../../alert/custom-rules.ts'
import { createMaintenance, endMaintenance, updateMaintenance } from '../../alert/maintenance.ts'
import { toCustomRule } from '../../alert/read-custom-rules.ts'
import { readAlertRules } from '../../alert/read-rules.ts'
import { updateAlertRule } from '../../alert/rules.ts'
import type { ServiceContext } from '../../base/context.ts'
import { ServiceError } from '../../base/service-error.ts'
import { idsOfClusters, readSlugs } from '../cluster-slugs.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

const builtInRule = z.object({
  enabled: z.boolean(),
  threshold: z.number(),
  holdSeconds: z.number(),
  clearSeconds: z.number(),
})

async function setRule(ctx: ServiceContext, object: StateObject): Promise<void> {
  if (!isBuiltIn(object.name))
    throw new ServiceError('invalid', `There is no alert rule ${object.name}.`, { hint: 'Correct the file.' })
  await updateAlertRule(ctx, { kind: object.name, ...builtInRule.parse(wholeSpec(object)) })
}

/** Each built-in rule exists always. */
export const alertRuleAdapter: LedgerAdapter = {
  async read({ db }) {
    const rules = await readAlertRules(db)
    return Object.values(rules).map(({ kind: name, ...spec }) => ({
      ...{ kind: 'alertRules' as const, cluster: null, name, id: name, spec: toSpec(spec) },
    }))
  },
  create: setRule,
  update: (ctx, _, object) => setRule(ctx, object),
}

async function toRule(ctx: ServiceContext, { name, spec }: StateObject) {
  const { cluster, ...rule } = customRuleSpec.parse(spec)
  const [clusterId = null] = cluster === null ? [] : await idsOfClusters(ctx.db, [cluster])
  return { ...rule, name, clusterId }
}

export const customRuleAdapter: LedgerAdapter = {
  async read({ db }) {
    const slugs = await readSlugs(db)
    const rows = await db.customAlertRule.findMany()
    return rows.flatMap((row) => {
      const rule = toCustomRule(row)
      if (!rule) return []
      const { id, name, clusterId, metric, comparison, threshold, windowMinutes, severity, enabled } = rule
      const { holdSeconds, clearSeconds } = rule
      const cluster = clusterId === null ? null : (slugs.get(clusterId) ?? null)
      return {
        ...{ kind: 'customRules' as const, cluster: null, name, id },
        spec: toSpec({
          ...{
            cluster,
            metric,
            comparison,
            threshold,
            windowMinutes,
            holdSeconds,
            clearSeconds,
            severity,
            enabled,
          },
        }),
      }
    })
  },
  create: async (ctx, object) => createCustomRule(ctx, await toRule(ctx, object)),
  update: async (ctx, { id }, object) => updateCustomRule(ctx, { id, ...(await toRule(ctx, object)) }),
  remove: (ctx, { id }) => removeCustomRule(ctx, { id }),
}

async function toWindow(ctx: ServiceContext, { name, spec }: StateObject) {
  const { clusters, startsAt, endsAt, weekly, ...rest } = maintenanceSpec.parse(spec)
  return {
    ...{ ...rest, name, clusterIds: await idsOfClusters(ctx.db, clusters) },
    ...(startsAt && endsAt ? { startsAt: new Date(startsAt), endsAt: new Date(endsAt) } : {}),
    ...(weekly ? { weekly } : {}),
  }
}

/** Those that have not ended. Of several with one name, the oldest is the one of the file. */
export const maintenanceAdapter: LedgerAdapter = {
  async read({ db, now }) {
    const slugs = await readSlugs(db)
    const rows = await db.maintenanceWindow.findMany({
      where: { endedAt: null, OR: [{ endsAt: null }, { endsAt: { gt: now() } }] },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    })
    const first = rows.filter(({ name }, index) => rows.findIndex((row) => row.name === name) === index)
    return first.map(({ id, name, startsAt, endsAt, weekly, clusterIds, nodes, kinds }) => ({
      ...{ kind: 'maintenanceWindows' as const, cluster: null, name, id },
      spec: toSpec({
        ...(startsAt && endsAt ? { startsAt, endsAt } : { weekly: timeWindowInput.parse(weekly) }),
        ...{ clusters: clusterIds.flatMap((each) => slugs.get(each) ?? []), nodes, kinds },
      }),
    }))
  },
  create: async (ctx, object) => createMaintenance(ctx, await toWindow(ctx, object)),
  update: async (ctx, { id }, object) => updateMaintenance(ctx, { id, ...(await toWindow(ctx, object)) }),
  remove: (ctx, { id }) => endMaintenance(ctx, { id }),
}
