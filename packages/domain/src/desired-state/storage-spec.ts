import { z } from 'zod'
import { isSecretSetting } from '../storage-config/setting-catalogue.ts'

/** Where the command line finds a secret. The value is never part of the file. */
export const secretRef = z
  .string()
  .max(1_000)
  .regex(
    /^(env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/,
    'Enter env:NAME or file:PATH. A secret itself does not belong into the file.',
  )
  .describe('env:NAME or file:PATH, read where the command line runs.')

/** Where a worker writes the configuration files of a cluster. */
export const configFilesSpec = z.strictObject({
  kind: z
    .enum(['download', 'directory'])
    .default('directory')
    .describe('download: files are installed manually. directory: a worker writes them.'),
  folder: z
    .string()
    .trim()
    .max(4_096)
    .default('')
    .describe('As seen by the worker. {node}, {shard} and {replica} are replaced.'),
  folderByNode: z
    .record(z.string().min(1).max(100), z.string().trim().min(1).max(4_096))
    .default({})
    .describe('Folders of individual nodes by name, if different.'),
})

const configName = z
  .string()
  .max(255)
  .regex(/^(?!__proto__$)[A-Za-z_]\w*$/, 'A name starts with a letter and has only letters, digits and _.')
const settingText = z.union([z.string().max(4_096), z.number(), z.boolean()]).transform(String)
const volumeSettings = z.record(configName, settingText).default({})
const diskSettings = z
  .record(
    configName,
    z.union([
      settingText,
      z.strictObject({ fromEnv: z.string().max(255).describe('Name of a variable of the server.') }),
      z.strictObject({ secret: secretRef }),
    ]),
  )
  .check(({ value, issues }) => {
    for (const [name, setting] of Object.entries(value))
      if (typeof setting === 'string' && setting !== '' && isSecretSetting(name))
        issues.push({
          ...{ code: 'custom', path: [name], input: undefined },
          message: `${name} is a secret, which does not belong into the file. Write { secret: env:NAME }, or { fromEnv: NAME } for a variable of the server.`,
        })
  })

/** Disks and policies that the configuration files of the nodes have. What is left out stays as it is. */
export const storageSpec = z
  .strictObject({
    disks: z
      .record(configName, diskSettings)
      .default({})
      .describe('By name, with settings as in the configuration: type, path, endpoint and so on.'),
    policies: z
      .record(
        configName,
        z.strictObject({
          volumes: z
            .array(
              z.strictObject({
                name: configName,
                disks: z.array(configName).min(1).max(100),
                settings: volumeSettings,
              }),
            )
            .min(1)
            .max(100)
            .describe('In the order in which the server fills them.'),
          settings: volumeSettings.describe('Of the policy, such as move_factor.'),
        }),
      )
      .default({}),
    engineCheck: z
      .enum(['required', 'optional'])
      .optional()
      .describe(
        'optional: applied, too, where ClickHouse is not installed beside the worker and cannot check it. Default: required.',
      ),
  })
  .refine(({ disks, policies }) => Object.keys({ ...disks, ...policies }).length > 0, {
    message: 'Enter disks, policies or both.',
  })
export type StorageState = z.output<typeof storageSpec>
