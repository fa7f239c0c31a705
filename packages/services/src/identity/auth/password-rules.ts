import { passwordLength } from '@frostline/domain'
import { z } from 'zod'

export const passwordSchema = z
  .string()
  .min(passwordLength.min, `A password has at least ${passwordLength.min} characters.`)
  .max(passwordLength.max, `A password has at most ${passwordLength.max} characters.`)

/** Addresses are case-insensitive, as at sign-in. */
export const emailSchema = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('This is not a valid email address.'))
  .transform((email) => email.toLowerCase())
