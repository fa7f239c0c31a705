/** How often one part arrived by a move, from part_log. */
export interface PartArrivals {
  node: string
  part: string
  /** Unix times in milliseconds, ascending. */
  atMs: number[]
}

export interface NodeKill {
  node: string
  atMs: number
}

export interface SecondArrival {
  node: string
  part: string
  firstAtMs: number
  againAtMs: number
  /**
   * Its node was killed in between: until MOVE PARTITION ends, the node keeps both copies, and one that is killed
   * meanwhile starts with the old one (26.7). The part has to be moved again, which is not our fault.
   */
  undoneByKill: boolean
}

/** A killed node also loses the last entries of its log: an arrival may be missing, which is not our fault either. */
export function findSecondArrivals(
  arrivals: readonly PartArrivals[],
  kills: readonly NodeKill[],
): SecondArrival[] {
  return arrivals.flatMap(({ node, part, atMs }) =>
    atMs.slice(1).map((againAtMs, index) => {
      const firstAtMs = atMs[index] ?? againAtMs
      const undoneByKill = kills.some(
        (kill) => kill.node === node && kill.atMs >= firstAtMs && kill.atMs <= againAtMs,
      )
      return { node, part, firstAtMs, againAtMs, undoneByKill }
    }),
  )
}
