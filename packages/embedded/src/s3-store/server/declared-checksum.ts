import type { IncomingMessage } from 'node:http'
import {
  CHECKSUM_ALGORITHMS,
  type ChecksumAlgorithm,
  checksumHeader,
  findAlgorithm,
} from '../protocol/checksums.ts'
import { S3Error } from '../protocol/s3-error.ts'

export interface DeclaredChecksum {
  readonly algorithm: ChecksumAlgorithm
  /** Null when the client named only the algorithm, or sends the value after the body. */
  readonly value: string | null
  readonly inTrailer: string | null
}

const DIGEST_BYTES: Record<ChecksumAlgorithm, number> = {
  CRC32: 4,
  CRC32C: 4,
  CRC64NVME: 8,
  SHA1: 20,
  SHA256: 32,
}

/** The one checksum in a header, or null. @throws InvalidRequest for two, or for a value of a wrong length. */
export function readChecksumHeader(
  request: IncomingMessage,
): { readonly algorithm: ChecksumAlgorithm; readonly value: string } | null {
  const given = CHECKSUM_ALGORITHMS.filter((name) => request.headers[checksumHeader(name)] !== undefined)
  const [algorithm] = given
  if (given.length > 1) {
    throw new S3Error(
      'InvalidRequest',
      'Expecting a single x-amz-checksum- header. Multiple checksum types are not allowed.',
    )
  }
  if (algorithm === undefined) return null
  const value = String(request.headers[checksumHeader(algorithm)])
  // A composite one ends with the number of parts.
  const digest = Buffer.from(value.replace(/-\d+$/, ''), 'base64')
  if (digest.length !== DIGEST_BYTES[algorithm]) {
    throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`)
  }
  return { algorithm, value }
}

/** The additional checksum of a body: by a header with its value, by an announced trailer, or only by its algorithm. */
export function readDeclaredChecksum(request: IncomingMessage): DeclaredChecksum | null {
  const inHeader = readChecksumHeader(request)
  if (inHeader) return { ...inHeader, inTrailer: null }
  const trailer = readHeader(request, 'x-amz-trailer')
  const inTrailer = CHECKSUM_ALGORITHMS.find((name) => checksumHeader(name) === trailer?.trim().toLowerCase())
  if (inTrailer !== undefined)
    return { algorithm: inTrailer, value: null, inTrailer: checksumHeader(inTrailer) }
  if (trailer !== undefined) {
    throw new S3Error('InvalidRequest', 'The value specified in the x-amz-trailer header is not supported.')
  }
  const named = readNamedAlgorithm(request)
  return named === null ? null : { algorithm: named, value: null, inTrailer: null }
}

/** The algorithm of x-amz-checksum-algorithm or x-amz-sdk-checksum-algorithm, or null without one. */
export function readNamedAlgorithm(request: IncomingMessage): ChecksumAlgorithm | null {
  const name =
    readHeader(request, 'x-amz-checksum-algorithm') ?? readHeader(request, 'x-amz-sdk-checksum-algorithm')
  if (name === undefined || name.toUpperCase() === 'MD5') return null
  const algorithm = findAlgorithm(name)
  if (algorithm === null) {
    throw new S3Error(
      'InvalidRequest',
      `Checksum algorithm ${name} is not one of ${CHECKSUM_ALGORITHMS.join(', ')}.`,
    )
  }
  return algorithm
}

function readHeader(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
