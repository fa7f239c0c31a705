/** Bytes `start` to `end`, both inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

export type RangeOutcome = { kind: 'whole' } | { kind: 'part'; range: ByteRange } | { kind: 'unsatisfiable' }

/**
 * Reads a Range header against an object's size (RFC 9110 §14.2). As Amazon S3 does, a header that is malformed, or that
 * asks for several ranges, is ignored and the whole object is sent.
 */
export function parseRange(header: string | undefined, sizeBytes: number): RangeOutcome {
  const match = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? '')
  if (!match) return { kind: 'whole' }
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    const suffix = Number(last)
    if (suffix === 0 || sizeBytes === 0) return { kind: 'unsatisfiable' }
    return { kind: 'part', range: { start: Math.max(0, sizeBytes - suffix), end: sizeBytes - 1 } }
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  if (start >= sizeBytes) return { kind: 'unsatisfiable' }
  return { kind: 'part', range: { start, end } }
}
