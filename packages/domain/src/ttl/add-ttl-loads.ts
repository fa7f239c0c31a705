import { noTtlLoad, type TtlLoad, type TtlTotals } from './ttl-load.ts'
import { addTtlLosses } from './ttl-loss.ts'

/** What a TTL does on several replicas together. */
export function addTtlLoads(loads: readonly TtlLoad[]): TtlLoad {
  return loads.reduce(
    (sum, load) => ({
      rewritten: addTotals(sum.rewritten, load.rewritten),
      movesNow: addTotals(sum.movesNow, load.movesNow),
      movesLater: addTotals(sum.movesLater, load.movesLater),
      waits: addTotals(sum.waits, load.waits),
      blocked: addTotals(sum.blocked, load.blocked),
      unknown: addTotals(sum.unknown, load.unknown),
      vanishes: addTotals(sum.vanishes, load.vanishes),
      loss: addTtlLosses([sum.loss, load.loss]),
      writeRequests: sum.writeRequests + load.writeRequests,
      readRequests: sum.readRequests + load.readRequests,
      uploadedBytes: sum.uploadedBytes + load.uploadedBytes,
      cooledBytes: sum.cooledBytes + load.cooledBytes,
      removedBytes: {
        local: sum.removedBytes.local + load.removedBytes.local,
        remote: sum.removedBytes.remote + load.removedBytes.remote,
      },
    }),
    noTtlLoad(),
  )
}

function addTotals(a: TtlTotals, b: TtlTotals): TtlTotals {
  return { parts: a.parts + b.parts, rows: a.rows + b.rows, bytes: a.bytes + b.bytes }
}
