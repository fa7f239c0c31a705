'use client'
import { createContext, useContext } from 'react'

interface FieldState {
  id: string
  labelId: string
  /** Ids of the hint and the error. */
  describedBy: string | undefined
  invalid: boolean
  name: string | undefined
}

export const FieldContext = createContext<FieldState | null>(null)

/** What ties a control to the label, hint and error of the field around it. Empty outside a field. */
export function useFieldProps() {
  const field = useContext(FieldContext)
  if (!field) return {}
  const { id, describedBy, invalid, name } = field
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'data-invalid': invalid ? '' : undefined,
    ...(name ? { name } : {}),
  }
}

/** The label of the field around a list. A list is a button, which some browsers name by its text alone. */
export function useFieldLabel(): { 'aria-labelledby'?: string } {
  const labelId = useContext(FieldContext)?.labelId
  return labelId ? { 'aria-labelledby': labelId } : {}
}
