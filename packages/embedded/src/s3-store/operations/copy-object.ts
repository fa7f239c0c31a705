import { createHash } from 'node:crypto'
import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumElement,
  createChecksumHasher,
} from '../protocol/checksums.ts'
import type { ByteRange } from '../protocol/range.ts'
import { renderXml, type XmlNode } from '../protocol/render-xml.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { decodeUri } from '../protocol/uri-encoding.ts'
import { readNamedAlgorithm } from '../server/declared-checksum.ts'
import { type Operation, type OperationContext, readHeader, xmlReply } from '../server/operation-context.ts'
import { sliceSegments, streamSegments } from '../storage/read-segments.ts'
import type { ObjectRecord, Segment } from '../storage/records.ts'
import { readAttributes } from './attributes.ts'
import { checkWriteConditions, evaluateReadConditions, preconditionFailed } from './conditions.ts'
import { isReadable, withStorageClass } from './storage-class.ts'

/** Creates a second object over the same blobs: no byte is copied. */
export const copyObject: Operation = async (context) => {
  const { storage, bucket, key } = context
  storage.getBucket(bucket)
  const { object: source } = readCopySource(context)
  const replaces = (name: string): boolean => readDirective(context, name) === 'REPLACE'
  const given = readAttributes(context)
  const replacesMetadata = replaces('x-amz-metadata-directive')
  if (source.key === key && readCopySource(context).bucket === bucket && !replacesMetadata) {
    if (!readHeader(context, 'x-amz-storage-class')) {
      throw new S3Error(
        'InvalidRequest',
        "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
      )
    }
  }
  const whole = { start: 0, end: source.sizeBytes - 1 }
  return copyBytes(context, source, whole, ({ etag, checksum }) => {
    checkWriteConditions(context, storage.getBucket(bucket).objects.get(key))
    const modifiedMs = Date.now()
    storage.commit({
      type: 'putObject',
      bucket,
      object: {
        ...withoutRetrieval(source),
        key,
        etag,
        modifiedMs,
        checksum,
        multipart: null,
        headers: withStorageClass(replacesMetadata ? given.headers : source.headers, context),
        metadata: replacesMetadata ? given.metadata : source.metadata,
        tags: replaces('x-amz-tagging-directive') ? given.tags : source.tags,
      },
    })
    return xmlReply(
      renderXml([
        'CopyObjectResult',
        [...renderCopyResult(etag, modifiedMs, checksum), checksum && ['ChecksumType', checksum.type]],
      ]),
    )
  })
}

/** The copy of an archived object is an object of its own. */
function withoutRetrieval({ retrieval: _, ...object }: ObjectRecord): ObjectRecord {
  return object
}

export function renderCopyResult(etag: string, modifiedMs: number, checksum: Checksum | null): XmlNode[] {
  const fields: XmlNode[] = [
    ['LastModified', new Date(modifiedMs).toISOString()],
    ['ETag', `"${etag}"`],
  ]
  if (checksum) fields.push([checksumElement(checksum.algorithm), checksum.value])
  return fields
}

/** The object named by x-amz-copy-source, its conditions checked. */
export function readCopySource(context: OperationContext): { bucket: string; object: ObjectRecord } {
  // A client that does not encode sends UTF-8, which node's parser returns as latin1.
  const header = Buffer.from(readHeader(context, 'x-amz-copy-source') ?? '', 'latin1').toString('utf8')
  const [path = ''] = header.split('?versionId=')
  const decoded = decodeUri(path.startsWith('/') ? path.slice(1) : path)
  const slash = decoded.indexOf('/')
  if (slash <= 0 || slash === decoded.length - 1) {
    throw new S3Error(
      'InvalidArgument',
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
    )
  }
  const bucket = decoded.slice(0, slash)
  const object = context.storage.getObject(bucket, decoded.slice(slash + 1))
  if (evaluateReadConditions(context, object, 'x-amz-copy-source-') === 'notModified') {
    throw preconditionFailed('x-amz-copy-source-If-None-Match')
  }
  if (!isReadable(object))
    throw new S3Error(
      'ObjectNotInActiveTierError',
      'The source object of the COPY action is not in the active tier and is only stored in Amazon Glacier.',
    )
  return { bucket, object }
}

/**
 * Retains a range of a source while `commit` makes something of its segments. The bytes are read only where the result
 * needs a digest that the source does not have: a part of it, a multipart ETag, or another checksum algorithm.
 */
export async function copyBytes<Result>(
  context: OperationContext,
  source: ObjectRecord,
  range: ByteRange,
  commit: (copy: { etag: string; checksum: Checksum | null; segments: readonly Segment[] }) => Result,
  algorithm: ChecksumAlgorithm | null = readNamedAlgorithm(context.request),
): Promise<Result> {
  const { blobs } = context.storage
  const segments = sliceSegments(source.segments, range)
  const isWhole = range.start === 0 && range.end === source.sizeBytes - 1
  const hasChecksum = algorithm === null || source.checksum?.algorithm === algorithm
  if (isWhole && source.multipart === null && hasChecksum) {
    return commit({ etag: source.etag, checksum: source.checksum, segments })
  }
  const wanted = algorithm ?? (isWhole ? (source.checksum?.algorithm ?? null) : null)
  const hasher = wanted === null ? null : createChecksumHasher(wanted)
  const md5 = createHash('md5')
  blobs.retain(segments)
  try {
    for await (const piece of streamSegments(blobs, segments)) {
      md5.update(piece)
      hasher?.update(piece)
    }
    const checksum: Checksum | null =
      wanted === null || hasher === null
        ? null
        : { algorithm: wanted, value: hasher.digest(), type: 'FULL_OBJECT' }
    return commit({ etag: md5.digest('hex'), checksum, segments })
  } finally {
    blobs.release(segments)
  }
}

function readDirective(context: OperationContext, name: string): 'COPY' | 'REPLACE' {
  const directive = readHeader(context, name) ?? 'COPY'
  if (directive === 'COPY' || directive === 'REPLACE') return directive
  throw new S3Error('InvalidArgument', `Unknown directive ${directive} in ${name}.`)
}
