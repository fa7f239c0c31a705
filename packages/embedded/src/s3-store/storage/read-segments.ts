import { closeSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import type { ByteRange } from '../protocol/range.ts'
import type { BlobFiles } from './blob-files.ts'
import type { Segment } from './records.ts'

const READ_BYTES = 256 * 1024

/** The segments that make up a byte range of a body. */
export function sliceSegments(segments: readonly Segment[], range: ByteRange): Segment[] {
  const slices: Segment[] = []
  let start = 0
  for (const [blobId, offset, length] of segments) {
    const from = Math.max(range.start - start, 0)
    const to = Math.min(range.end + 1 - start, length)
    if (from < to) slices.push([blobId, offset + from, to - from])
    start += length
  }
  return slices
}

/** Reads small segments completely and at once. */
export function readSegmentsSync(blobs: BlobFiles, segments: readonly Segment[]): Buffer {
  const pieces = segments.map(([blobId, offset, length]) => {
    const piece = Buffer.allocUnsafe(length)
    const fd = openSync(blobs.pathOf(blobId), 'r')
    try {
      for (let done = 0; done < length; ) {
        const read = readSync(fd, piece, done, length - done, offset + done)
        if (read === 0) throw shortBlob(blobId)
        done += read
      }
    } finally {
      closeSync(fd)
    }
    return piece
  })
  return pieces.length === 1 && pieces[0] ? pieces[0] : Buffer.concat(pieces)
}

/** Reads segments piece by piece. The caller keeps them retained until the end. */
export async function* streamSegments(
  blobs: BlobFiles,
  segments: readonly Segment[],
): AsyncGenerator<Buffer> {
  for (const [blobId, offset, length] of segments) {
    const file = await open(blobs.pathOf(blobId), 'r')
    try {
      for (let done = 0; done < length; ) {
        const piece = Buffer.allocUnsafe(Math.min(READ_BYTES, length - done))
        const { bytesRead } = await file.read(piece, 0, piece.length, offset + done)
        if (bytesRead === 0) throw shortBlob(blobId)
        done += bytesRead
        yield piece.subarray(0, bytesRead)
      }
    } finally {
      await file.close()
    }
  }
}

function shortBlob(blobId: string): Error {
  return new Error(`Blob ${blobId} is shorter than the object that refers to it.`)
}
