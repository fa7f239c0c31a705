/** One instruction with its continuation lines joined. */
export interface Instruction {
  readonly name: string
  /** Everything after the name and its flags. */
  readonly text: string
  /** `--from=build` as `from` → `build`. */
  readonly flags: ReadonlyMap<string, string>
}

export interface Stage {
  readonly name: string
  /** An earlier stage, or the name of an image. */
  readonly from: string
  readonly instructions: readonly Instruction[]
}

/** The part of the Dockerfile syntax that ours uses. @throws for anything else. */
export function parseDockerfile(text: string): Stage[] {
  const stages: (Stage & { instructions: Instruction[] })[] = []
  const args = new Map<string, string>()
  for (const line of joinLines(text)) {
    const instruction = parseInstruction(line)
    const stage = stages.at(-1)
    if (instruction.name === 'FROM') {
      const [, image = '', name = ''] =
        /^(\S+) AS (\S+)$/.exec(substitute(instruction.text, args)) ?? refuse(line)
      stages.push({ name, from: image, instructions: [] })
    } else if (!stage && instruction.name === 'ARG') {
      const [, name = '', value = ''] = /^(\w+)=(\S+)$/.exec(instruction.text) ?? refuse(line)
      args.set(name, value)
    } else if (stage) stage.instructions.push(instruction)
    else refuse(line)
  }
  return stages
}

function joinLines(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function parseInstruction(line: string): Instruction {
  const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? refuse(line)
  const flags = new Map<string, string>()
  let text = rest
  for (let flag = /^--([\w-]+)=(\S+)\s+/.exec(text); flag; flag = /^--([\w-]+)=(\S+)\s+/.exec(text)) {
    flags.set(flag[1] ?? '', flag[2] ?? '')
    text = text.slice(flag[0].length)
  }
  return { name, text, flags }
}

/** `A=1 B=2` of an ENV. */
export function parseAssignments(text: string): Record<string, string> {
  const pairs = text.split(/\s+/).map((pair) => /^(\w+)=([^"']*)$/.exec(pair) ?? refuse(`ENV ${text}`))
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

function substitute(text: string, args: ReadonlyMap<string, string>): string {
  return text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => args.get(name) ?? refuse(text))
}

function refuse(line: string): never {
  throw new Error(`The Dockerfile has a line that is not understood here: ${line}`)
}
