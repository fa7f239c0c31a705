import { writeObjectPath } from '@frostline/domain'
import type { StoredObject } from '@frostline/object-store'
import type { z } from 'zod'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { detectFormat } from '../source/browse/detect-format.ts'
import { withBucket } from '../source/browse/with-bucket.ts'
import { listManifest } from './list-manifest.ts'
import { type LoadManifest, manifestInput } from './schema.ts'

const shownObjects = 500
const shownFaults = 100

/** The objects that a selection means now, in totals and with the first of them. Nothing is stored. */
export async function readLoadManifest(
  ctx: ServiceContext,
  given: z.input<typeof manifestInput>,
): Promise<LoadManifest> {
  const { source } = await authorizeInput(ctx, 'operator', manifestInput, given)
  return withBucket(ctx, source, async ({ store }) => {
    const started = performance.now()
    const observedAt = ctx.now()
    const { objects, listed, missing } = await listManifest(store, source.bucket, source.selection)
    const unreadable = findUnreadable(objects)
    const times = objects.map(({ lastModified }) => lastModified.getTime())
    return {
      observedAt,
      elapsedMs: performance.now() - started,
      objects: objects.length,
      sizeBytes: objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0n),
      largestBytes: objects.reduce((most, { sizeBytes }) => (sizeBytes > most ? sizeBytes : most), 0n),
      oldest: dateOf(times, (a, b) => Math.min(a, b)),
      newest: dateOf(times, (a, b) => Math.max(a, b)),
      listed,
      first: objects.slice(0, shownObjects).map(({ key, sizeBytes, etag, lastModified }) => ({
        key,
        sizeBytes,
        etag,
        modifiedAt: lastModified,
      })),
      missing: missing.slice(0, shownFaults),
      missingCount: missing.length,
      unreadable: unreadable.slice(0, shownFaults),
      unreadableCount: unreadable.length,
      detected: detectFormats(objects),
    }
  })
}

export function findUnreadable(objects: readonly StoredObject[]): { key: string; reason: string }[] {
  return objects.flatMap(({ key }) => {
    const path = writeObjectPath(key)
    return path.kind === 'unreadable' ? [{ key, reason: path.reason }] : []
  })
}

export function detectFormats(objects: readonly StoredObject[]): LoadManifest['detected'] {
  const found = new Map<string, LoadManifest['detected'][number]>()
  for (const { key } of objects) {
    const detected = detectFormat(key)
    const name = `${detected.format} ${detected.compression}`
    const present = found.get(name)
    if (present) present.objects += 1
    else found.set(name, { ...detected, objects: 1 })
  }
  return [...found.values()].sort((a, b) => b.objects - a.objects)
}

function dateOf(times: readonly number[], better: (a: number, b: number) => number): Date | null {
  return times.length === 0 ? null : new Date(times.reduce(better))
}
