import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { StageResult } from './follow-dockerfile.ts'

/** The account `node` of the Node.js image. */
const IMAGE_UID = 1000

export interface ImageProgram {
  readonly child: ChildProcess
  /** Its exit code; -1 after a signal. */
  readonly end: Promise<number>
  output(): string
  hasEnded(): boolean
}

export interface ImageProgramSpec {
  readonly stage: StageResult
  readonly command: readonly string[]
  /** In addition to that of the image; nothing of this process. */
  readonly env: Readonly<Record<string, string>>
  /** Folders of the image that the program may write to: the tmpfs of its service. */
  readonly writable: readonly string[]
  /** A folder that the program must not see: it would find there what its image lacks. */
  readonly hidden: string
}

/**
 * How programs are run: as root on a machine that permits it, as the image's user without privileges and without the
 * checkout.
 */
export function describeUser(): string {
  if (process.getuid?.() !== 0)
    return `as uid ${process.getuid?.()}: only root may run them as the image's user`
  return isolates() ? `as uid ${IMAGE_UID} without privileges, the checkout hidden` : `as uid ${IMAGE_UID}`
}

export function runInImage(spec: ImageProgramSpec): ImageProgram {
  const { stage } = spec
  if (stage.user !== 'node') throw new Error(`The image runs as ${stage.user ?? 'root'}, not as node.`)
  const inImage = (path: string) => (path.startsWith('/app') ? stage.folder + path : path)
  for (const path of spec.writable.filter((each) => each.startsWith('/app'))) {
    mkdirSync(inImage(path), { recursive: true })
    chmodSync(inImage(path), 0o1777)
  }
  const [program = '', ...args] = spec.command.map(inImage)
  const command = [program === 'node' ? process.execPath : program, ...args]
  const [file = '', ...rest] = isolates() ? isolate(command, spec.hidden) : command
  const child = spawn(file, rest, {
    cwd: join(stage.folder, stage.workdir),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...stage.env, ...spec.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(process.getuid?.() === 0 && !isolates() ? { uid: IMAGE_UID, gid: IMAGE_UID } : {}),
  })
  killWithUs(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  }
  const end = new Promise<number>((resolve) => {
    child.once('error', (error) => {
      output += error.message
      resolve(-1)
    })
    child.once('close', (code) => resolve(code ?? -1))
  })
  return {
    child,
    end,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
}

/** Must not outlive a killed test run: this shell waits until our pipe closes. */
function killWithUs(child: ChildProcess): void {
  const leash = spawn('sh', ['-c', 'cat > /dev/null; kill -KILL "$1"', 'leash', String(child.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  leash.on('error', () => {})
  leash.stdin.on('error', () => {})
  leash.unref()
  child.once('exit', () => leash.kill('SIGKILL'))
}

/**
 * A mount namespace in which the folder is empty; each program replaces the one before with exec, so signals reach the
 * last.
 */
function isolate(command: readonly string[], hidden: string): string[] {
  const script = 'mount -t tmpfs -o size=1m,mode=755 none "$1" && shift && exec setpriv "$@"'
  const privileges = [`--reuid=${IMAGE_UID}`, `--regid=${IMAGE_UID}`, '--clear-groups', '--no-new-privs']
  return [
    ...['unshare', '--mount', '--propagation', 'private', 'sh', '-c', script, 'sh', hidden],
    ...[...privileges, '--bounding-set=-all', '--inh-caps=-all', '--', ...command],
  ]
}

let canIsolate: boolean | undefined

function isolates(): boolean {
  canIsolate ??=
    process.getuid?.() === 0 &&
    (() => {
      const [file = '', ...args] = isolate(['true'], '/mnt')
      return spawnSync(file, args, { stdio: 'ignore' }).status === 0
    })()
  return canIsolate
}
