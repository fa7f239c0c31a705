import { z } from 'zod'

/** Everything that a draft would send, for people to read and to keep. */
export const shownStatements = z.object({
  statements: z
    .array(z.object({ node: z.string(), sql: z.string() }))
    .describe('In order. A comment before a statement lists the settings sent with it.'),
})
export type ShownStatements = z.infer<typeof shownStatements>
