import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { promisify } from 'node:util'
import { type Instruction, parseAssignments, parseDockerfile, type Stage } from './parse-dockerfile.ts'

/** A stage of the Dockerfile as a folder: an absolute path P of the image is `<folder>P`. */
export interface StageResult {
  readonly folder: string
  readonly workdir: string
  readonly user: string | null
  readonly env: Readonly<Record<string, string>>
  readonly command: readonly string[]
  readonly healthcheck: readonly string[] | null
}

export interface FollowOptions {
  /** The root of the build context, with `docker/Dockerfile`. */
  readonly root: string
  readonly targets: readonly string[]
  /** Where the folder of a stage is made. */
  readonly placeStage: (name: string) => string
  /** Replacements for RUN with exactly this command, in its folder. Every other one is run unchanged. */
  readonly instead: Readonly<Record<string, (folder: string) => void>>
}

/**
 * Does what `docker build` does with the stages that the targets need, without Docker: COPY, RUN, WORKDIR, ENV and USER
 * in order, with the context that .dockerignore leaves.
 *
 * @throws with the output of a failed RUN, and for an unsupported instruction.
 */
export async function followDockerfile(options: FollowOptions): Promise<Map<string, StageResult>> {
  const read = (name: string) => readFileSync(join(options.root, 'docker', name), 'utf8')
  const stages = parseDockerfile(read('Dockerfile'))
  const context = listContext(options.root, read('Dockerfile.dockerignore'))
  const done = new Map<string, StageResult>()
  const make = async (name: string): Promise<StageResult | null> => {
    const stage = stages.find((each) => each.name === name)
    // The base image: its programs are those of this machine.
    if (!stage) return null
    const known = done.get(name)
    if (known) return known
    const base = await make(stage.from)
    const result = await followStage(stage, base, { ...options, context, make, stages })
    done.set(name, result)
    return result
  }
  for (const target of options.targets)
    if (!(await make(target))) throw new Error(`There is no stage ${target}.`)
  return done
}

interface Surroundings extends FollowOptions {
  readonly context: readonly string[]
  readonly stages: readonly Stage[]
  make(stage: string): Promise<StageResult | null>
}

async function followStage(
  stage: Stage,
  base: StageResult | null,
  around: Surroundings,
): Promise<StageResult> {
  const folder = around.placeStage(stage.name)
  mkdirSync(folder, { recursive: true })
  if (base) cpSync(base.folder, folder, { recursive: true, verbatimSymlinks: true })
  let state: StageResult = {
    workdir: '/',
    user: null,
    env: {},
    command: [],
    healthcheck: null,
    ...base,
    folder,
  }
  for (const instruction of stage.instructions)
    state = { ...state, ...(await follow(instruction, state, around)) }
  return state
}

async function follow(
  instruction: Instruction,
  state: StageResult,
  around: Surroundings,
): Promise<Partial<StageResult>> {
  const { name, text } = instruction
  switch (name) {
    case 'WORKDIR': {
      const workdir = posix.resolve(state.workdir, text)
      mkdirSync(state.folder + workdir, { recursive: true })
      return { workdir }
    }
    case 'ENV':
      return { env: { ...state.env, ...parseAssignments(text) } }
    case 'USER':
      return { user: text }
    case 'CMD':
      return { command: JSON.parse(text) as string[] }
    case 'HEALTHCHECK':
      return { healthcheck: JSON.parse(text.replace(/^(?:--\S+ )*CMD /, '')) as string[] }
    case 'EXPOSE':
      return {}
    case 'COPY':
      await copy(instruction, state, around)
      return {}
    case 'RUN':
      await run(text, state, around)
      return {}
    default:
      throw new Error(`The Dockerfile uses ${name}, which is not known here.`)
  }
}

