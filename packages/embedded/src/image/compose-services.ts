import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const serviceSchema = z
  .object({
    build: z.object({ target: z.string() }).optional(),
    command: z.array(z.string()).optional(),
    environment: z.record(z.string(), z.string().nullable()).default({}),
    tmpfs: z.array(z.string()).default([]),
  })
  .transform(({ build, ...service }) => ({ ...service, target: build?.target }))

export type ComposeService = z.infer<typeof serviceSchema> & {
  readonly environment: Readonly<Record<string, string>>
}

/** The services of a compose file with their variables filled in, as compose does. @throws when one has no value. */
export function readComposeServices(
  file: string,
  variables: Readonly<Record<string, string>>,
): Record<string, ComposeService> {
  const document = z
    .object({ services: z.record(z.string(), serviceSchema) })
    .parse(parse(readFileSync(file, 'utf8'), { merge: true }))
  return Object.fromEntries(
    Object.entries(document.services).map(([name, service]) => {
      const environment = Object.entries(service.environment).flatMap(([variable, value]) => {
        // Without a value it is passed through if set.
        const given = value === null ? variables[variable] : substitute(value, variables)
        return given === undefined ? [] : [[variable, given]]
      })
      return [name, { ...service, environment: Object.fromEntries(environment) }]
    }),
  )
}

function substitute(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    /\$(?:(\$)|\{(\w+)(?::([?-])([^}]*))?\})/g,
    (_, dollar?: string, name = '', kind?: string, other = '') => {
      if (dollar) return dollar
      const value = variables[name]
      if (value) return value
      if (kind === '?') throw new Error(`${name} has no value: ${other}.`)
      return other
    },
  )
}
