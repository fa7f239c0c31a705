import { z } from 'zod'

/** The text of a setting, the name of a server environment variable with its value, or the id of a sealed secret. */
const settingValue = z.union([
  z.string().max(4_096),
  z.object({ fromEnv: z.string().max(255) }),
  z.object({ sealed: z.string().max(64) }),
])
export type SettingValue = z.infer<typeof settingValue>

/** Valid XML element names; a lint enforces the server's stricter rule for disks, volumes and policies. */
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

/** Disks and policies to add to every node's configuration, or to replace those of the same name. */
export const storageDraft = z.object({
  disks: z.array(diskDraft).max(100),
  policies: z.array(policyDraft).max(100),
})
export type StorageDraft = z.infer<typeof storageDraft>

/** The plain text of a setting; undefined if absent, sealed, or from the environment. */
export function textOf(values: Readonly<Record<string, SettingValue>>, name: string): string | undefined {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : undefined
}

export function isGiven(values: Readonly<Record<string, SettingValue>>, name: string): boolean {
  const value = values[name]
  return value !== undefined && value !== ''
}
