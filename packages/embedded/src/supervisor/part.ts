export interface PartExit {
  /** False after a crash or a kill: the part is restarted. */
  readonly expected: boolean
}

/** Something the supervisor keeps running. */
export interface Part {
  readonly name: string
  /** `null` while it is down. */
  readonly pid: number | null
  start(): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  onExit(listener: (exit: PartExit) => void): void
}
