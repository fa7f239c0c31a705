import {
  addTeamMember,
  createTeam,
  listTeams,
  removeTeam,
  removeTeamMember,
  teamInput,
  teamMemberRef,
  teamRef,
  teamView,
  updateTeam,
  updateTeamInput,
} from '@frostline/services'
import { z } from 'zod'
import { procedure } from '../procedure.ts'
import { everything } from '../scope.ts'
import { restRoutes, router } from '../trpc.ts'

const rest = restRoutes('teams')
const one = '/teams/{id}' as const

export const teamsRouter = router({
  list: procedure('admin', everything)
    .meta(rest('GET', '/teams', 'List teams with their members and grants'))
    .input(z.object({}).optional())
    .output(z.array(teamView))
    .query(({ ctx }) => listTeams(ctx.service)),

  create: procedure('admin', everything)
    .meta(rest('POST', '/teams', 'Create a team'))
    .input(teamInput)
    .output(teamView)
    .mutation(({ ctx, input }) => createTeam(ctx.service, input)),

  update: procedure('admin', everything)
    .meta(rest('PUT', one, 'Replace name, groups and grants of a team'))
    .input(updateTeamInput)
    .output(teamView)
    .mutation(({ ctx, input }) => updateTeam(ctx.service, input)),

  remove: procedure('admin', everything)
    .meta(rest('DELETE', one, 'Delete a team. Its members lose its grants'))
    .input(teamRef)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => removeTeam(ctx.service, input)),

  addMember: procedure('admin', everything)
    .meta(rest('PUT', `${one}/members/{userId}`, 'Add a person to a team'))
    .input(teamMemberRef)
    .output(teamView)
    .mutation(({ ctx, input }) => addTeamMember(ctx.service, input)),

  removeMember: procedure('admin', everything)
    .meta(rest('DELETE', `${one}/members/{userId}`, 'Remove a person from a team'))
    .input(teamMemberRef)
    .output(teamView)
    .mutation(({ ctx, input }) => removeTeamMember(ctx.service, input)),
})
