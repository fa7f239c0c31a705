import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { AwsChunkedDecoder } from '../protocol/aws-chunked.ts'
import { type Checksum, type ChecksumAlgorithm, createChecksumHasher } from '../protocol/checksums.ts'
import { S3Error } from '../protocol/s3-error.ts'
import type { AuthenticatedPayload } from './authenticate.ts'
import { type DeclaredChecksum, readDeclaredChecksum } from './declared-checksum.ts'
import type { OperationContext } from './operation-context.ts'

export type BodySource = Pick<OperationContext, 'request' | 'payload' | 'countBytesIn'>

export interface ChecksumOptions {
  /** Computed where the client declares no checksum. */
  readonly fallback?: ChecksumAlgorithm | null
  /** What the checksum headers refer to: those of CompleteMultipartUpload refer to the object that it creates. */
  readonly checksumOf?: 'body' | 'object'
}

export interface ReceivedBody {
  readonly sizeBytes: number
  readonly md5: Buffer
  /** By the client's declared algorithm, or by `fallback`; null without either. */
  readonly checksum: Checksum | null
}

/**
 * Reads a request's body to its end, passing the payload to `sink` piece by piece, and verifies everything the client
 * declared: chunk signatures, SHA-256, length, Content-MD5 and the checksum.
 *
 * @throws S3Error when any of them is wrong, with the connection still usable for the response; what `sink` got is
 * invalid then.
 */
export async function receiveBody(
  { request, payload, countBytesIn }: BodySource,
  sink: (piece: Buffer) => void | Promise<void>,
  { fallback = null, checksumOf = 'body' }: ChecksumOptions = {},
): Promise<ReceivedBody> {
  const { decoder, expectedSha256 } = readFraming(payload)
  const expectedBytes = readExpectedBytes(request, decoder !== null)
  const declared = checksumOf === 'body' ? readDeclaredChecksum(request) : null
  const algorithm = declared?.algorithm ?? fallback
  const checksumHasher = algorithm === null ? null : createChecksumHasher(algorithm)
  const md5 = createHash('md5')
  const sha256 = expectedSha256 === null ? null : createHash('sha256')
  let sizeBytes = 0

  try {
    for await (const raw of request.iterator({ destroyOnReturn: false })) {
      for (const piece of decoder ? decoder.push(raw) : [raw as Buffer]) {
        md5.update(piece)
        sha256?.update(piece)
        checksumHasher?.update(piece)
        sizeBytes += piece.length
        countBytesIn(piece.length)
        await sink(piece)
      }
    }
  } catch (error) {
    if (!request.readableAborted && (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw new S3Error('IncompleteBody', 'The connection ended before the whole body was received.')
  }
  const trailers = decoder?.finish() ?? new Map<string, string>()

  if (expectedBytes !== null && expectedBytes !== sizeBytes) {
    throw new S3Error(
      'IncompleteBody',
      `The body has ${sizeBytes} bytes, the request announced ${expectedBytes}.`,
    )
  }
  const actualSha256 = sha256?.digest('hex')
  if (expectedSha256 !== null && actualSha256 !== expectedSha256) {
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
      {
        fields: { ClientComputedContentSHA256: expectedSha256, S3ComputedContentSHA256: actualSha256 ?? '' },
      },
    )
  }
  const digest = md5.digest()
  checkContentMd5(request, digest)
  const value = checksumHasher?.digest()
  if (declared && value !== undefined) checkDeclared(declared, trailers, value)
  const checksum: Checksum | null =
    algorithm === null || value === undefined ? null : { algorithm, value, type: 'FULL_OBJECT' }
  return { sizeBytes, md5: digest, checksum }
}

/** A small body as text, for the operations that take XML. */
export async function receiveText(source: BodySource, options: ChecksumOptions = {}): Promise<string> {
  const limitBytes = 8 * 1024 * 1024
  const pieces: Buffer[] = []
  let sizeBytes = 0
  const take = (piece: Buffer) => {
    sizeBytes += piece.length
    if (sizeBytes > limitBytes) throw new S3Error('EntityTooLarge', 'The request document is over 8 MiB.')
    pieces.push(piece)
  }
  await receiveBody(source, take, options)
  return Buffer.concat(pieces).toString('utf8')
}

function readFraming(payload: AuthenticatedPayload): {
  decoder: AwsChunkedDecoder | null
  expectedSha256: string | null
} {
  const { payloadHash } = payload
  switch (payloadHash) {
    case 'UNSIGNED-PAYLOAD':
      return { decoder: null, expectedSha256: null }
    case 'STREAMING-UNSIGNED-PAYLOAD-TRAILER':
      return {
        decoder: new AwsChunkedDecoder({ verifier: null, expectsTrailer: true }),
        expectedSha256: null,
      }
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD':
    case 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': {
      const expectsTrailer = payloadHash.endsWith('-TRAILER')
      const decoder = new AwsChunkedDecoder({ verifier: payload.createChunkVerifier(), expectsTrailer })
      return { decoder, expectedSha256: null }
    }
    default:
      if (/^[0-9a-f]{64}$/.test(payloadHash)) return { decoder: null, expectedSha256: payloadHash }
      throw new S3Error(
        'InvalidArgument',
        'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-UNSIGNED-PAYLOAD-TRAILER, STREAMING-AWS4-HMAC-SHA256-PAYLOAD, STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER or a valid sha256 value.',
        { fields: { ArgumentName: 'x-amz-content-sha256', ArgumentValue: payloadHash } },
      )
  }
}

/** Null when only the HTTP framing shows where the body ends. */
function readExpectedBytes(request: IncomingMessage, chunked: boolean): number | null {
  const text = request.headers[chunked ? 'x-amz-decoded-content-length' : 'content-length']
  if (text === undefined) {
    if (!chunked && request.headers['transfer-encoding'] === undefined) return 0
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.')
  }
  if (typeof text !== 'string' || !/^\d+$/.test(text)) {
    throw new S3Error('InvalidArgument', 'x-amz-decoded-content-length must be a number of bytes.')
  }
  return Number(text)
}

function checkContentMd5(request: IncomingMessage, digest: Buffer): void {
  const declared = request.headers['content-md5']
  if (typeof declared !== 'string') return
  const bytes = Buffer.from(declared, 'base64')
  if (bytes.length !== 16) throw new S3Error('InvalidDigest', 'The Content-MD5 you specified is not valid.')
  if (!bytes.equals(digest)) {
    throw new S3Error('BadDigest', 'The Content-MD5 you specified did not match what we received.', {
      fields: { ExpectedDigest: declared, CalculatedDigest: digest.toString('base64') },
    })
  }
}

function checkDeclared(
  declared: DeclaredChecksum,
  trailers: ReadonlyMap<string, string>,
  actual: string,
): void {
  const expected = declared.inTrailer === null ? declared.value : trailers.get(declared.inTrailer)
  if (declared.inTrailer !== null && expected === undefined) {
    throw new S3Error(
      'InvalidRequest',
      `The body lacks the trailer ${declared.inTrailer} that x-amz-trailer named.`,
    )
  }
  if (expected !== undefined && expected !== null && expected !== actual) {
    throw new S3Error(
      'BadDigest',
      `The ${declared.algorithm} you specified did not match the calculated checksum.`,
    )
  }
}
