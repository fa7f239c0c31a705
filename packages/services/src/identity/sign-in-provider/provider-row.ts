import type { Prisma, SecretPlace } from '@frostline/db'
import type { RoleRule } from '@frostline/domain'
import { z } from 'zod'
import { type AccountRole, accountRoles } from '../../platform/base/actor.ts'

const storedRules = z.array(z.object({ group: z.string(), role: z.enum(accountRoles) }))

export function readRoleRules(stored: Prisma.JsonValue): RoleRule<AccountRole>[] {
  return storedRules.parse(stored)
}

export function providerSecretPlace(id: string): SecretPlace {
  return { purpose: 'client secret of a sign-in provider', rowId: id }
}
