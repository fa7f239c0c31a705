import { clusterSettingsSpec, configFilesSpec, priceBook, type StateObject } from '@frostline/domain'
import { setConfigTarget } from '../../../storage/config-target/config-targets.ts'
import { folderByNode } from '../../../storage/config-target/read-target.ts'
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

const setFolders = (ctx: ServiceContext, object: StateObject) =>
  setConfigTarget(ctx, { cluster: requireSlug(object), ...configFilesSpec.parse(object.spec) })

/** A worker tests the folders before it writes there. */
export const configFilesAdapter: LedgerAdapter = {
  async read({ db }) {
    const rows = await db.configTarget.findMany({ include: { cluster: { select: { slug: true } } } })
    return rows.map(({ clusterId, cluster, kind, folder, folderByNode: own }) => ({
      ...{ kind: 'configFiles' as const, cluster: cluster.slug, name: '', id: clusterId },
      spec: { kind, folder, folderByNode: folderByNode.parse(own) },
    }))
  },
  create: setFolders,
  update: (ctx, _, object) => setFolders(ctx, object),
}
