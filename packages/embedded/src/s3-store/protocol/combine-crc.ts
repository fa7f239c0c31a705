export type CrcAlgorithm = keyof typeof POLYNOMIAL

const WIDTH: Record<CrcAlgorithm, bigint> = { CRC32: 32n, CRC32C: 32n, CRC64NVME: 64n }

/**
 * CRC of two pieces of data joined, from their CRCs and the length of the second: a·x^(8·length) + b, modulo the
 * generator. Polynomials are reflected: the highest bit is x^0. (The same method as zlib's crc32_combine.)
 */
export function combineCrc(
  algorithm: CrcAlgorithm,
  first: bigint,
  second: bigint,
  secondBytes: number,
): bigint {
  return multiply(algorithm, first, powerOfX(algorithm, BigInt(secondBytes) * 8n)) ^ second
}

function multiply(algorithm: CrcAlgorithm, a: bigint, b: bigint): bigint {
  const polynomial = POLYNOMIAL[algorithm]
  let factor = b
  let product = 0n
  for (let bit = WIDTH[algorithm] - 1n; bit >= 0n; bit -= 1n) {
    if ((a >> bit) & 1n) product ^= factor
    factor = factor & 1n ? (factor >> 1n) ^ polynomial : factor >> 1n
  }
  return product
}

function powerOfX(algorithm: CrcAlgorithm, exponent: bigint): bigint {
  const one = 1n << (WIDTH[algorithm] - 1n)
  let power = one
  let square = one >> 1n
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = multiply(algorithm, power, square)
    square = multiply(algorithm, square, square)
  }
  return power
}

/** Reflected CRC-32C (Castagnoli), incremental: start with 0, feed with the last value. */
export function updateCrc32c(crc: number, data: Uint8Array): number {
  let value = ~crc
  for (let i = 0; i < data.length; i += 1) {
    value = (value >>> 8) ^ (CRC32C_TABLE[(value ^ (data[i] ?? 0)) & 0xff] ?? 0)
  }
  return ~value >>> 0
}

/** CRC-64/NVME in two 32-bit halves (BigInt arithmetic per byte is about 50 times slower). */
export interface Crc64 {
  readonly high: number
  readonly low: number
}

export function updateCrc64Nvme(crc: Crc64, data: Uint8Array): Crc64 {
  let high = ~crc.high
  let low = ~crc.low
  for (let i = 0; i < data.length; i += 1) {
    const index = (low ^ (data[i] ?? 0)) & 0xff
    low = ((low >>> 8) | (high << 24)) ^ (CRC64_LOW[index] ?? 0)
    high = (high >>> 8) ^ (CRC64_HIGH[index] ?? 0)
  }
  return { high: ~high >>> 0, low: ~low >>> 0 }
}

/** Reflected generator polynomials, without their highest term. */
const POLYNOMIAL = {
  CRC32: 0xedb88320n,
  CRC32C: 0x82f63b78n,
  CRC64NVME: 0x9a6c9329ac4bc9b5n,
} as const

const CRC32C_TABLE = Uint32Array.from(makeTable(POLYNOMIAL.CRC32C), Number)
const CRC64_TABLE = makeTable(POLYNOMIAL.CRC64NVME)
const CRC64_LOW = Uint32Array.from(CRC64_TABLE, (entry) => Number(entry & 0xffffffffn))
const CRC64_HIGH = Uint32Array.from(CRC64_TABLE, (entry) => Number(entry >> 32n))

function makeTable(polynomial: bigint): bigint[] {
  return Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte)
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n
    return value
  })
}
