// Reviewers settle what labellers say differently: by keyboard, by forms, many at once; labels stay, nobody's input is lost, and
// what was decided can be taken back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, openLabelling, press, saved, seedSet, sees, serve, until } from "./harness.mjs";

const sets = ["two", "forms", "changes", "away", "words", "back", "fast", "many"];
const links = {};
const app = await serve({ demo: false, seed: (touchstone) => {
  for (const set of sets) seedSet(touchstone, set, 2);
  for (const [name, role] of [["Ada", "admin"], ["Mira", "labeller"], ["Jonas", "labeller"], ["Rosa", "reviewer"]]) {
    links[name] = /\/invitation\S+/.exec(touchstone("user", "invite", "--role", role))[0];
  }
} });

const password = "a good password";
const members = {};
/// Opens a page of its own browser profile in which somebody is signed in.
const as = (name, body, profile = {}) => app.visit(async (page, context) => {
  members[name] ??= (async () => {
    await open(page, links[name]);
    await page.fill("[name=name]", name);
    await page.fill("[name=password]", password);
    await page.click("button:has-text('Join')");
    await sees(page, "h1", "Golden sets");
    return context.cookies();
  })();
  await context.addCookies(await members[name]);
  await body(page, context);
}, { allow: /409 \(Conflict\)|422|ERR_FAILED/, ...profile });

const post = async (page, name, body) => {
  const answer = await page.request.post(`${app.origin}/api/${name}`, { data: body });
  assert.ok(answer.ok(), `${name}: ${answer.status()} ${await answer.text()}`);
  return answer.json();
};
const queryOf = async (page, set, external = "q1") => (await post(page, "query_list", { set, filter: { search: "", page: 1 } })).page.rows.find((row) => row.external_id === external).id;

/// Sets how many labellers each query of a set needs.
const needs = (set, labellers) => as("Ada", async (page) => {
  const { set: { revision, settings } } = await post(page, "set_home", { set });
  await post(page, "put_settings", { set, revision, settings: { ...settings, control_share: 0, overlap: { ...settings.overlap, labellers, share: 0 } } });
});
for (const set of sets) await needs(set, 2);
for (const name of ["Mira", "Jonas", "Rosa"]) await as(name, async () => {});

/// Labels a query whole, by keyboard: the first cards one by one, then the answer.
const label = (name, set, cards, answer, external = "q1") => as(name, async (page) => {
  await openLabelling(page, set, await queryOf(page, set, external));
  await press(page, ...cards, "r", "a");
  await page.keyboard.type(answer);
  await press(page, "Control+Enter");
  await saved(page);
});
const differ = async (set, external) => {
  await label("Mira", set, ["3", "1"], "The amber lever moves the wheel [1].", external);
  await label("Jonas", set, ["0", "0"], "Nothing here stops, says page nine of another book.", external);
};
/// The case is on the page, and has been there long enough to have been read.
const queue = async (page, words) => {
  await sees(page, ".case-bar h1", words);
  await page.waitForTimeout(250);
};

