import fc from 'fast-check'
import { expect, it } from 'vitest'
import { explainObjects } from './explain-objects.ts'

const sum = fc.record({ objects: fc.bigInt(0n, 1_000n), bytes: fc.bigInt(0n, 10_000n) })

it('adds up to what was listed', () => {
  const holding = fc.constantFrom('active', 'detached', 'frozen', 'moving')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(holding, sum), { selector: ([name]) => name }),
      ...[sum, sum, sum, sum],
      fc.boolean(),
      (held, orphans, young, quarantined, late, concluded) => {
        const holdings = held.map(([name, each]) => ({ holding: name, ...each }))
        const parts = [...holdings, orphans, young, quarantined, late]
        const listed = {
          objects: parts.reduce((total, each) => total + each.objects, 0n),
          bytes: parts.reduce((total, each) => total + each.bytes, 0n),
        }
        const { lines, unexplainedObjects } = explainObjects({
          ...{ listed, holdings, orphans, young, quarantined, concluded },
        })
        const explained = lines.reduce((total, line) => total + line.objects, 0n)
        expect(explained + unexplainedObjects).toBe(listed.objects)
        if (concluded) expect(unexplainedObjects).toBe(0n)
      },
    ),
  )
})
