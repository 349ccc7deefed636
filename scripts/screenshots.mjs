// Takes the README's screenshots of the demo, light, dark and narrow, into docs/images: node scripts/screenshots.mjs PROGRAM
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const program = process.argv[2]
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path))
const data = mkdtempSync(join(tmpdir(), 'touchstone-screenshots-'))
const port = 20000 + (process.pid % 20000)
const server = spawn(program, ['--data', data, 'serve', '--demo', '--listen', `127.0.0.1:${port}`], { stdio: ['ignore', 'pipe', 'inherit'] })
await new Promise((resolve) => server.stdout.once('data', resolve))

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
const browser = await chromium.launch({ executablePath, args })
const shoot = async (name, path, { width = 1360, height = 900, scheme = 'light', keys = [] } = {}) => {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: scheme })
  page.on('pageerror', (error) => console.log(name, error.message))
  await page.goto(`http://127.0.0.1:${port}${path}`)
  await page.waitForFunction(() => document.documentElement.dataset.live === 'yes')
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForTimeout(400)
  await page.screenshot({ path: `docs/images/${name}.png` })
  await page.close()
}
mkdirSync('docs/images', { recursive: true })
await shoot('label-light', '/sets/guide/label', { keys: ['1', '2', '0'] })
await shoot('label-dark', '/sets/guide/label', { scheme: 'dark' })
await shoot('label-narrow', '/sets/guide/label', { width: 390, height: 844 })
await shoot('set-light', '/sets/guide')
await shoot('queries-light', '/sets/guide/queries')
if (process.argv.includes('--all')) {
  const every = { home: '/', members: '/members', jobs: '/jobs', signin: '/sign-in', set: '/sets/guide' }
  for (const page of ['label', 'queries', 'import', 'versions', 'evaluation', 'settings']) every[page] = `/sets/guide/${page}`
  for (const [name, path] of Object.entries(every)) {
    await shoot(`all-${name}-light`, path)
    await shoot(`all-${name}-dark`, path, { scheme: 'dark' })
    await shoot(`all-${name}-narrow`, path, { width: 320, height: 700 })
  }
  await shoot('all-help', '/sets/guide/label', { keys: ['?'] })
  await shoot('all-search', '/sets/guide/label', { keys: ['/', 'u', 'n', 'd', 'o', 'Enter'] })
}
await browser.close()
server.kill('SIGTERM')
rmSync(data, { recursive: true, force: true })
