'use client'
import { type Bound, RadioGroup } from '@frostline/ui'
import { type AccountRole, accountRoles, type Role, roles } from '@/auth/use-person.ts'
import { meaningOfRole } from '../role-meanings.ts'

export function RoleField(field: Bound<Role>) {
  return <RadioGroup {...field} label="Role" options={roles.map(describe)} />
}

/** The role of an account, which may have none. */
export function AccountRoleField(field: Bound<AccountRole>) {
  return <RadioGroup {...field} label="Role" options={accountRoles.map(describe)} />
}

function describe<Choice extends AccountRole>(role: Choice) {
  return { value: role, label: role, description: meaningOfRole[role] }
}
