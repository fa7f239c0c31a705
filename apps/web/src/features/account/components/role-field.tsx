'use client'
import { type Bound, RadioGroup } from '@frostline/ui'
import { type Role, roles } from '@/auth/use-person.ts'
import { meaningOfRole } from '../role-meanings.ts'

export function RoleField(field: Bound<Role>) {
  return (
    <RadioGroup
      {...field}
      label="Role"
      options={roles.map((role) => ({ value: role, label: role, description: meaningOfRole[role] }))}
    />
  )
}
