import { accountRoles, verbCatalog } from '@frostline/domain'
import { z } from 'zod'

const verb = z.string().max(100)

export const customRoleInput = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name.')
    .max(100)
    .refine((name) => accountRoles.every((role) => role !== name), 'This is the name of a built-in role.'),
  verbs: z
    .array(verb)
    .min(1, 'Choose at least one verb.')
    .max(verbCatalog.length)
    .refine((paths) => new Set(paths).size === paths.length, 'The same verb is listed twice.')
    .describe('Such as loads.start. What a viewer may do is always included.'),
})
export const updateCustomRoleInput = customRoleInput.extend({ id: z.string().max(200) })
export const customRoleRef = z.object({ id: z.string().max(200) })

export const customRoleView = z.object({
  id: z.string(),
  name: z.string(),
  verbs: z.array(z.string()),
  grants: z.number().int().describe('How many grants of teams, people and tokens give it.'),
  updatedAt: z.date(),
  updatedBy: z.string(),
})
export type CustomRoleView = z.infer<typeof customRoleView>