test("two labellers differ on two chunks and the answer; the reviewer settles all by keyboard; the history shows all three", async () => {
  await differ("two");
  await as("Rosa", async (page) => {
    await open(page, "/sets/two");
    await sees(page, ".set-pages a", /Review\s*3/);
    await open(page, "/sets/two/disagreements");
    await queue(page, "Case 1 of 3");
    await sees(page, ".kinds", "1 relevance flip");
    await sees(page, ".given", "Mira: 3, Answers");
    await sees(page, ".given", "Jonas: 0, Not relevant");
    assert.equal(await page.locator(".settle :checked, .settle [aria-checked=true], .settle [data-was-chosen]").count(), 0, "nothing is chosen beforehand");
    await sees(page, ".choice:has-text('Answers') .number", /1\.00|\.\d{3}/);
    await press(page, "c", "3", "2");
    await queue(page, "Case 1 of 2");
    await sees(page, ".given", "Mira: 1, Related");
    await sees(page, ".sub-right", "1 settled today");
    await sees(page, ".reasons label:has-text('Overlooked text') .times", "1");
    assert.equal(await page.locator(".reasons .times").count(), 1, "a reason that was never given has no number");
    await press(page, "0");
    await queue(page, "Case 1 of 1");
    await sees(page, ".answer-sides", "The amber lever moves the wheel");
    assert.equal(await page.locator(".answer-sides :is(mark, del, ins)").count(), 0, "answers that are unlike stand plainly side by side");
    await sees(page, ".hint-line", "1 2 settle");
    await sees(page, ".choice >> nth=0", "The amber lever moves the wheel");
    await press(page, "1");
    await sees(page, "main h2", "Nothing is disputed");
    // Undo reaches back over a reload.
    await open(page, "/sets/two/disagreements");
    await press(page, "u");
    await queue(page, "Case 1 of 1");
    await sees(page, ".case-history", "took the decision back");
    await press(page, "1");
    await sees(page, "main h2", "Nothing is disputed");
    await open(page, `/sets/two/queries/${await queryOf(page, "two")}`);
    await sees(page, ".facts", "completed");
    for (const words of ["gave card 1 grade 3", "gave card 1 grade 0", "settled it: 2 In part, because overlooked text; about card 1", "took the decision back; about the answer", "settled it: the answer of Mira holds; about the answer"]) {
      await sees(page, "td", words);
    }
    const who = await page.locator("table").last().locator("tbody td:nth-child(2)").evaluateAll((cells) => [...new Set(cells.map((cell) => cell.textContent.trim()))].sort());
    assert.deepEqual(who, ["Jonas", "Mira", "Rosa"]);
  });
});

test("a case is settled and taken back by forms, without the browser's program", async () => {
  await differ("forms");
  await as("Rosa", async (page) => {
    await page.goto("/sets/forms/disagreements");
    await queue(page, "Case 1 of 3");
    await page.click("label:has-text('Slip of a key')");
    await page.fill("[name=note]", "a slip");
    await page.click(".choice:has-text('In part')");
    await queue(page, "Case 1 of 2");
    await page.click(".settled-line button");
    await queue(page, "Case 1 of 3");
    await sees(page, ".case-history", "because a slip of a key, note: a slip; not in force any more");
    await page.click(".kinds a:has-text('answer differs')");
    await queue(page, "Case 1 of 1");
    await page.click(".choice:has-text('Jonas')");
    await sees(page, "main h2", "Nothing that fits is disputed");
    await page.click("text=All open cases");
    await queue(page, "Case 1 of 2");
    await page.click("a:has-text('whole document')");
    await sees(page, ".legend", "only the chunk");
    await page.click(".case-actions a:has-text('Skip')");
    await queue(page, "Case 2 of 2");
    await page.click(".queue-list");
    await sees(page, "tbody tr:nth-child(2)", "how does feature amber work");
    await page.selectOption("[name=state]", "settled");
    await page.click("button:has-text('Show')");
    await sees(page, ".paging", "1 in all");
  }, { javaScriptEnabled: false });
});

test("a label that changes while the case is open is a conflict: what is said now is shown, and what was chosen stays", async () => {
  await differ("changes");
  for (const profile of [{}, { javaScriptEnabled: false }]) {
    await as("Rosa", async (page) => {
      await (profile.javaScriptEnabled === false ? page.goto("/sets/changes/disagreements") : open(page, "/sets/changes/disagreements"));
      await page.fill("[name=note]", "my own words");
      await page.check("label:has-text('overlooked text') input");
      const grade = profile.javaScriptEnabled === false ? "1" : "2";
      await as("Mira", async (mira) => {
        await openLabelling(mira, "changes", await queryOf(mira, "changes"));
        await mira.click("#card-1");
        await press(mira, grade === "1" ? "3" : "2");
        await saved(mira);
      });
      await page.click(`.choice:nth-of-type(${Number(grade) + 1}) >> nth=0`);
      await sees(page, ".not-kept", "What labellers say about this changed since you looked at it: nothing of yours was written");
      await sees(page, ".not-kept", `You had chosen: ${grade}`);
      await sees(page, ".given", grade === "1" ? "Mira: 3" : "Mira: 2");
      assert.equal(await page.inputValue("[name=note]"), "my own words");
      assert.equal(await page.isChecked("label:has-text('overlooked text') input"), true);
      await queue(page, "Case 1 of 3");
    }, profile);
  }
});

