import { clusterSettingsSpec, priceBook, type StateObject } from '@frostline/domain'
import type { ServiceContext } from '../../base/context.ts'
import { setApprovalRequired } from '../../cluster/set-approval.ts'
import { setPriceBook } from '../../cost/price-book.ts'
import { requireSlug } from '../require-slug.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

const setSettings = (ctx: ServiceContext, object: StateObject) =>
  setApprovalRequired(ctx, { cluster: requireSlug(object), ...clusterSettingsSpec.parse(object.spec) })

export const settingsAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.cluster.findMany({ select: { id: true, slug: true, approvalRequired: true } })
    return rows.map(({ id, slug, approvalRequired }) => ({
      ...{ kind: 'settings' as const, cluster: slug, name: '', id, spec: { approvalRequired } },
    }))
  },
  create: setSettings,
  update: (ctx, _, object) => setSettings(ctx, object),
}

const setPrices = (ctx: ServiceContext, object: StateObject) =>
  setPriceBook(ctx, { cluster: requireSlug(object), book: priceBook.parse(object.spec) })

export const pricesAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.priceBook.findMany({ include: { cluster: { select: { slug: true } } } })
    return rows.map(({ clusterId, cluster, prices }) => ({
      ...{ kind: 'prices' as const, cluster: cluster.slug, name: '', id: clusterId },
      spec: toSpec(priceBook.parse(prices)),
    }))
  },
  create: setPrices,
  update: (ctx, _, object) => setPrices(ctx, object),
}
