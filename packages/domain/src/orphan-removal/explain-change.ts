/** An object as the store describes it. */
export interface ObjectLook {
  sizeBytes: bigint
  etag: string
  modifiedAt: Date
}

/** Why it is not the object that was found. Null: it is the same. Stores report times in seconds. */
export function explainChange(found: ObjectLook, now: ObjectLook): string | null {
  if (now.sizeBytes !== found.sizeBytes)
    return `It was changed: it has ${now.sizeBytes} bytes now, and had ${found.sizeBytes}.`
  if (now.etag !== found.etag) return 'It was changed: its ETag is different.'
  if (secondsOf(now.modifiedAt) !== secondsOf(found.modifiedAt))
    return `It was written again at ${now.modifiedAt.toISOString()}.`
  return null
}

const secondsOf = (at: Date) => Math.floor(at.getTime() / 1_000)