test("what cannot be sent is said and kept, and sent again it is one decision", async () => {
  await differ("away");
  await as("Rosa", async (page) => {
    await open(page, "/sets/away/disagreements");
    const sent = [];
    let away = true;
    await page.route("**/api/settle_case", (route) => (sent.push(route.request().postDataJSON().decision.operation), away ? route.abort() : route.continue()));
    await page.fill("[name=note]", "kept");
    await press(page, "Escape", "2");
    await sees(page, ".save-state", "Not saved: The server cannot be reached.");
    await queue(page, "Case 1 of 3");
    assert.equal(await page.inputValue("[name=note]"), "kept");
    away = false;
    await page.click("text=Try again");
    await queue(page, "Case 1 of 2");
    await sees(page, ".save-state", /^Saved/);
    assert.equal(sent.length, 2);
    assert.equal(sent[0], sent[1], "the same id");
  });
});

test("names are hidden, the document shown, a note becomes a line of the guidelines, and keys do nothing while one types", async () => {
  await differ("words");
  await as("Rosa", async (page) => {
    await open(page, "/sets/words/disagreements");
    await press(page, "y");
    await until(async () => assert.equal(await page.locator(".review-grid:has-text('Mira')").count(), 0));
    await sees(page, ".given", "A: 3, Answers");
    await page.reload();
    await sees(page, ".legend", "show names");
    await press(page, "y", "o");
    await sees(page, ".legend", "only the chunk");
    await press(page, "t");
    await page.keyboard.type("2 products, 1 guide: ask j k s u");
    assert.equal(await page.inputValue("#case-note"), "2 products, 1 guide: ask j k s u");
    await press(page, "Enter", "Shift+I", "3");
    await queue(page, "Case 1 of 2");
    await press(page, "i");
    await sees(page, ".guidelines p", "- 2 products, 1 guide: ask j k s u");
    await press(page, "u");
    await queue(page, "Case 1 of 3");
    assert.equal(await page.inputValue("#case-note"), "2 products, 1 guide: ask j k s u", "what was taken back is as it was");
    await sees(page, ".announcer", /The guideline that you added with it stays in force: version \d+/);
    await press(page, "3");
    await queue(page, "Case 1 of 2");
    await press(page, "j");
    await queue(page, "Case 2 of 2");
    await press(page, "k");
    await queue(page, "Case 1 of 2");
    await press(page, "?");
    await sees(page, "[role=dialog] .keys", "settle it as “In part” and go on");
    await press(page, "Escape");
    await queue(page, "Case 1 of 2");
  });
});

test("a query is sent back with a question, leaves the queue, and its labellers have it again", async () => {
  await differ("back");
  await as("Rosa", async (page) => {
    await open(page, "/sets/back/disagreements");
    await press(page, "b");
    await page.waitForFunction(() => document.activeElement.id === "case-question");
    await page.keyboard.type("Which of the two levers is meant?");
    await press(page, "Enter");
    await sees(page, "main h2", "Nothing is disputed so far");
    await sees(page, "main", "q1 was sent back and waits for Jonas, Mira");
    await open(page, `/sets/back/queries/${await queryOf(page, "back")}`);
    await sees(page, "td", "sent it back to its labellers and asked: Which of the two levers is meant?; about card 1");
  });
  await as("Mira", async (page) => {
    await open(page, `/sets/back/label?q=${await queryOf(page, "back")}`);
    await sees(page, ".asked-again", "A reviewer asks about card 1: Which of the two levers is meant?");
    assert.equal(await page.locator(".chunk-card[aria-current][data-asked-again]").count(), 1, "its card is at hand, and marked");
  });
});

test("keys that are pressed without a look settle the one case that was seen, and a refusal is not undone as something else", async () => {
  await differ("fast");
  await as("Rosa", async (page) => {
    await open(page, "/sets/fast/disagreements");
    await page.route("**/api/settle_case", async (route) => (await new Promise((go) => setTimeout(go, 50)), route.continue()));
    await press(page, "2", "2", "2", "2", "2");
    await queue(page, "Case 1 of 2");
    await sees(page, ".announcer", "nothing");
    await sees(page, ".sub-right", "1 settled today");
    await as("Mira", async (mira) => {
      await openLabelling(mira, "fast", await queryOf(mira, "fast"));
      await mira.click("#card-2");
      await press(mira, "2");
      await saved(mira);
    });
    await press(page, "1");
    await sees(page, ".not-kept", "nothing of yours was written");
    await press(page, "u");
    await sees(page, ".announcer", "Your last decision was not kept, so nothing was undone");
    await sees(page, ".sub-right", "1 settled today");
    await press(page, "u");
    await sees(page, ".sub-right", "0 settled today");
  });
});

