import { type S3Access, type S3Arguments, type S3Object, s3Arguments } from '@frostline/clickhouse'
import type { Source } from '@frostline/db'
import { writeGlobPath, writeObjectPath } from '@frostline/domain'
import { createObjectStore, type ObjectStore } from '@frostline/object-store'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import { checkedLookup } from '../../platform/net/checked-lookup.ts'
import { nothingExempt } from '../../platform/net/explain-address.ts'
import { endpointUrl, requireAllowedEndpoint } from './check-address.ts'
import { findSource } from './source-record.ts'
import { sourceSecretPlace } from './store-source.ts'

/** What a statement reads from a bucket: one exact object, or all that an engine pattern matches. */
export type SourceObjects = ({ key: string } | { glob: string }) & Omit<S3Object, 'url'>

/** An open connection to a source, for the console and for statements. It must be closed. */
export interface OpenSource {
  readonly id: string
  readonly name: string
  readonly buckets: readonly string[]
  /** As the console reaches it. */
  readonly store: ObjectStore
  /**
   * For `s3(…)` and `s3Cluster(cluster, …)`. Send `params`, show and store only `shown`. `exactPath`, where given, must
   * be compared: `WHERE _path = …` (see writeObjectPath).
   * @throws ServiceError `invalid` for a key that ClickHouse cannot name.
   */
  arguments(bucket: string, objects: SourceObjects): S3Arguments & { exactPath: string | undefined }
  close(): void
}

/** Nothing is sent yet. @throws ServiceError `not_found`, `invalid`; SecretOpenError */
export async function openSource(ctx: ServiceContext, id: string): Promise<OpenSource> {
  const source = await findSource(ctx.db, id)
  await requireAllowedEndpoint(ctx.db, source, ctx.sourceAddresses ?? nothingExempt)
  return openSourceWith(ctx, source, readSourceSecret(ctx, source))
}

/** Only to connect now, never to return. @throws SecretOpenError */
export function readSourceSecret(
  ctx: Pick<ServiceContext, 'clusters'>,
  { id, sealedSecret }: Pick<Source, 'id' | 'sealedSecret'>,
): string | undefined {
  return sealedSecret === null ? undefined : ctx.clusters.secrets.open(sourceSecretPlace(id), sealedSecret)
}

type Reached = Pick<
  Source,
  'id' | 'name' | 'endpoint' | 'region' | 'pathStyle' | 'buckets' | 'auth' | 'accessKeyId' | 'collectionName'
>

/** The same for an unsaved one. */
export function openSourceWith(
  ctx: Pick<ServiceContext, 'sourceAddresses'>,
  source: Reached,
  secret: string | undefined,
): OpenSource {
  const { id, name, buckets, endpoint, region, accessKeyId } = source
  const store = createObjectStore({
    endpoint: endpoint === '' ? undefined : endpoint,
    region,
    forcePathStyle: source.pathStyle,
    ...(accessKeyId !== null && secret !== undefined ? { accessKeyId, secretAccessKey: secret } : {}),
    requestTimeoutMs: 10_000,
    maxAttempts: 2,
    lookup: checkedLookup(ctx.sourceAddresses ?? nothingExempt),
  })
  const access = accessOf(source, secret)
  return {
    id,
    name,
    buckets,
    store,
    arguments(bucket, objects) {
      const base = bucketUrl(source, bucket)
      if ('glob' in objects) {
        const { glob, ...rest } = objects
        return {
          ...s3Arguments(access, { ...rest, url: `${base}/${writeGlobPath(glob)}` }),
          exactPath: undefined,
        }
      }
      const { key, ...rest } = objects
      const path = writeObjectPath(key)
      if (path.kind === 'unreadable')
        throw new ServiceError(
          'invalid',
          `ClickHouse cannot read the object ${JSON.stringify(key)}: ${path.reason}`,
          {
            hint: 'Copy it to another key, then load the copy.',
          },
        )
      const exactPath = path.kind === 'pattern' ? `${bucket}/${key}` : undefined
      return { ...s3Arguments(access, { ...rest, url: `${base}/${path.path}` }), exactPath }
    },
    close: () => store.close(),
  }
}

/**
 * ClickHouse takes the first path segment for the bucket, unless it knows that the host contains it (26.7): so stores
 * other than Amazon's are named in path style, whatever the console uses.
 */
export function bucketUrl(source: Pick<Source, 'endpoint' | 'region'>, bucket: string): string {
  return source.endpoint === ''
    ? `https://${bucket}.s3.${source.region}.amazonaws.com`
    : `${endpointUrl(source)}/${bucket}`
}

function accessOf(source: Reached, secret: string | undefined): S3Access {
  if (source.auth === 'collection') return { kind: 'collection', name: source.collectionName ?? '' }
  if (source.auth === 'environment' || source.accessKeyId === null || secret === undefined)
    return { kind: 'environment' }
  return { kind: 'keys', accessKeyId: source.accessKeyId, secretAccessKey: secret }
}
