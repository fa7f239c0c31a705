import {
  createCustomRole,
  customRoleInput,
  customRoleRef,
  customRoleView,
  listCustomRoles,
  removeCustomRole,
  updateCustomRole,
  updateCustomRoleInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('custom-roles')
const one = '/custom-roles/{id}' as const

export const customRolesRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/custom-roles', 'List custom roles with their verbs'))
    .input(z.object({}).optional())
    .output(z.array(customRoleView))
    .query(({ ctx }) => listCustomRoles(ctx.service)),

  create: procedure('admin', everything)
    .meta(rest('POST', '/custom-roles', 'Create a custom role'))
    .input(customRoleInput)
    .output(customRoleView)
    .mutation(({ ctx, input }) => createCustomRole(ctx.service, input)),

  update: procedure('admin', everything)
    .meta(rest('PUT', one, 'Replace name and verbs of a custom role'))
    .input(updateCustomRoleInput)
    .output(customRoleView)
    .mutation(({ ctx, input }) => updateCustomRole(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', one, 'Delete a custom role that is not granted'))
    .input(customRoleRef)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeCustomRole(ctx.service, input)),
})
