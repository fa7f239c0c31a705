import { configFilesSpec, type StateObject } from '@frostline/domain'
import { setConfigTarget } from '../../../storage/config-target/config-targets.ts'
import { folderByNode } from '../../../storage/config-target/read-target.ts'
import type { ServiceContext } from '../../base/context.ts'
import { requireSlug } from '../require-slug.ts'
import type { LedgerAdapter } from '../state-adapter.ts'

const set = (ctx: ServiceContext, object: StateObject) =>
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
  create: set,
  update: (ctx, _, object) => set(ctx, object),
}
