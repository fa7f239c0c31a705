import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Crc64, combineCrc, updateCrc32c, updateCrc64Nvme } from './combine-crc.ts'

/* The additional checksums of S3 (user guide, "Checking object integrity"): base64 of the big-endian value. A
    multipart object has either the checksum of its parts' checksums (COMPOSITE, followed by "-<parts>") or, for the
    CRCs, one of the whole object combined from its parts (FULL_OBJECT). CRC64NVME is always FULL_OBJECT. */

export const CHECKSUM_ALGORITHMS = ['CRC32', 'CRC32C', 'CRC64NVME', 'SHA1', 'SHA256'] as const
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number]
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE'

export interface Checksum {
  readonly algorithm: ChecksumAlgorithm
  readonly value: string
  readonly type: ChecksumType
}

export interface ChecksumHasher {
  update(data: Buffer): void
  /** Base64 of the checksum so far; ends the hasher. */
  digest(): string
}

export function checksumHeader(algorithm: ChecksumAlgorithm): string {
  return `x-amz-checksum-${algorithm.toLowerCase()}`
}

/** Name of the XML element that carries a checksum of this algorithm. */
export function checksumElement(algorithm: ChecksumAlgorithm): string {
  return `Checksum${algorithm}`
}

export function findAlgorithm(name: string): ChecksumAlgorithm | null {
  return CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === name.toUpperCase()) ?? null
}

export function createChecksumHasher(algorithm: ChecksumAlgorithm): ChecksumHasher {
  switch (algorithm) {
    case 'SHA1':
    case 'SHA256': {
      const hash = createHash(algorithm.toLowerCase())
      return { update: (data) => void hash.update(data), digest: () => hash.digest('base64') }
    }
    case 'CRC32': {
      let crc = 0
      return {
        update: (data) => {
          crc = crc32(data, crc)
        },
        digest: () => encodeCrc(BigInt(crc), 4),
      }
    }
    case 'CRC32C': {
      let crc = 0
      return {
        update: (data) => {
          crc = updateCrc32c(crc, data)
        },
        digest: () => encodeCrc(BigInt(crc), 4),
      }
    }
    case 'CRC64NVME': {
      let crc: Crc64 = { high: 0, low: 0 }
      return {
        update: (data) => {
          crc = updateCrc64Nvme(crc, data)
        },
        digest: () => encodeCrc((BigInt(crc.high) << 32n) | BigInt(crc.low), 8),
      }
    }
  }
}

/** Checksum of a multipart object from those of its parts, in order. The SHA algorithms support only COMPOSITE. */
export function joinChecksums(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: readonly { readonly value: string; readonly sizeBytes: number }[],
): Checksum {
  if (type === 'COMPOSITE' || algorithm === 'SHA1' || algorithm === 'SHA256') {
    const hasher = createChecksumHasher(algorithm)
    for (const part of parts) hasher.update(Buffer.from(part.value, 'base64'))
    return { algorithm, value: `${hasher.digest()}-${parts.length}`, type: 'COMPOSITE' }
  }
  const bytes = algorithm === 'CRC64NVME' ? 8 : 4
  const joined = parts.reduce(
    (crc, part) => combineCrc(algorithm, crc, decodeCrc(part.value), part.sizeBytes),
    0n,
  )
  return { algorithm, value: encodeCrc(joined, bytes), type: 'FULL_OBJECT' }
}

function encodeCrc(crc: bigint, bytes: 4 | 8): string {
  return Buffer.from(crc.toString(16).padStart(bytes * 2, '0'), 'hex').toString('base64')
}

function decodeCrc(value: string): bigint {
  return BigInt(`0x${Buffer.from(value, 'base64').toString('hex')}`)
}
