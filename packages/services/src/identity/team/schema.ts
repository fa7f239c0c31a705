import { z } from 'zod'
import { accountRoleSchema } from '../user/user-view.ts'
import { grantList, grantView } from './grant-schema.ts'

const groups = z
  .array(z.string().trim().min(1).max(300))
  .max(50)
  .default([])
  .refine((names) => new Set(names).size === names.length, 'The same group is listed twice.')
  .describe(
    'Groups of sign-in providers. Their people join when they sign in, and leave when they are not in them any more.',
  )

export const teamInput = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100),
  groups,
  grants: grantList.default([]),
})
export const updateTeamInput = teamInput.extend({ id: z.string().max(200) })
export const teamRef = z.object({ id: z.string().max(200) })
export const teamMemberRef = teamRef.extend({ userId: z.string().max(200) })

export const teamView = z.object({
  id: z.string(),
  name: z.string(),
  groups: z.array(z.string()),
  grants: z.array(grantView),
  members: z.array(
    z.object({
      userId: z.string(),
      name: z.string(),
      email: z.string(),
      role: accountRoleSchema.describe('Of the account, on everything.'),
      disabled: z.boolean(),
      provider: z
        .string()
        .nullable()
        .describe('Name of the provider that named the group. Null: an admin added the person.'),
      addedAt: z.date(),
    }),
  ),
  createdAt: z.date(),
  updatedAt: z.date(),
  updatedBy: z.string(),
})
export type TeamView = z.infer<typeof teamView>

export const userRef = z.object({ id: z.string().max(200) })
export const setUserGrantsInput = userRef.extend({ grants: grantList })
export const userAccess = z.object({
  grants: z.array(grantView).describe('Of the person.'),
  teams: z.array(z.object({ id: z.string(), name: z.string(), grants: z.array(grantView) })),
})
export type UserAccess = z.infer<typeof userAccess>
