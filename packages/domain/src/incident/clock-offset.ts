export interface ClockReading {
  /** When the question was sent and the answer came, by our clock. */
  sentMs: number
  receivedMs: number
  /** The node's clock in between. */
  nodeMs: number
}

export interface ClockOffset {
  /** How far the node's clock is ahead of ours. */
  offsetMs: number
  /** At most so far off. */
  uncertaintyMs: number
}

/** As NTP does with one exchange: the answer was made at the middle of the way, give or take half of it. */
export function measureOffset({ sentMs, receivedMs, nodeMs }: ClockReading): ClockOffset {
  return { offsetMs: nodeMs - (sentMs + receivedMs) / 2, uncertaintyMs: (receivedMs - sentMs) / 2 }
}

const leastSkewMs = 2_000

/** Whether a clock is surely wrong by more than two seconds. */
export function isSkewed({ offsetMs, uncertaintyMs }: ClockOffset): boolean {
  return Math.abs(offsetMs) - uncertaintyMs > leastSkewMs
}
