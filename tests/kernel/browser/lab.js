// Drives JupyterLab: node lab.js URL TOKEN KERNEL-TITLE BROWSER SCREENSHOT first|packages|any [HEADING-ON-TOP]
// "first" judges the outputs of first.ipynb, "packages" those of packages.ipynb; "any" only looks for errors. The last line is "N passed, N failed".
'use strict';
const { chromium } = require('playwright-core');

const [url, token, title, browserPath, screenshot, kind, heading] = process.argv.slice(2);
let passed = 0;
let failed = 0;

function check(what, condition, detail) {
    if (condition) {
        passed += 1;
    } else {
        failed += 1;
        console.log(`FAIL ${what}${detail === undefined ? '' : ': ' + JSON.stringify(detail)}`);
    }
}

// What the code cells of first.ipynb must show, cell by cell.
const expected = [
    { results: ['2'], streams: [] },
    { results: ['tensor([[1., 1., 1.],\n        [1., 1., 1.]])'], streams: [] },
    { results: [], streams: ['turn 0\nturn 1\nturn 2'] },
    { results: ["'done'"], streams: ['on the way'] },
    { results: [], streams: [], error: 'ZeroDivisionError' },
];

async function waitForServer() {
    for (let attempt = 0; attempt < 300; attempt++) {
        try {
            const answer = await fetch(`${url}/api/status?token=${token}`);
            if (answer.ok) {
                return;
            }
        } catch (problem) {
            // not listening yet
        }
        await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error('the JupyterLab server did not answer within 60 seconds');
}

async function chooseKernel(page) {
    const dialog = page.locator('.jp-Dialog', { hasText: 'Select Kernel' });
    await dialog.waitFor({ timeout: 60000 });
    const choices = await dialog.locator('select option').allTextContents();
    check('the dialog offers the kernel', choices.includes(title), choices);
    await dialog.locator('select').selectOption({ label: title });
    await dialog.locator('button.jp-mod-accept').click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.jp-KernelName', { hasText: title }).first().waitFor({ timeout: 30000 });
    check('the toolbar names the kernel', true);
}

// Runs all cells and waits until each code cell has its number and the kernel is idle. An error stops JupyterLab's "run all",
// so what stands behind an error keeps an empty prompt; cells after it are not waited for.
async function runAll(page) {
    await page.locator('.jp-Notebook').first().click({ position: { x: 5, y: 5 } });
    await page.getByRole('menuitem', { name: 'Run', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Run All Cells', exact: true }).click();
    await page.waitForFunction(() => {
        const prompts = [...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')].map((e) => e.textContent.trim());
        const error = document.querySelector('.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.error"], ' +
            '.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.stderr"]');
        const busy = prompts.some((text) => text.includes('*'));
        const done = prompts.every((text) => /\[\d+\]/.test(text));
        return !busy && (done || error !== null);
    }, undefined, { timeout: 120000 });
}

async function readCells(page) {
    return page.evaluate(() => [...document.querySelectorAll('.jp-CodeCell')].map((cell) => ({
        number: cell.querySelector('.jp-InputPrompt').textContent.trim(),
        outputs: [...cell.querySelectorAll('.jp-OutputArea-output')].map((output) => ({
            kind: output.getAttribute('data-mime-type'),
            result: output.parentElement.classList.contains('jp-OutputArea-executeResult'),
            text: output.textContent.replace(/\s+$/, ''),
        })),
    })));
}

function judge(cells) {
    check('number of cells', cells.length === expected.length, cells.length);
    cells.forEach((cell, index) => {
        const wanted = expected[index];
        if (!wanted) {
            return;
        }
        const name = `cell ${index + 1}`;
        check(`${name} has its number`, cell.number === `[${index + 1}]:`, cell.number);
        const results = cell.outputs.filter((o) => o.result).map((o) => o.text);
        const errors = cell.outputs.filter((o) => /error$/.test(o.kind || '') || /Traceback|Error:/.test(o.text));
        const streams = cell.outputs.filter((o) => !o.result && !errors.includes(o)).map((o) => o.text);
        check(`${name} results`, JSON.stringify(results) === JSON.stringify(wanted.results), results);
        check(`${name} streams`, JSON.stringify(streams) === JSON.stringify(wanted.streams), streams);
        check(`${name} errors`, wanted.error ? errors.some((e) => e.text.includes(wanted.error)) : errors.length === 0,
            errors.map((e) => e.text));
    });
}

// A figure, a table, a progress bar and a slider that is moved, whose callback answers.
async function judgePackages(page) {
    const outputs = (number) => page.locator('.jp-CodeCell').nth(number).locator('.jp-OutputArea');
    const there = async (what, locator) => {
        await locator.first().waitFor({ timeout: 30000 }).catch(() => undefined);
        check(what, await locator.count() > 0);
    };
    await there('the figure is a picture', outputs(0).locator('img[src^="data:image/png"]'));
    await there('the frame is a table', outputs(1).locator('table.dataframe td', { hasText: 'x' }));
    await there('the progress bar', outputs(2).locator('.widget-hprogress, .jupyter-widgets .progress'));
    await there('the bar is full', outputs(2).locator('.jupyter-widgets', { hasText: '3/3' }));
    const handle = outputs(3).locator('.widget-slider .noUi-handle');
    await there('the slider', handle);
    await handle.first().focus();
    await page.keyboard.press('ArrowRight');
    await there('the callback of the slider', outputs(3).locator('.jp-OutputArea-output', { hasText: 'moved to 4' }));
    await there('the value beside the slider', outputs(3).locator('.widget-readout', { hasText: '4' }));
}

async function main() {
    await waitForServer();
    const browser = await chromium.launch({ executablePath: browserPath, headless: true, args: ['--no-sandbox', '--disable-gpu'] });
    try {
        const page = await browser.newPage({ viewport: { width: 1180, height: kind === 'any' ? 1250 : 900 } });
        await page.goto(`${url}/lab/tree/course.ipynb?token=${token}`, { waitUntil: 'domcontentloaded', timeout: 60000 });
        await page.locator('.jp-Notebook .jp-CodeCell').first().waitFor({ timeout: 60000 });
        await chooseKernel(page);
        await runAll(page);
        const cells = await readCells(page);
        if (kind === 'first') {
            judge(cells);
        } else if (kind === 'packages') {
            await judgePackages(page);
        } else {
            cells.forEach((cell, index) => check(`cell ${index + 1} shows no error`,
                !cell.outputs.some((o) => /error$/.test(o.kind || '')), cell.outputs));
            await page.keyboard.press('Control+b');
            if (heading) {
                await page.getByRole('heading', { name: heading }).first().evaluate((e) => {
                    e.style.scrollMarginTop = '60px';
                    e.scrollIntoView({ block: 'start' });
                });
            }
            await page.waitForTimeout(500);
        }
        await page.screenshot({ path: screenshot });
        console.log(`screenshot: ${screenshot}`);
    } finally {
        await browser.close();
    }
}

main().catch((problem) => check('the browser session', false, String(problem).split('\n').slice(0, 6).join(' | '))).finally(() => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
});
