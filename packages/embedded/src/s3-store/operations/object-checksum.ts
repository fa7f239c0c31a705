import {
  type Checksum,
  type ChecksumAlgorithm,
  checksumHeader,
  createChecksumHasher,
  joinChecksums,
} from '../protocol/checksums.ts'
import { S3Error } from '../protocol/s3-error.ts'
import { readChecksumHeader } from '../server/declared-checksum.ts'
import { type OperationContext, readHeader } from '../server/operation-context.ts'
import type { Upload } from '../storage/object-index.ts'
import { streamSegments } from '../storage/read-segments.ts'
import type { PartRecord } from '../storage/records.ts'

/**
 * The checksum of the object made from the parts, compared with the one that CompleteMultipartUpload declares: there
 * `x-amz-checksum-*` is that of the object and not of the request's body. An upload without an algorithm gets the
 * declared CRC; its bytes are read where the parts came without one.
 *
 * @throws InvalidRequest for another algorithm than the upload's, BadDigest for another value or type.
 */
export async function settleObjectChecksum(
  context: OperationContext,
  upload: Upload,
  parts: readonly PartRecord[],
): Promise<Checksum | null> {
  const declared = readChecksumHeader(context.request)
  const checksum =
    joinPartChecksums(upload, parts) ??
    (declared === null ? null : await computeFullObject(context, declared.algorithm, parts))
  checkType(context, checksum)
  if (declared === null || checksum === null) return checksum
  if (declared.algorithm !== checksum.algorithm) {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created using the ${checksum.algorithm} checksum; the complete request has ${checksumHeader(declared.algorithm)}.`,
    )
  }
  // A composite one may lack the number of parts at its end.
  if (declared.value !== checksum.value && declared.value !== checksum.value.replace(/-\d+$/, '')) {
    throw new S3Error(
      'BadDigest',
      `The ${checksum.algorithm} you specified did not match the calculated checksum.`,
      { fields: { ExpectedDigest: declared.value, CalculatedDigest: checksum.value } },
    )
  }
  return checksum
}

function joinPartChecksums({ record }: Upload, parts: readonly PartRecord[]): Checksum | null {
  if (!record.checksum) return null
  const { algorithm, type } = record.checksum
  const values = valuesOf(algorithm, parts)
  return values && joinChecksums(algorithm, type, values)
}

async function computeFullObject(
  { storage: { blobs } }: OperationContext,
  algorithm: ChecksumAlgorithm,
  parts: readonly PartRecord[],
): Promise<Checksum> {
  if (algorithm === 'SHA1' || algorithm === 'SHA256') {
    throw new S3Error(
      'InvalidRequest',
      `The upload was created without a checksum algorithm. For ${algorithm}, create it with x-amz-checksum-algorithm.`,
    )
  }
  const values = valuesOf(algorithm, parts)
  if (values) return joinChecksums(algorithm, 'FULL_OBJECT', values)
  const segments = parts.flatMap((part) => part.segments)
  const hasher = createChecksumHasher(algorithm)
  blobs.retain(segments)
  try {
    for await (const piece of streamSegments(blobs, segments)) hasher.update(piece)
  } finally {
    blobs.release(segments)
  }
  return { algorithm, value: hasher.digest(), type: 'FULL_OBJECT' }
}

function valuesOf(algorithm: ChecksumAlgorithm, parts: readonly PartRecord[]) {
  const values = parts.flatMap(({ checksum, sizeBytes }) =>
    checksum?.algorithm === algorithm ? [{ value: checksum.value, sizeBytes }] : [],
  )
  return values.length === parts.length ? values : null
}

function checkType(context: OperationContext, checksum: Checksum | null): void {
  const type = readHeader(context, 'x-amz-checksum-type')
  if (type === undefined || type === checksum?.type) return
  throw new S3Error(
    'BadDigest',
    `The x-amz-checksum-type you specified, ${type}, is not that of the upload, ${checksum?.type ?? 'none'}.`,
  )
}
