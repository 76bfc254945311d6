/**
 * Writes the types of the API's requests and answers, from its description in openapi.json, to
 * `target/page/api.d.ts`: the namespace `Api` in the scripts of the page.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const root = new URL("../../", import.meta.url);

/** References as in a JSON schema. A description beside one would make a second type. */
const referred = (_key, value) =>
  value?.$ref ? { $ref: value.$ref.replace("#/components/schemas/", "#/$defs/") } : value;

const { paths, components } = JSON.parse(readFileSync(new URL("docs/reference/openapi.json", root), "utf8"), referred);

const object = (properties, required = Object.keys(properties)) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const file = { tsType: "Blob" };

/** The requests by kind, one for each function of `api.js`, and by their path below `/api`. */
const requests = { get: {}, post: {}, stream: {}, show: {} };
for (const [path, methods] of Object.entries(paths)) {
  for (const [method, { parameters, requestBody, responses }] of Object.entries(methods)) {
    const inQuery = parameters.filter((one) => one.in === "query");
    const query = object(
      Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])),
      inQuery.filter(({ required }) => required).map(({ name }) => name),
    );
    const body = requestBody && (requestBody.content["application/json"]?.schema ?? file);
    const { content } = responses[200];
    const answer = content["application/json"]?.schema;
    const events = content["text/event-stream"]?.["x-events"];
    const kind = events ? "stream" : content["text/html"] ? "show" : method;
    requests[kind][path.replace(/^\/api\/?/, "")] = object({
      query,
      ...(body && { body }),
      ...(answer && { answer }),
      ...(events && { events: object(events) }),
    });
  }
}

const kinds = Object.fromEntries(Object.entries(requests).map(([kind, paths]) => [kind, object(paths)]));
const schema = { $defs: components.schemas, ...object(kinds) };
const types = await compile(schema, "Requests", { bannerComment: "", format: false, unreachableDefinitions: true });
// A path with a placeholder stands for all paths of its form.
const named = types.replaceAll(/"([\w/]+)\{\w+\}": /g, (_, start) => `[path: \`${start}\${string}\`]: `);
const folder = new URL("target/page/", root);
mkdirSync(folder, { recursive: true });
writeFileSync(new URL("api.d.ts", folder), `declare namespace Api {\n${named}\n}\n`);
