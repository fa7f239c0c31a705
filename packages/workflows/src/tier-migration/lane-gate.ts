/**
 * One statement at a time on one replica, while the next step gets ready behind it: it is claimed, looked at and
 * written down during the move before it, and its statement goes out the moment that one ends. Without this the
 * looks and ledger writes of each step (about 30 ms) stand between any two moves.
 */
export class LaneGate {
  #tail: Promise<void> = Promise.resolve()

  /** Resolves with the function that gives the turn back, once every earlier holder has given it back. */
  enter(): Promise<() => void> {
    const before = this.#tail
    let leave = () => {}
    this.#tail = new Promise<void>((resolve) => {
      leave = resolve
    })
    return before.then(() => leave)
  }
}
