import {
  createUser,
  createUserInput,
  disableUser,
  disableUserInput,
  enableUser,
  enableUserInput,
  listUsers,
  resetPassword,
  resetPasswordInput,
  setUserRole,
  setUserRoleInput,
  userView,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { router } from '../trpc.ts'

const tags = ['users']

export const usersRouter = router({
  list: procedure('admin')
    .meta({ openapi: { method: 'GET', path: '/users', tags, summary: 'People' } })
    .input(z.object({}).optional())
    .output(z.object({ users: z.array(userView) }))
    .query(async ({ ctx }) => ({ users: await listUsers(ctx.service) })),

  create: procedure('admin')
    .meta({ openapi: { method: 'POST', path: '/users', tags, summary: 'Create a user' } })
    .input(createUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => createUser(ctx.service, input)),

  setRole: procedure('admin')
    .meta({
      openapi: { method: 'PUT', path: '/users/{id}/role', tags, summary: 'Change the role of a user' },
    })
    .input(setUserRoleInput)
    .output(userView)
    .mutation(({ ctx, input }) => setUserRole(ctx.service, input)),

  disable: procedure('admin')
    .meta({ openapi: { method: 'POST', path: '/users/{id}/disable', tags, summary: 'Disable a user' } })
    .input(disableUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => disableUser(ctx.service, input)),

  enable: procedure('admin')
    .meta({ openapi: { method: 'POST', path: '/users/{id}/enable', tags, summary: 'Restore access' } })
    .input(enableUserInput)
    .output(userView)
    .mutation(({ ctx, input }) => enableUser(ctx.service, input)),

  resetPassword: procedure('admin')
    .meta({ openapi: { method: 'PUT', path: '/users/{id}/password', tags, summary: 'Set a new password' } })
    .input(resetPasswordInput)
    .output(userView)
    .mutation(({ ctx, input }) => resetPassword(ctx.service, input)),
})
