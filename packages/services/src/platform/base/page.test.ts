import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutPage, pageAfter } from './page.ts'

it('gives every row once, page by page', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 1, max: 12 }), (count, limit) => {
      const rows = Array.from({ length: count }, (_, index) => ({ id: `${index}` }))
      const seen: { id: string }[] = []
      for (let after: string | null | undefined; after !== null; ) {
        const { take, cursor } = pageAfter({ after, limit })
        const from = cursor ? Number(cursor.id) + 1 : 0
        const { page, next } = cutPage(rows.slice(from, from + take), limit, ({ id }) => id)
        expect(page.length).toBeLessThanOrEqual(limit)
        seen.push(...page)
        after = next
      }
      expect(seen).toEqual(rows)
    }),
  )
})
