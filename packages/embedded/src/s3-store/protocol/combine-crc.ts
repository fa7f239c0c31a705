import { POLYNOMIAL } from './crc-tables.ts'

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
