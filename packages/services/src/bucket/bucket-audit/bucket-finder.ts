import type { RemoteFileRow } from '@frostline/clickhouse'
import { SecretOpenError } from '@frostline/db'
import { type OpenSource, openSource } from '../../loads/source/open-source.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { ServiceError } from '../../platform/base/service-error.ts'
import type { BucketPlace } from './schema.ts'

/** Caches results, which cost a request each. A source that does not answer is not asked again. */
export class BucketFinder {
  readonly #silent = new Set<string>()
  #places: readonly BucketPlace[]

  private constructor(private readonly sources: readonly OpenSource[]) {
    this.#places = sources.flatMap(({ id, name, buckets }) =>
      buckets.map((bucket) => ({ sourceId: id, sourceName: name, bucket })),
    )
  }

  /** Covers all saved sources that can be opened. */
  static async open(ctx: ServiceContext): Promise<BucketFinder> {
    const rows = await ctx.db.source.findMany({ select: { id: true }, orderBy: { name: 'asc' } })
    const sources: OpenSource[] = []
    for (const { id } of rows)
      try {
        sources.push(await openSource(ctx, id))
      } catch (error) {
        if (!(error instanceof ServiceError) && !(error instanceof SecretOpenError)) throw error
      }
    return new BucketFinder(sources)
  }

  /** The first place that has one of these objects with its size, or null. */
  async find(samples: readonly RemoteFileRow[]): Promise<BucketPlace | null> {
    for (const place of this.#places) {
      if (!(await this.#has(place, samples))) continue
      this.#places = [place, ...this.#places.filter((other) => other !== place)]
      return place
    }
    return null
  }

  /** The first place that has the object, or null. */
  async findKey(key: string) {
    for (const place of this.#places) {
      const source = this.sources.find(({ id }) => id === place.sourceId)
      if (!source || this.#silent.has(place.sourceId)) continue
      const answer = await source.store.head(place.bucket, key)
      if (answer.kind === 'unreachable') this.#silent.add(place.sourceId)
      if (answer.kind !== 'ok') continue
      const { sizeBytes, lastModified: modifiedAt, etag } = answer
      return { ...place, sizeBytes, modifiedAt, etag }
    }
    return null
  }

  async #has({ sourceId, bucket }: BucketPlace, samples: readonly RemoteFileRow[]): Promise<boolean> {
    const source = this.sources.find(({ id }) => id === sourceId)
    for (const { remote_path, size } of samples) {
      if (!source || this.#silent.has(sourceId)) return false
      const answer = await source.store.head(bucket, remote_path)
      if (answer.kind === 'unreachable') this.#silent.add(sourceId)
      if (answer.kind === 'ok' && answer.sizeBytes === size) return true
      if (answer.kind === 'denied') return false
    }
    return false
  }

  close(): void {
    for (const source of this.sources) source.close()
  }
}
