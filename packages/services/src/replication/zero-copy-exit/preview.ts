import { groupBy, sumPartBytes, sumRoom } from '@frostline/domain'
import { toPreview } from '../../placement/tier-migration/preview.ts'
import { authorizeInput } from '../../platform/base/authorize.ts'
import type { ServiceContext } from '../../platform/base/context.ts'
import { type PlannedExit, planExit, renderSwitches } from './plan.ts'
import { type ExitPreview, type ExitRequest, exitRequest } from './schema.ts'

/** What taking a table off zero-copy replication would do if planned now. Changes nothing. */
export async function previewExit(ctx: ServiceContext, given: ExitRequest): Promise<ExitPreview> {
  const request = await authorizeInput(ctx, 'operator', exitRequest, given)
  const observedAt = ctx.now()
  const planned = await planExit(ctx, request)
  const { observed, origins, toHot, toTarget } = planned
  const previewOf = (plan: typeof toHot) =>
    plan?.kind === 'planned' ? toPreview(request, plan, observed.snapshots, observedAt) : null
  const { rooms, uploadBytes } = measure(planned, request)
  const bandwidth = Number(request.limits.bandwidthBytesPerSecond ?? 0)
  // One replica of each shard stays untouched at any time, unless the database replicates moves to all of them.
  const atOnce = observed.replicas.some(({ databaseShards = 0 }) => databaseShards > 1)
  const workers = (replicas: number) => (atOnce ? replicas : Math.max(1, replicas - 1))
  const shards = [...groupBy(rooms, ({ shard }) => String(shard)).values()]
  const slowest = (of: 'neededBytes' | 'uploadBytes') =>
    Math.ceil(
      Math.max(
        0,
        ...shards.map(
          (own) => own.reduce((sum, room) => sum + Number(room[of]), 0) / (workers(own.length) * bandwidth),
        ),
      ),
    )
  return {
    ...{ observedAt, accepted: planned.accepted, checks: planned.checks, uploadBytes },
    rooms: rooms.map(({ node, neededBytes, freeBytes }) => ({ node, neededBytes, freeBytes })),
    volumes: commonVolumes(planned),
    partitions: origins.size,
    ...{ moves: previewOf(toHot), lastMoves: previewOf(toTarget) },
    switches: renderSwitches(request, observed),
    storedBytes: sumStored(planned),
    storedAfterBytes: sumStored(planned) - sumStored(planned, origins) + uploadBytes,
    seconds: bandwidth > 0 ? { toHot: slowest('neededBytes'), toTarget: slowest('uploadBytes') } : null,
  }
}

/** For all shared partitions on each replica: what moves to the hot volume, and from there to object storage. */
function measure(
  { observed, origins }: PlannedExit,
  { hotVolume, targetVolume }: { hotVolume: string; targetVolume: string | null },
) {
  const rooms = observed.sight.replicas.map(({ node, parts }) => {
    const replica = observed.replicas.find((each) => each.node.name === node)
    const disksOf = (volume: string | null) => {
      const names = replica?.policy.volumes.find(({ name }) => name === volume)?.disks ?? []
      return (replica?.disks ?? []).filter(({ name }) => names.includes(name))
    }
    const local = disksOf(hotVolume).flatMap(({ freeBytes, ...disk }) =>
      freeBytes === null ? [] : [{ ...disk, freeBytes }],
    )
    const own = parts.filter(({ partitionId }) => origins.has(partitionId))
    return {
      ...{ node, shard: replica?.node.shard },
      neededBytes: sumPartBytes(own.filter(({ volume }) => volume !== hotVolume)),
      freeBytes: local.length === 0 ? null : sumRoom(local).freeBytes,
      uploadBytes: disksOf(targetVolume).some(({ freeBytes }) => freeBytes === null) ? sumPartBytes(own) : 0n,
    }
  })
  return { rooms, uploadBytes: rooms.reduce((sum, room) => sum + room.uploadBytes, 0n) }
}

/** In the bucket, each object once: of all parts, or of those partitions that leave it. */
function sumStored({ observed: { stored, sight } }: PlannedExit, partitions?: ReadonlyMap<string, string>) {
  const leaving = new Set(
    sight.replicas.flatMap(({ parts }) =>
      parts.flatMap(({ name, partitionId }) => (partitions?.has(partitionId) ? [name] : [])),
    ),
  )
  return [...stored].reduce(
    (sum, [part, bytes]) => (!partitions || leaving.has(part) ? sum + bytes : sum),
    0n,
  )
}

function commonVolumes({ observed: { replicas } }: PlannedExit): ExitPreview['volumes'] {
  const [first, ...rest] = replicas
  return (first?.policy.volumes ?? []).flatMap(({ name, disks }) =>
    rest.every(({ policy }) => policy.volumes.some((volume) => volume.name === name))
      ? [
          {
            name,
            local: disks.every((disk) =>
              first?.disks.some((each) => each.name === disk && each.freeBytes !== null),
            ),
          },
        ]
      : [],
  )
}
