import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Applies the configuration of a folder by Terraform or OpenTofu. Where neither is installed, runs the command of its provisioner
 * when the file has changed, as they would.
 * @returns applies once. Rejects where the command fails.
 */
export function openTerraform(
  folder: string,
  main: string,
  env: { FROSTLINE_URL: string; FROSTLINE_TOKEN: string; XDG_CONFIG_HOME: string; PATH: string },
): () => Promise<unknown> {
  const program = ['terraform', 'tofu'].find(isInstalled)
  const { FROSTLINE_URL, FROSTLINE_TOKEN, ...others } = env
  if (program === undefined) return openCommand(folder, main, env)
  const options = {
    cwd: folder,
    env: {
      ...others,
      ...{ TF_VAR_frostline_url: FROSTLINE_URL, TF_VAR_frostline_token: FROSTLINE_TOKEN },
      ...{ TF_IN_AUTOMATION: '1', CHECKPOINT_DISABLE: '1', HOME: folder },
    },
  }
  return async () => {
    await run(program, ['init', '-input=false', '-no-color'], options)
    return run(program, ['apply', '-auto-approve', '-input=false', '-no-color'], options)
  }
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['version'], { stdio: 'ignore', env: { ...process.env, CHECKPOINT_DISABLE: '1' } })
    return true
  } catch {
    return false
  }
}

let applied = ''

function openCommand(folder: string, main: string, env: NodeJS.ProcessEnv): () => Promise<unknown> {
  const [, command] = /command = "([^"]+)"/.exec(main) ?? []
  if (command === undefined) throw new Error('main.tf has no command.')
  return async () => {
    const digest = createHash('sha256')
      .update(readFileSync(join(folder, 'frostline.yaml')))
      .digest('hex')
    if (digest === applied) return undefined
    const done = await run('sh', ['-c', command.replaceAll(/\$\{path\.module\}/g, folder)], {
      cwd: folder,
      env,
    })
    applied = digest
    return done
  }
}
