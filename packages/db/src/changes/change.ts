import { z } from 'zod'

/** The only channel for all changes. */
export const changeChannel = 'frostline_changes'

/** An object that pages may show has changed. `id` is the object's id, such as that of a tier migration. */
const changeSchema = z.object({ topic: z.string().min(1), id: z.string() })
export type Change = z.infer<typeof changeSchema>

/** Undefined for anything that is not a change of ours: any session of the database may notify the channel. */
export function parseChange(payload: string | undefined): Change | undefined {
  try {
    return changeSchema.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}
