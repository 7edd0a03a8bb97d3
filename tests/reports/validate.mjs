// Reads the reports in a folder as the tools of their ecosystems do, and compares how much each has found.
// Usage: node validate.mjs FOLDER, with a file for each format: report.sarif, report.junit, ...
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import Ajv from "ajv-draft-04";
import addFormats from "ajv-formats";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parse as parseJUnit } from "junit2json";

// The published schema, from the package of Microsoft's matchers.
const sarifSchema = createRequire(import.meta.url)("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json");
const isSarif = addFormats(new Ajv({ strict: false, unicodeRegExp: false })).compile(sarifSchema);

const folder = process.argv[2];
const read = (format) => readFileSync(join(folder, `report.${format}`), "utf8");
const list = (value) => (value === undefined ? [] : [value].flat());

/** The number of diagnostics in each format, once it is valid. */
const readers = {
  "json-array": (text) => JSON.parse(text).length,
  json: (text) => text.trimEnd().split("\n").map((line) => JSON.parse(line)).length,
  sarif(text) {
    const log = JSON.parse(text);
    assert.ok(isSarif(log), JSON.stringify(isSarif.errors, null, 2));
    const [run] = log.runs;
    for (const result of run.results) {
      assert.equal(run.tool.driver.rules[result.ruleIndex].id, result.ruleId);
    }
    assert.ok(run.results.some((result) => result.fixes.length > 0), "no fixes");
    assert.ok(run.results.some((result) => result.relatedLocations.length > 0), "no related places");
    return run.results.length;
  },
  // The keys that GitLab requires: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
  gitlab(text) {
    const issues = JSON.parse(text);
    for (const { description, check_name: name, fingerprint, severity, location } of issues) {
      assert.ok([description, name, fingerprint].every((it) => typeof it === "string" && it));
      assert.match(severity, /^(info|minor|major|critical|blocker)$/);
      assert.match(location.path, /^[^/]/);
      assert.ok(location.lines.begin >= 1);
    }
    assert.equal(new Set(issues.map((issue) => issue.fingerprint)).size, issues.length);
    return issues.length;
  },
  async junit(text) {
    const suites = await parseJUnit(text);
    const cases = suites.testsuite.flatMap((suite) => suite.testcase);
    assert.equal(cases.length, suites.tests);
    const failed = cases.filter((it) => it.failure).length;
    assert.equal(failed, suites.failures);
    return failed;
  },
  checkstyle(text) {
    assert.equal(XMLValidator.validate(text), true);
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" });
    const errors = list(parser.parse(text).checkstyle.file).flatMap((file) => {
      assert.ok(file.name);
      return list(file.error);
    });
    for (const error of errors) {
      assert.match(error.severity, /^(error|warning|info)$/);
      assert.ok(Number(error.line) >= 1 && error.message && error.source);
    }
    return errors.length;
  },
  // The fields of https://github.com/reviewdog/reviewdog/blob/master/proto/rdf/reviewdog.proto
  rdjson(text) {
    const { diagnostics, source } = JSON.parse(text);
    assert.ok(source.name);
    for (const { message, location, severity, code } of diagnostics) {
      assert.ok(message && location.path && code.value);
      assert.match(severity, /^(ERROR|WARNING|INFO)$/);
      const { start, end } = location.range;
      assert.ok(start.line >= 1 && start.column >= 1 && end.line >= start.line);
    }
    return diagnostics.length;
  },
};

const counts = await Promise.all(
  Object.entries(readers).map(async ([format, count]) => [format, await count(read(format))]),
);
const [[, expected]] = counts;
assert.ok(expected > 0, "nothing was found");
for (const [format, count] of counts) {
  assert.equal(count, expected, format);
}
console.log(`${expected} diagnostics in each of ${counts.length} formats`);
