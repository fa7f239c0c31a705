import { z } from 'zod'

/**
 * The text of a setting, the name of an environment variable of the server that holds it, or a secret that was given
 * once and is kept sealed under an id.
 */
const settingValue = z.union([
  z.string().max(4_096),
  z.object({ fromEnv: z.string().max(255) }),
  z.object({ sealed: z.string().max(64) }),
])
export type SettingValue = z.infer<typeof settingValue>

/** As XML elements may be called; the stricter rule of the server for disks, volumes and policies is a lint. */
const elementName = z
  .string()
  .max(255)
  .regex(
    /^(?!__proto__$)[A-Za-z_][\w.-]*$/,
    'A name starts with a letter and has only letters, digits and _.',
  )

const settings = z.record(elementName, settingValue)

const diskDraft = z.object({
  name: elementName,
  settings: settings.describe('As in the configuration: `type`, `path`, `endpoint` and so on.'),
})
export type DiskDraft = z.infer<typeof diskDraft>

const volumeDraft = z.object({
  name: elementName,
  disks: z.array(elementName).max(100),
  settings,
})
export type VolumeDraft = z.infer<typeof volumeDraft>

const policyDraft = z.object({
  name: elementName,
  volumes: z.array(volumeDraft).max(100).describe('In the order in which the server fills them.'),
  settings,
})
export type PolicyDraft = z.infer<typeof policyDraft>

/** Disks and policies to add to the configuration of every node, or to put in place of what has the same name. */
export const storageDraft = z.object({
  disks: z.array(diskDraft).max(100),
  policies: z.array(policyDraft).max(100),
})
export type StorageDraft = z.infer<typeof storageDraft>

/** The plain text of a setting; undefined where it is absent, sealed, or comes from the environment. */
export function textOf(values: Readonly<Record<string, SettingValue>>, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : undefined
}

export function isGiven(values: Readonly<Record<string, SettingValue>>, name: string): boolean {
  const value = values[name]
  return value !== undefined && value !== ''
}
