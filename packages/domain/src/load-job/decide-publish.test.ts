import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decidePublish, type StagedPart, type TargetPart } from './decide-publish.ts'

/** Few hashes, so that different parts often hold the same. */
const hash = fc.constantFrom('a', 'b', 'c')
const stagedParts = fc
  .array(hash, { maxLength: 8 })
  .map((hashes): StagedPart[] => hashes.map((each, index) => ({ name: `p_${index}`, rows: 1n, hash: each })))
const single = (hashOfPart: string, block: bigint): TargetPart => ({
  hash: hashOfPart,
  active: true,
  rows: 1n,
  minBlock: block,
  maxBlock: block,
})
const oldParts = fc.array(
  fc.tuple(hash, fc.bigInt({ min: 1n, max: 10n })).map(([hashOfPart, block]) => single(hashOfPart, block)),
  { maxLength: 8 },
)
const FLOOR = 10n

/** A node that takes statements and may be killed inside of each. */
class Server {
  staged: StagedPart[]
  target: TargetPart[]
  #block = FLOOR

  constructor(
    staged: readonly StagedPart[],
    old: readonly TargetPart[],
    private readonly draw: () => number,
  ) {
    this.staged = [...staged]
    this.target = [...old]
  }

  /** Adds all or, killed, some to the target; takes them from staging only when it was not killed. */
  move(): void {
    const killedAfter = this.draw() % (this.staged.length * 2 + 2)
    for (const { hash } of this.staged.slice(0, killedAfter)) {
      this.#block += 1n
      this.target.push(single(hash, this.#block))
    }
    if (killedAfter > this.staged.length) this.staged = []
  }

  drop(parts: readonly string[]): void {
    const killedAfter = this.draw() % (parts.length * 2 + 1)
    const dropped = parts.slice(0, killedAfter)
    this.staged = this.staged.filter(({ name }) => !dropped.includes(name))
  }
}

it('ends with each staged part in the target once, wherever the kills came', () => {
  const draws = fc.array(fc.nat(), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(stagedParts, oldParts, draws, (planned, old, given) => {
      let draw = 0
      // After the drawn kills there are no more.
      const server = new Server(planned, old, () => given[draw++] ?? Number.MAX_SAFE_INTEGER)
      for (let sent = false; ; sent = true) {
        const action = decidePublish(sent ? planned : null, server.staged, server.target, FLOOR)
        if (action.kind === 'done') break
        if (action.kind === 'move') server.move()
        else if (action.kind === 'drop-arrived') server.drop(action.parts)
        else throw new Error(action.kind)
        if (draw > 1000) throw new Error('It never ends')
      }
      const arrived = server.target.filter(({ minBlock }) => minBlock > FLOOR).map((part) => part.hash)
      expect(arrived.toSorted()).toEqual(planned.map((part) => part.hash).toSorted())
    }),
  )
})

it('takes an older part of the same content for what it is', () => {
  const staged = [{ name: 'p', rows: 1n, hash: 'a' }]
  expect(decidePublish(staged, staged, [single('a', 3n)], 3n)).toEqual({ kind: 'move' })
  expect(decidePublish(staged, staged, [single('a', 4n)], 3n)).toEqual({
    kind: 'drop-arrived',
    parts: ['p'],
  })
})

it('takes a part that a failed statement has taken back for none', () => {
  const staged = [{ name: 'p', rows: 1n, hash: 'a' }]
  expect(decidePublish(staged, staged, [{ ...single('a', 4n), active: false }], 3n)).toEqual({ kind: 'move' })
})

it('decides nothing about parts that were not there before', () => {
  const planned = [{ name: 'p_1_1_0', rows: 1n, hash: 'a' }]
  const merged = [{ name: 'p_1_2_1', rows: 2n, hash: 'b' }]
  expect(decidePublish(planned, merged, [], 0n)).toEqual({ kind: 'foreign', parts: ['p_1_2_1'] })
})

it('knows when a merge has hidden what arrived', () => {
  const staged = [{ name: 'p', rows: 2n, hash: 'a' }]
  const merged: TargetPart = { hash: 'm', active: true, rows: 3n, minBlock: 2n, maxBlock: 4n }
  const old = { ...single('o', 2n), active: false }
  const arrived = { ...single('a', 4n), active: false, rows: 2n }
  const dropArrived = { kind: 'drop-arrived', parts: ['p'] }
  expect(decidePublish(staged, staged, [merged, old, arrived], 3n)).toEqual(dropArrived)
  const others = { ...merged, minBlock: 5n, maxBlock: 9n }
  expect(decidePublish(staged, staged, [single('a', 4n), others], 3n)).toEqual(dropArrived)
  expect(decidePublish(staged, staged, [others], 3n)).toEqual({ kind: 'merged-away' })
  expect(decidePublish(staged, staged, [merged, old], 3n)).toEqual({ kind: 'merged-away' })
  expect(decidePublish(staged, staged, [merged], 3n)).toEqual({ kind: 'merged-away' })
  expect(decidePublish(staged, staged, [{ ...merged, maxBlock: 3n }], 3n)).toEqual({ kind: 'move' })
})
