import { z } from 'zod'
import { findPatternFault } from './name-pattern.ts'

/** A name pattern that a person or a program enters. */
export const namePatternText = z
  .string()
  .max(255)
  .check(({ value, issues }) => {
    const fault = findPatternFault(value)
    if (fault !== null) issues.push({ code: 'custom', message: fault, input: value })
  })
  .describe('An exact name, or a prefix that ends with *. Only *: all.')
