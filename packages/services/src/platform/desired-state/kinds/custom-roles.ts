import { customRoleSpec } from '@frostline/domain'
import {
  createCustomRole,
  listCustomRoles,
  removeCustomRole,
  updateCustomRole,
} from '../../../identity/custom-role/custom-roles.ts'
import type { LedgerAdapter } from '../state-adapter.ts'
import { toSpec } from '../to-spec.ts'

export const customRoleAdapter: LedgerAdapter = {
  async read(ctx) {
    const roles = await listCustomRoles(ctx)
    return roles.map(({ id, name, verbs }) => ({
      ...{ kind: 'customRoles' as const, cluster: null, name, id },
      spec: toSpec({ verbs: verbs.toSorted() }),
    }))
  },
  create: (ctx, { name, spec }) => createCustomRole(ctx, { name, ...customRoleSpec.parse(spec) }),
  update: (ctx, { id }, { name, spec }) => updateCustomRole(ctx, { id, name, ...customRoleSpec.parse(spec) }),
  remove: (ctx, { id }) => removeCustomRole(ctx, { id }),
}
