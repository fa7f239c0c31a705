import { expect, it } from 'vitest'
import { LaneGate, LaneTurn } from './lane-pace.ts'

it('gives its place up when it cannot be asked whether to stop', async () => {
  const gate = new LaneGate()
  const leave = await gate.enter()
  const turn = new LaneTurn(gate)
  await expect(turn.take(() => Promise.reject(new Error('The database is away')))).rejects.toThrow('away')
  turn.giveBack()
  leave()
  await expect(Promise.race([gate.enter().then(() => 'entered'), tick()])).resolves.toBe('entered')
})

/** After all that is due by now. */
async function tick(): Promise<string> {
  await new Promise((resolve) => setImmediate(resolve))
  return 'still taken'
}
