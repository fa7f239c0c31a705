import { sourceSpec } from '@frostline/domain'
import { createSource, removeSource, updateSource } from '../../../loads/source/change-sources.ts'
import { sourceSecretPlace } from '../../../loads/source/store-source.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

function toInput(name: string, given: unknown, secret: string) {
  const { secret: _, ...spec } = sourceSpec.parse(given)
  return { ...spec, name, secretAccessKey: secret }
}

export const sourceAdapter: LedgerAdapter = {
  async read({ db, clusters }) {
    const rows = await db.source.findMany()
    return rows.map(({ id, name, endpoint, region, pathStyle, buckets, auth, sealedSecret, ...row }) => ({
      ...{ kind: 'sources' as const, cluster: null, name, id },
      spec: toSpec({
        ...{ endpoint, region, pathStyle, buckets, auth },
        ...{ accessKeyId: row.accessKeyId ?? '', collectionName: row.collectionName ?? '' },
      }),
      ...(sealedSecret
        ? { secrets: { secret: () => clusters.secrets.open(sourceSecretPlace(id), sealedSecret) } }
        : {}),
    }))
  },
  create: (ctx, { name, spec }, { secret }) => createSource(ctx, toInput(name, spec, secret)),
  update: (ctx, { id }, { name, spec }, { secret }) =>
    updateSource(ctx, { id, ...toInput(name, spec, secret) }),
  remove: (ctx, { id }) => removeSource(ctx, { id }),
}
