import { S3Error } from '../protocol/s3-error.ts'
import { decodeUri, parseQuery } from '../protocol/uri-encoding.ts'

/** A request target taken apart. `bucket` and `key` are '' where the target names none. */
export interface RequestTarget {
  /** The decoded path as sent (virtual-host requests omit the bucket): what the signature covers. */
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly bucket: string
  readonly key: string
}

/**
 * Reads a target in path style (`/bucket/key`), or in virtual-host style when the Host header is `<bucket>.localhost` or
 * `<bucket>.s3.localhost`. No URL class: it would resolve the dots of keys like `a/../b`.
 */
export function parseTarget(url: string, host: string): RequestTarget {
  const questionMark = url.indexOf('?')
  const rawPath = questionMark < 0 ? url : url.slice(0, questionMark)
  if (!rawPath.startsWith('/')) throw new S3Error('InvalidURI', "Couldn't parse the specified URI.")
  const query = parseQuery(questionMark < 0 ? '' : url.slice(questionMark + 1))
  const path = decodeUri(rawPath)
  const hostBucket = /^(.+?)(?:\.s3)?\.localhost(?::\d+)?$/i.exec(host)?.[1]
  if (hostBucket !== undefined && hostBucket !== 's3') {
    return { path, query, bucket: hostBucket, key: checkKey(path.slice(1)) }
  }
  // Cut before decoding: an encoded slash belongs to the key.
  const slash = rawPath.indexOf('/', 1)
  const bucket = decodeUri(slash < 0 ? rawPath.slice(1) : rawPath.slice(1, slash))
  return { path, query, bucket, key: checkKey(slash < 0 ? '' : decodeUri(rawPath.slice(slash + 1))) }
}

export function checkKey(key: string): string {
  if (Buffer.byteLength(key) > 1024) {
    throw new S3Error('KeyTooLongError', 'Your key is too long: a key has at most 1024 bytes of UTF-8.', {
      fields: { MaxSizeAllowed: '1024', Size: String(Buffer.byteLength(key)) },
    })
  }
  return key
}
