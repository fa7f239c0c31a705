import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { classifyStoreFailure, StoreListingError } from './failure.ts'

export interface StoredObject {
  key: string
  sizeBytes: bigint
  /** Without the quotes. Not an MD5 for multipart uploads. */
  etag: string
  lastModified: Date
}

export interface ListPage {
  objects: StoredObject[]
  /** With a delimiter: what lies between the prefix and the next delimiter, as whole prefixes. */
  prefixes: string[]
}

export interface ListOptions {
  prefix?: string | undefined
  /** Usually `/`, to list one level like a folder. */
  delimiter?: string | undefined
  /** Begins after this key, in the store's order (bytes of UTF-8). */
  startAfter?: string | undefined
  /** At most 1000, the store's limit and the default. */
  pageSize?: number | undefined
  signal?: AbortSignal | undefined
}

/** Pages in the store's order, each asked for when it is read. Throws StoreListingError: half a list is no list. */
export async function* listPages(
  client: S3Client,
  bucket: string,
  options: ListOptions,
): AsyncGenerator<ListPage> {
  let token: string | undefined
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: options.prefix,
      Delimiter: options.delimiter,
      StartAfter: options.startAfter,
      MaxKeys: options.pageSize,
      ContinuationToken: token,
    })
    const page = await client
      .send(command, options.signal === undefined ? {} : { abortSignal: options.signal })
      .catch((thrown: unknown) => {
        throw new StoreListingError(classifyStoreFailure(thrown), bucket, options.prefix ?? '')
      })
    yield {
      objects: (page.Contents ?? []).map((item) => ({
        key: item.Key ?? '',
        sizeBytes: BigInt(item.Size ?? 0),
        etag: unquoteEtag(item.ETag),
        lastModified: item.LastModified ?? new Date(0),
      })),
      prefixes: (page.CommonPrefixes ?? []).flatMap((item) =>
        item.Prefix === undefined ? [] : [item.Prefix],
      ),
    }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

export function unquoteEtag(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '')
}
