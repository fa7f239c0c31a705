import { type ClassValue, clsx } from 'clsx'
import { mergeClasses } from './merge-classes.ts'

/** Joins class names; a later Tailwind class wins over an earlier one of the same property. */
export function joinClasses(...values: ClassValue[]): string {
  return mergeClasses(clsx(values))
}
