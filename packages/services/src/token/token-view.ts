import { z } from 'zod'
import { roleSchema } from '../user/user-view.ts'

/** An API token as shown after its creation. */
export const tokenView = z.object({
  id: z.string(),
  name: z.string(),
  role: roleSchema,
  /** The e-mail address of the person behind it. */
  madeBy: z.string(),
  /** The first eight characters. */
  prefix: z.string(),
  createdAt: z.date(),
  expiresAt: z.date().nullable(),
  /** To the minute. */
  lastUsedAt: z.date().nullable(),
  revokedAt: z.date().nullable(),
})
export type TokenView = z.infer<typeof tokenView>

export const tokenSelection = {
  id: true,
  name: true,
  role: true,
  prefix: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
  createdBy: { select: { email: true } },
} as const

export function toTokenView({
  createdBy,
  ...token
}: Omit<TokenView, 'madeBy'> & { createdBy: { email: string } }): TokenView {
  return { ...token, madeBy: createdBy.email }
}
