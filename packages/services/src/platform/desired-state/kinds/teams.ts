import { teamSpec } from '@frostline/domain'
import { createTeam, removeTeam, updateTeam } from '../../../identity/team/change-teams.ts'
import { listTeams } from '../../../identity/team/read-teams.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

/** Members are not part of the file, and stay. */
export const teamAdapter: LedgerAdapter = {
  async read(ctx) {
    const teams = await listTeams(ctx)
    return teams.map(({ id, name, groups, grants }) => ({
      ...{ kind: 'teams' as const, cluster: null, name, id },
      spec: toSpec({
        groups,
        grants: grants.map(({ custom: _, ...grant }) => {
          if (grant.on !== 'tables') return grant
          const { clusterName: __, ...own } = grant
          return own
        }),
      }),
    }))
  },
  create: (ctx, { name, spec }) => createTeam(ctx, { name, ...teamSpec.parse(spec) }),
  update: (ctx, { id }, { name, spec }) => updateTeam(ctx, { id, name, ...teamSpec.parse(spec) }),
  remove: (ctx, { id }) => removeTeam(ctx, { id }),
}
