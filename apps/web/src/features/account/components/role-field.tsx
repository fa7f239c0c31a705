'use client'
import { RadioGroup } from '@frostline/ui'
import { type Role, roles } from '@/auth/use-person.ts'
import { meaningOfRole } from '../role-meanings.ts'

interface RoleFieldProps {
  value: Role
  onChange: (role: Role) => void
}

export function RoleField({ value, onChange }: RoleFieldProps) {
  return (
    <RadioGroup
      label="Role"
      value={value}
      onValueChange={onChange}
      options={roles.map((role) => ({ value: role, label: role, description: meaningOfRole[role] }))}
    />
  )
}
