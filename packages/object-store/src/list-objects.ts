import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import { classifyStoreFailure, type StoreFailure, StoreListingError } from './failure.ts'

export interface StoredObject {
  key: string
  sizeBytes: bigint
  /** Without the quotes. Not an MD5 for multipart uploads. */
  etag: string
  lastModified: Date
  /** As the store names it: STANDARD, GLACIER, … */
  storageClass: string
}

export interface ListPage {
  objects: StoredObject[]
  /** With a delimiter: the common prefixes up to the next delimiter. */
  prefixes: string[]
}

export interface ListOptions {
  prefix?: string | undefined
  /** Usually `/`, to list one level like a folder. */
  delimiter?: string | undefined
  /** Starts after this key, in the store's order (UTF-8 bytes). */
  startAfter?: string | undefined
  /** At most 1000, the store's limit and the default. */
  pageSize?: number | undefined
  signal?: AbortSignal | undefined
}

export interface PageOptions extends ListOptions {
  /** From the previous page: continues where it ended. Replaces startAfter. */
  token?: string | undefined
}

export type PageOutcome = ({ kind: 'ok'; nextToken: string | null } & ListPage) | StoreFailure

/** One page of at most `pageSize` objects and prefixes together. */
export async function listPage(client: S3Client, bucket: string, options: PageOptions): Promise<PageOutcome> {
  const command = new ListObjectsV2Command({
    Bucket: bucket,
    Prefix: options.prefix,
    Delimiter: options.delimiter,
    StartAfter: options.token === undefined ? options.startAfter : undefined,
    MaxKeys: options.pageSize,
    ContinuationToken: options.token,
    // XML cannot represent every character of a key, such as U+0001.
    EncodingType: 'url',
  })
  try {
    const page = await client.send(
      command,
      options.signal === undefined ? {} : { abortSignal: options.signal },
    )
    const decode = page.EncodingType === 'url' ? decodeKey : (text: string) => text
    return {
      kind: 'ok',
      objects: (page.Contents ?? []).map((item) => ({
        key: decode(item.Key ?? ''),
        sizeBytes: BigInt(item.Size ?? 0),
        etag: unquoteEtag(item.ETag),
        lastModified: item.LastModified ?? new Date(0),
        storageClass: item.StorageClass ?? 'STANDARD',
      })),
      prefixes: (page.CommonPrefixes ?? []).flatMap((item) =>
        item.Prefix === undefined ? [] : [decode(item.Prefix)],
      ),
      nextToken: page.IsTruncated ? (page.NextContinuationToken ?? null) : null,
    }
  } catch (thrown) {
    return classifyStoreFailure(thrown)
  }
}

/** Key encoding in S3 listings: percent-encoded, with a plus for a space. */
function decodeKey(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

/**
 * Pages in the store's order, each requested when it is read. Throws StoreListingError, since a partial list must not
 * pass for the whole.
 */
export async function* listPages(
  client: S3Client,
  bucket: string,
  options: ListOptions,
): AsyncGenerator<ListPage> {
  let token: string | undefined
  do {
    const page = await listPage(client, bucket, { ...options, token })
    if (page.kind !== 'ok') throw new StoreListingError(page, bucket, options.prefix ?? '')
    yield { objects: page.objects, prefixes: page.prefixes }
    token = page.nextToken ?? undefined
  } while (token !== undefined)
}

export function unquoteEtag(etag: string | undefined): string {
  return (etag ?? '').replace(/^"|"$/g, '')
}