async function copy({ text, flags }: Instruction, state: StageResult, around: Surroundings): Promise<void> {
  const words = text.split(/\s+/)
  const to = words.pop() ?? ''
  const target = state.folder + posix.resolve(state.workdir, to)
  const isFolder = to.endsWith('/') || words.length > 1
  const from = flags.get('from')
  for (const source of words) {
    if (from === undefined) copyFromContext(source, target, isFolder, around)
    else {
      const stage = await around.make(from)
      if (!stage) throw new Error(`COPY --from=${from}: there is no such stage.`)
      const path = stage.folder + posix.resolve('/', source)
      // For a folder its content is copied, not the folder itself.
      cpSync(path, isFolder && !statSync(path).isDirectory() ? join(target, basename(path)) : target, {
        recursive: true,
        verbatimSymlinks: true,
      })
    }
  }
}

function copyFromContext(
  source: string,
  target: string,
  isFolder: boolean,
  { root, context }: Surroundings,
): void {
  const path = posix.normalize(source)
  if (context.includes(path)) {
    const file = isFolder ? join(target, basename(path)) : target
    mkdirSync(dirname(file), { recursive: true })
    cpSync(join(root, path), file)
    return
  }
  const inside = path === '.' ? context : context.filter((file) => file.startsWith(`${path}/`))
  if (inside.length === 0) throw new Error(`COPY ${source}: the build context has no such file.`)
  for (const file of inside) {
    const to = join(target, path === '.' ? file : file.slice(path.length + 1))
    mkdirSync(dirname(to), { recursive: true })
    cpSync(join(root, file), to, { verbatimSymlinks: true })
  }
}

async function run(command: string, state: StageResult, { instead, stages }: Surroundings): Promise<void> {
  const folder = state.folder + state.workdir
  const other = instead[command]
  if (other) {
    other(folder)
    return
  }
  try {
    await promisify(execFile)('sh', ['-c', relocate(command, state, stages)], {
      cwd: folder,
      maxBuffer: 64 << 20,
      env: {
        PATH: process.env.PATH ?? '',
        HOME: state.folder,
        npm_config_update_notifier: 'false',
        ...state.env,
      },
    })
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`RUN ${command} failed:\n${stdout}${stderr}`, { cause })
  }
}

/**
 * Rewrites absolute paths of the image, under the top-level folders that the Dockerfile names, to paths of this
 * machine.
 */
function relocate(command: string, { folder }: StageResult, stages: readonly Stage[]): string {
  const named = stages
    .flatMap(({ instructions }) => instructions)
    .flatMap(({ name, text }) => (name === 'WORKDIR' || name === 'COPY' ? text.split(/\s+/) : []))
    .flatMap((word) => /^\/(\w+)/.exec(word)?.[1] ?? [])
  const tops = [...new Set(named)]
  return command.replaceAll(
    new RegExp(`(?<=^|[\\s='"])/(${tops.join('|')})(?=[/\\s'"]|$)`, 'g'),
    `${folder}/$1`,
  )
}

/**
 * Files of a build context after its .dockerignore, as paths relative to the root. The last matching pattern decides.
 */
export function listContext(root: string, ignoreText: string): string[] {
  const patterns = ignoreText
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ keeps: line.startsWith('!'), text: line.replace(/^!/, '') }))
    .map(({ keeps, text }) => ({ keeps, text, expression: toExpression(text) }))
  const isIgnored = (path: string) => {
    const steps = path.split('/')
    // A pattern that matches a folder matches everything in it.
    const prefixes = steps.map((_, index) => steps.slice(0, index + 1).join('/'))
    const last = patterns.findLast(({ expression }) => prefixes.some((prefix) => expression.test(prefix)))
    return last !== undefined && !last.keeps
  }
  const mayHoldKept = (folder: string) =>
    patterns.some(({ keeps, text }) => keeps && text.startsWith(`${folder}/`))
  const walk = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) return isIgnored(path) && !mayHoldKept(path) ? [] : walk(path)
      return isIgnored(path) ? [] : [path]
    })
  return walk('').sort()
}

/** `**` is any number of folders, `*` anything but a slash. */
function toExpression(pattern: string): RegExp {
  const source = pattern
    .split('/')
    .map((step) =>
      step === '**' ? '**' : step.replaceAll(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '[^/]*'),
    )
    .join('/')
    .replaceAll('**/', '(?:.*/)?')
    .replaceAll('**', '.*')
  return new RegExp(`^${source}$`)
}