test("a page on which nothing was disputed shows the first case that comes", async () => {
  await as("Rosa", async (page) => {
    await open(page, "/sets/back/disagreements");
    await sees(page, "main h2", "Nothing is disputed so far");
    await differ("back", "q2");
    // A page asks again at most every five seconds.
    await page.locator(".case-bar h1", { hasText: /Case 1 of \d/ }).waitFor({ timeout: 20_000 });
    await queue(page, /Case 1 of \d/);
  });
});

test("many of one kind are looked at, settled by a rule, and taken back together", async () => {
  await differ("many");
  await differ("many", "q2");
  await as("Rosa", async (page) => {
    await page.goto("/sets/many/disagreements/many");
    await page.selectOption("[name=kind]", "relevance_flip");
    await page.check("label:has-text('the lowest grade') input");
    await page.click("text=Look at what it would settle");
    await sees(page, "main", "2 of 2 open cases: 2 as 0 Not relevant.");
    assert.equal(await page.locator("tbody tr").count(), 2);
    await page.click("button:has-text('Settle 2')");
    await sees(page, ".settled-line", "2 settled.");
    await page.goto("/sets/many/disagreements");
    await queue(page, "Case 1 of 4");
    await page.goto("/sets/many/disagreements/many");
    await sees(page, ".batches", "2 · relevant or not · the lowest grade");
    await page.click(".batches button:has-text('Undo')");
    await sees(page, "main", "2 taken back; they are open again.");
    await page.check("label:has-text('of one labeller') input");
    await page.selectOption("[name=labeller]", { label: "Mira" });
    await page.click("text=Look at what it would settle");
    await sees(page, "main", "2 of 2 open cases: 2 as 3 Answers.");
    await page.goto("/sets/many/disagreements");
    await queue(page, "Case 1 of 6");
  }, { javaScriptEnabled: false });
});

test("a reviewer who opens a query that needs nobody more takes no place of it, and sees its cases still", () => as("Rosa", async (page) => {
  await openLabelling(page, "many", await queryOf(page, "many"));
  await open(page, "/sets/many/disagreements");
  await queue(page, "Case 1 of 6");
  await open(page, "/sets/many");
  await sees(page, ".set-pages a", /Review\s*6/);
}));

test("what is refused of a form is said on its page, without the browser's program", () => as("Rosa", async (page) => {
  await page.goto("/sets/many/disagreements/many?kind=relevance_flip&rule=lower");
  await page.$eval("form[method=post] [name=rule]", (field) => { field.value = "best"; });
  await page.click("button.primary:has-text('Settle')");
  await sees(page, "[role=alert]", "Many are settled by higher, lower");
  await sees(page, "h1", "Settle many of one kind");
  await page.goto("/sets/many/disagreements");
  await page.fill("[name=note]", "kept");
  await page.$eval("[name='base-said']", (field) => { field.value = "x"; });
  await page.click(".choice:has-text('In part')");
  await sees(page, "[role=alert]", "changed since you looked at it");
  assert.equal(await page.inputValue("[name=note]"), "kept");
}, { javaScriptEnabled: false }));

test("no width makes a page of the queue scroll sideways, and the strips stay side by side", () => as("Rosa", async (page) => {
  for (const width of [320, 360, 680, 900, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ["", "/list", "/many?kind=relevance_flip&rule=lower"]) {
      await open(page, `/sets/many/disagreements${path}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} at ${width} px`);
    }
    await open(page, "/sets/many/disagreements");
    const tops = await page.$$eval(".strip-row", (rows) => rows.map((row) => new Set([...row.querySelectorAll("li")].map((li) => li.offsetTop)).size));
    assert.ok(tops.length >= 2 && tops.every((lines) => lines === 1), `one line a labeller at ${width} px`);
  }
}));
