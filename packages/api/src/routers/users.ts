import {
  createUser,
  createUserInput,
  disableUser,
  disableUserInput,
  enableUser,
  enableUserInput,
  getUserAccess,
  listUsers,
  resetPassword,
  resetPasswordInput,
  resetSecondFactor,
  resetSecondFactorInput,
  setBreakGlass,
  setBreakGlassInput,
  setUserGrants,
  setUserGrantsInput,
  setUserRole,
  setUserRoleInput,
  userAccess,
  userRef,
  userView,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('users')

export const usersRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/users', 'List users'))
    .input(z.object({}).optional())
    .output(z.object({ users: z.array(userView) }))
    .query(async ({ ctx }) => ({ users: await listUsers(ctx.service) })),

  create: procedure('admin', everything)
    .meta(rest('POST', '/users', 'Create a user'))
    .input(createUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => createUser(ctx.service, input)),

  access: procedure('admin', everything)
    .meta(rest('GET', '/users/{id}/access', 'Get the grants of a user and of their teams'))
    .input(userRef)
    .output(userAccess)
    .query(({ ctx, input }) => getUserAccess(ctx.service, input)),

  setGrants: procedure('admin', everything)
    .meta(rest('PUT', '/users/{id}/grants', 'Replace the grants of a user'))
    .input(setUserGrantsInput)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => setUserGrants(ctx.service, input)),

  setRole: procedure('admin', everything)
    .meta(rest('PUT', '/users/{id}/role', 'Change the role of a user'))
    .input(setUserRoleInput)
    .output(userView)
    .mutation(({ ctx, input }) => setUserRole(ctx.service, input)),

  disable: procedure('admin', everything)
    .meta(rest('POST', '/users/{id}/disable', 'Disable a user'))
    .input(disableUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => disableUser(ctx.service, input)),

  enable: procedure('admin', everything)
    .meta(rest('POST', '/users/{id}/enable', 'Enable a user'))
    .input(enableUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => enableUser(ctx.service, input)),

  resetPassword: procedure('admin', everything)
    .meta(rest('PUT', '/users/{id}/password', 'Set a new password'))
    .input(resetPasswordInput)
    .output(userView)
    .mutation(({ ctx, input }) => resetPassword(ctx.service, input)),

  resetSecondFactor: procedure('admin', everything)
    .meta(rest('DELETE', '/users/{id}/second-factor', 'Remove the second factor and the passkeys of a user'))
    .input(resetSecondFactorInput)
    .output(userView)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx.service, input)),

  setBreakGlass: procedure('admin', everything)
    .meta(
      rest(
        'PUT',
        '/users/{id}/break-glass',
        'Let an admin use a password although single sign-on is enforced',
      ),
    )
    .input(setBreakGlassInput)
    .output(userView)
    .mutation(({ ctx, input }) => setBreakGlass(ctx.service, input)),
})
