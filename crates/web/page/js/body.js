/**
 * Returns the bytes of a request body. An object becomes JSON.
 * @param {object|string|Blob|ArrayBuffer|Uint8Array|null} [body]
 */
export async function bytesOf(body) {
  if (body === undefined || body === null) return new Uint8Array();
  if (body instanceof Blob) return new Uint8Array(await body.arrayBuffer());
  if (body instanceof ArrayBuffer || body instanceof Uint8Array) return new Uint8Array(body);
  return new TextEncoder().encode(typeof body === "string" ? body : JSON.stringify(body));
}
