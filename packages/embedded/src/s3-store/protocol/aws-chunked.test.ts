import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AwsChunkedDecoder, type ChunkVerifier } from './aws-chunked.ts'

/** A verifier with a simple signature: SHA-256 of what came before and of what is signed. */
function makeVerifier(): ChunkVerifier {
  let previous = 'seed'
  const verify = (hash: string, signature: string): boolean => {
    previous = fakeSignature(previous, hash)
    return previous === signature
  }
  return { verifyChunk: verify, verifyTrailer: verify }
}

function fakeSignature(previous: string, hash: string): string {
  return sha256(Buffer.from(`${previous} ${hash}`))
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function encode(
  chunks: readonly Uint8Array[],
  options: { signed: boolean; trailers: [string, string][] },
): Buffer {
  let previous = 'seed'
  const next = (data: Uint8Array): string => {
    previous = fakeSignature(previous, sha256(data))
    return previous
  }
  const pieces: Uint8Array[] = []
  for (const chunk of [...chunks, new Uint8Array()]) {
    const extension = options.signed ? `;chunk-signature=${next(chunk)}` : ''
    pieces.push(Buffer.from(`${chunk.length.toString(16)}${extension}\r\n`))
    if (chunk.length > 0) pieces.push(chunk, Buffer.from('\r\n'))
  }
  const canonical = options.trailers.map(([name, value]) => `${name}:${value}\n`).join('')
  for (const [name, value] of options.trailers) pieces.push(Buffer.from(`${name}:${value}\r\n`))
  if (options.signed && options.trailers.length > 0) {
    pieces.push(Buffer.from(`x-amz-trailer-signature:${next(Buffer.from(canonical))}\r\n`))
  }
  pieces.push(Buffer.from('\r\n'))
  return Buffer.concat(pieces)
}

function decode(
  body: Buffer,
  cuts: readonly number[],
  options: { signed: boolean; expectsTrailer: boolean },
) {
  const decoder = new AwsChunkedDecoder({
    verifier: options.signed ? makeVerifier() : null,
    expectsTrailer: options.expectsTrailer,
  })
  const positions = [...new Set([0, ...cuts.map((cut) => cut % (body.length + 1)), body.length])].sort(
    (a, b) => a - b,
  )
  const payload: Buffer[] = []
  positions.forEach((start, index) => {
    payload.push(...decoder.push(body.subarray(start, positions[index + 1] ?? start)))
  })
  return { payload: Buffer.concat(payload), trailers: decoder.finish() }
}

const chunksArbitrary = fc.array(fc.uint8Array({ minLength: 1, maxLength: 200 }), { maxLength: 6 })
const cutsArbitrary = fc.array(fc.nat(), { maxLength: 40 })
const trailersArbitrary = fc.constantFrom<[string, string][][]>(
  [],
  [['x-amz-checksum-crc32', 'AAAAAA==']],
  [
    ['x-amz-checksum-crc32', 'AAAAAA=='],
    ['x-other', 'value: with colon'],
  ],
)

describe('AwsChunkedDecoder', () => {
  it('returns payload and trailers wherever the body is cut', () => {
    fc.assert(
      fc.property(
        chunksArbitrary,
        cutsArbitrary,
        trailersArbitrary,
        fc.boolean(),
        (chunks, cuts, trailers, signed) => {
          const body = encode(chunks, { signed, trailers })
          const result = decode(body, cuts, { signed, expectsTrailer: trailers.length > 0 })
          expect(result.payload.equals(Buffer.concat(chunks))).toBe(true)
          expect([...result.trailers]).toEqual(trailers)
        },
      ),
    )
  })

  it('never accepts a signed body with one changed byte as another', () => {
    fc.assert(
      fc.property(
        chunksArbitrary,
        cutsArbitrary,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (chunks, cuts, at, flip) => {
          const body = encode(chunks, { signed: true, trailers: [['x-amz-checksum-crc32', 'AAAAAA==']] })
          // The last four bytes are the line ends after the trailers, which contain nothing.
          const position = at % (body.length - 4)
          body.writeUInt8(body.readUInt8(position) ^ flip, position)
          // Only the spelling of the same text may change: hex digits of a size, line ends and case of trailers.
          const outcome = attempt(() => decode(body, cuts, { signed: true, expectsTrailer: true }))
          if (outcome !== null) {
            expect(outcome.payload.equals(Buffer.concat(chunks))).toBe(true)
            expect([...outcome.trailers]).toEqual([['x-amz-checksum-crc32', 'AAAAAA==']])
          }
        },
      ),
    )
  })

  it('rejects a body that ends early, at any byte before its last chunk is complete', () => {
    const body = encode([Buffer.from('hello'), Buffer.from('world')], { signed: false, trailers: [] })
    for (let length = 0; length < body.length - 2; length += 1) {
      expect(() => decode(body.subarray(0, length), [], { signed: false, expectsTrailer: false })).toThrow(
        'ended before its last chunk',
      )
    }
  })

  it('rejects chunks without signatures in a signed stream, and unannounced trailers', () => {
    const unsigned = encode([Buffer.from('x')], { signed: false, trailers: [] })
    expect(() => decode(unsigned, [], { signed: true, expectsTrailer: false })).toThrow('signature')
    const surplus = encode([], { signed: false, trailers: [['x-amz-checksum-crc32', 'AAAAAA==']] })
    expect(() => decode(surplus, [], { signed: false, expectsTrailer: false })).toThrow('did not announce')
    const unsignedTrailer = Buffer.concat([
      encode([], { signed: true, trailers: [] }).subarray(0, -2),
      Buffer.from('x-a:b\r\n\r\n'),
    ])
    expect(() => decode(unsignedTrailer, [], { signed: true, expectsTrailer: true })).toThrow('signature')
  })

  it.each(['zz\r\nab', '2\nab\r\n', '2\r\nabc\r\n', `${'0'.repeat(2000)}`, '-1\r\n', '2 \r\nab\r\n'])(
    'rejects the malformed body %j',
    (text) => {
      expect(() => decode(Buffer.from(text), [], { signed: false, expectsTrailer: false })).toThrow(
        'malformed',
      )
    },
  )
})

function attempt<Result>(action: () => Result): Result | null {
  try {
    return action()
  } catch {
    return null
  }
}
