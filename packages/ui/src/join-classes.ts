import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

const merge = extendTailwindMerge({
  extend: { theme: { text: ['2xs'], shadow: ['float'] } },
})

/** Joins class names; a later Tailwind class wins over an earlier one of the same property. */
export function joinClasses(...values: ClassValue[]): string {
  return merge(clsx(values))
}
