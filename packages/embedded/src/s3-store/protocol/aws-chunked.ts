import { createHash, type Hash } from 'node:crypto'
import { S3Error } from './s3-error.ts'

/* Decoder of `aws-chunked` bodies: `<hex size>[;chunk-signature=<hex>]\r\n<data>\r\n` repeated, a chunk of size 0,
    then trailers `name:value` each on a line. Fed with pieces split anywhere.
    
    States: head → data → dataEnd → head … → trailer (after the chunk of size 0). Data is returned before its chunk's
    signature is known, so a caller must not commit anything before `finish` has returned. */

/** Checks signatures of a signed stream; each call is chained to the one before. Absent for unsigned streams. */
export interface ChunkVerifier {
  /** Returns false when the signature is not that of the chunk with this hex SHA-256. */
  verifyChunk(chunkHash: string, signature: string): boolean
  verifyTrailer(trailerHash: string, signature: string): boolean
}

const MAX_HEAD_BYTES = 1024
const MAX_TRAILER_BYTES = 16 * 1024
const CR = 13
const LF = 10

export class AwsChunkedDecoder {
  #state: 'head' | 'data' | 'dataEnd' | 'trailer' = 'head'
  #head = ''
  #remaining = 0
  #dataEndSeen = 0
  #signature = ''
  #hash: Hash | null = null
  #trailer = ''
  readonly #verifier: ChunkVerifier | null
  readonly #expectsTrailer: boolean

  constructor(options: { verifier: ChunkVerifier | null; expectsTrailer: boolean }) {
    this.#verifier = options.verifier
    this.#expectsTrailer = options.expectsTrailer
  }

  /** Decodes one piece; returns the slices of payload in it (views of the same memory). */
  push(piece: Buffer): Buffer[] {
    const payload: Buffer[] = []
    let at = 0
    while (at < piece.length) {
      if (this.#state === 'data') {
        const slice = piece.subarray(at, at + this.#remaining)
        this.#hash?.update(slice)
        this.#remaining -= slice.length
        at += slice.length
        payload.push(slice)
        if (this.#remaining === 0) this.#state = 'dataEnd'
      } else if (this.#state === 'dataEnd') {
        if (piece[at] !== (this.#dataEndSeen === 0 ? CR : LF))
          throw malformed('a chunk is longer than its size')
        at += 1
        this.#dataEndSeen += 1
        if (this.#dataEndSeen === 2) this.#endChunk()
      } else if (this.#state === 'head') {
        const lineEnd = piece.indexOf(LF, at)
        const stop = lineEnd < 0 ? piece.length : lineEnd
        this.#head += piece.toString('latin1', at, stop)
        if (this.#head.length > MAX_HEAD_BYTES) throw malformed('a chunk header is too long')
        at = stop + 1
        if (lineEnd >= 0) this.#startChunk()
      } else {
        this.#trailer += piece.toString('latin1', at)
        if (this.#trailer.length > MAX_TRAILER_BYTES) throw malformed('its trailers are too long')
        at = piece.length
      }
    }
    return payload
  }

  /** Ends the body; returns its trailers (lower-case names) once every signature has been verified. */
  finish(): Map<string, string> {
    if (this.#state !== 'trailer') {
      throw new S3Error('IncompleteBody', 'The aws-chunked body ended before its last chunk.')
    }
    const trailers = new Map<string, string>()
    let signature: string | null = null
    let canonical = ''
    for (const line of this.#trailer.split(/\r?\n/)) {
      if (line === '') continue
      const colon = line.indexOf(':')
      if (colon <= 0) throw malformed('a trailer has no name')
      const name = line.slice(0, colon).trim().toLowerCase()
      const value = line.slice(colon + 1).trim()
      if (name === 'x-amz-trailer-signature') {
        signature = value
        continue
      }
      trailers.set(name, value)
      canonical += `${name}:${value}\n`
    }
    if (!this.#expectsTrailer && (trailers.size > 0 || signature !== null)) {
      throw malformed('it has trailers that x-amz-content-sha256 did not announce')
    }
    if (this.#verifier && this.#expectsTrailer) {
      const hash = createHash('sha256').update(canonical, 'latin1').digest('hex')
      if (signature === null || !this.#verifier.verifyTrailer(hash, signature)) throw badSignature('trailer')
    }
    return trailers
  }

  #startChunk(): void {
    const match = /^([0-9a-fA-F]{1,12})(?:;chunk-signature=([0-9a-f]{64}))?\r$/.exec(this.#head)
    if (!match?.[1]) throw malformed('a chunk header cannot be read')
    this.#head = ''
    this.#remaining = Number.parseInt(match[1], 16)
    this.#signature = match[2] ?? ''
    if (this.#verifier) {
      if (this.#signature === '') throw badSignature('chunk')
      this.#hash = createHash('sha256')
    }
    this.#dataEndSeen = 0
    if (this.#remaining > 0) this.#state = 'data'
    else {
      this.#verifyChunk()
      this.#state = 'trailer'
    }
  }

  #endChunk(): void {
    this.#verifyChunk()
    this.#state = 'head'
  }

  #verifyChunk(): void {
    if (!this.#verifier || !this.#hash) return
    if (!this.#verifier.verifyChunk(this.#hash.digest('hex'), this.#signature)) throw badSignature('chunk')
    this.#hash = null
  }
}

function malformed(reason: string): S3Error {
  return new S3Error('InvalidRequest', `The aws-chunked body is malformed: ${reason}.`)
}

function badSignature(what: 'chunk' | 'trailer'): S3Error {
  return new S3Error('SignatureDoesNotMatch', `The signature of a body ${what} does not match what was sent.`)
}
