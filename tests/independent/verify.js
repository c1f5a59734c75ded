// Decides whether an evidence file is intact, by services/store/EVIDENCE.md. First written from that page alone, later revised
// along with it; shares no code with the server.
//
//   node verify.js FILE [--receipt FILE]... [--key ID]
//   node verify.js --batch          each line of the input: the same arguments, separated by tabs
"use strict";

const crypto = require("node:crypto");
const fs = require("node:fs");
const process = require("node:process");
const zlib = require("node:zlib");

const FORMAT = "protokol-evidence/1";
const LIMIT = 256 * 1024 * 1024;
const LINE = 1024 * 1024;
const DEPTH = 64;
const ENTRIES = ["README.txt", "manifest.json", "records.ndjson", "heads.ndjson", "keys.json", "randomness.json"];

class Fault extends Error {
  constructor(version, reason) {
    super(reason);
    this.version = version;
  }
}

function demand(holds, version, reason) {
  if (!holds) throw new Fault(version, reason);
}

// ---- 1. Canonical JSON: objects become Maps, so that no member can be mistaken for one of JavaScript's own ----

function read(bytes, where, version = 0) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Fault(version, `${where} is not UTF-8`);
  }
  let value;
  try {
    value = mapped(JSON.parse(text), DEPTH);
  } catch (error) {
    if (error instanceof Fault) throw new Fault(version, `${where} ${error.message}`);
    throw new Fault(version, `${where} is not JSON`);
  }
  demand(encode(value) === text, version, `${where} is not in canonical form`);
  return value;
}

function mapped(value, depth) {
  if (typeof value === "number") {
    demand(Number.isSafeInteger(value), 0, "has a number that is not whole or is too large");
    return value;
  }
  if (typeof value === "string") {
    demand(value.isWellFormed(), 0, "has half a surrogate pair");
    return value;
  }
  if (value === null || typeof value === "boolean") return value;
  demand(depth > 0, 0, "is nested too deeply");
  if (Array.isArray(value)) return value.map((item) => mapped(item, depth - 1));
  return new Map(Object.keys(value).map((key) => {
    demand(/^[\x00-\x7f]*$/.test(key), 0, "has a key beyond ASCII");
    return [key, mapped(value[key], depth - 1)];
  }));
}

function encode(value) {
  if (Array.isArray(value)) return `[${value.map(encode).join(",")}]`;
  if (!(value instanceof Map)) return JSON.stringify(value);
  const keys = [...value.keys()].sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${encode(value.get(key))}`).join(",")}}`;
}

const isObject = (value) => value instanceof Map;
const isString = (value) => typeof value === "string";
const isHex = (value, digits) => isString(value) && value.length === digits && /^[0-9a-f]*$/.test(value);
const isMoment = (value) => typeof value === "number" && value >= 0;
const areStrings = (value) => Array.isArray(value) && value.every(isString);
const hasExactly = (value, names) =>
  isObject(value) && value.size === names.length && names.every((name) => value.has(name));

function without(object, ...names) {
  const rest = new Map(object);
  names.forEach((name) => rest.delete(name));
  return rest;
}

const tagged = (tag, value) => Buffer.from(`protokol/${tag}/1\n${encode(value)}`, "utf8");
const sha256 = (bytes) => crypto.createHash("sha256").update(bytes).digest("hex");

// ---- 2. The zip: all that stands around the packed bytes is written anew and compared ----

function numbers(...pairs) {
  const bytes = Buffer.alloc(pairs.reduce((sum, [size]) => sum + size, 0));
  let at = 0;
  for (const [size, value] of pairs) at = bytes.writeUIntLE(value, at, size);
  return bytes;
}

// What both headers of an entry have in common: version, flags, method, time, date, CRC, sizes, lengths.
const common = (entry) =>
  numbers([2, 20], [2, 0], [2, entry.method], [2, 0], [2, 33], [4, entry.crc], [4, entry.packed], [4, entry.size], [2, entry.name.length], [2, 0]);
const local = (entry) => Buffer.concat([numbers([4, 0x04034b50]), common(entry), Buffer.from(entry.name)]);
const listed = (entry) =>
  Buffer.concat([
    numbers([4, 0x02014b50], [2, 0x0314]), common(entry),
    numbers([2, 0], [2, 0], [2, 0], [4, 0x01800000], [4, entry.at]), Buffer.from(entry.name),
  ]);

function unzip(file) {
  const entries = [];
  let at = 0;
  let total = 0;
  for (const name of ENTRIES) {
    if (name === "randomness.json" && file.length >= at + 4 && file.readUInt32LE(at) === 0x02014b50) break;
    demand(file.length >= at + 30, 0, "it is not a zip, or it is cut off");
    const [method, crc] = [file.readUInt16LE(at + 8), file.readUInt32LE(at + 14)];
    const [packed, size] = [file.readUInt32LE(at + 18), file.readUInt32LE(at + 22)];
    const entry = { name, method, crc, packed, size, at };
    const header = local(entry);
    demand(file.subarray(at, at + header.length).equals(header), 0, `in the place of ${name} there is something else`);
    demand(method === 0 || method === 8, 0, `${name} is packed in another way`);
    total += size;
    demand(total <= LIMIT, 0, "the parts are too large");
    entry.from = at + header.length;
    at = entry.from + packed;
    entries.push(entry);
  }
  const directory = Buffer.concat(entries.map(listed));
  const count = entries.length;
  const end = numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, directory.length], [4, at % 2 ** 32], [2, 0]);
  demand(file.subarray(at).equals(Buffer.concat([directory, end])), 0, "the directory of the zip does not fit its entries");
  return new Map(entries.map((entry) => [entry.name, unpack(file, entry)]));
}

function unpack(file, { name, method, from, packed, size, crc }) {
  const part = inflate(file.subarray(from, from + packed), method, size, name);
  demand(crc32(part) === crc, 0, `${name} has a wrong CRC`);
  return part;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

// Node has zlib.crc32 only from 20.15 on.
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

function inflate(packed, method, size, name) {
  if (method === 0) {
    demand(packed.length === size, 0, `${name} is not as long as it says`);
    return packed;
  }
  let result;
  try {
    result = zlib.inflateRawSync(packed, { maxOutputLength: Math.max(size, 1), info: true });
  } catch {
    throw new Fault(0, `${name} does not unpack to what its entry says`);
  }
  demand(result.engine.bytesWritten === packed.length, 0, `${name} has bytes after its end`);
  demand(result.buffer.length === size, 0, `${name} is not as long as it says`);
  return result.buffer;
}

function lines(bytes, name) {
  const found = [];
  for (let from = 0; from < bytes.length; ) {
    const to = bytes.indexOf(10, from);
    demand(to >= 0, 0, `the last line of ${name} does not end`);
    demand(to - from <= LINE, 0, `line ${found.length + 1} of ${name} is too long`);
    found.push(bytes.subarray(from, to));
    from = to + 1;
  }
  return found;
}

// ---- 3. Keys ----

function checkKeys(list, trusted) {
  demand(Array.isArray(list), 0, "keys.json is not an array");
  const keys = new Map();
  for (const key of list) {
    demand(hasExactly(key, ["created_at", "id", "public", "vouch", "vouched_by"]), 0, "a key has other members than it should");
    const id = key.get("id");
    demand(isMoment(key.get("created_at")) && isHex(key.get("public"), 64) && isString(key.get("vouched_by")), 0, "a key is malformed");
    demand(id === sha256(tagged("key", key.get("public"))).slice(0, 16), 0, "a key's id is not that of its public half");
    demand(!keys.has(id), 0, `key ${id} is there twice`);
    const by = key.get("vouched_by");
    if (by === "") {
      demand(key.get("vouch") === "", 0, `key ${id} has a vouch by nobody`);
    } else {
      demand(keys.has(by), 0, `key ${id} is vouched for by a key that is not before it`);
      const said = new Map(key).set("vouch", "");
      demand(signed(keys.get(by), "vouch", said, key.get("vouch")), 0, `the vouch for key ${id} is not by key ${by}`);
    }
    const x = Buffer.from(key.get("public"), "hex").toString("base64url");
    const half = crypto.createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    keys.set(id, { id, by, half });
  }
  if (trusted !== undefined) {
    demand(keys.has(trusted), 0, `the trusted key ${trusted} is not in the file`);
    for (const id of keys.keys()) {
      demand(leads(keys, id, trusted) || leads(keys, trusted, id), 0, `key ${id} is not connected with the trusted key`);
    }
  }
  return keys;
}

function leads(keys, from, to) {
  for (let id = from; id !== ""; id = keys.get(id).by) if (id === to) return true;
  return false;
}

function signed(key, tag, value, signature) {
  return isHex(signature, 128) && crypto.verify(null, tagged(tag, value), key.half, Buffer.from(signature, "hex"));
}

// ---- 4. The manifest ----

function checkManifest(manifest, parts, keys) {
  const names = ["format", "origin", "audience", "game", "version", "head", "over", "made_at", "parts", "key", "signature"];
  demand(hasExactly(manifest, names), 0, "the manifest has other members than it should");
  demand(manifest.get("format") === FORMAT, 0, "the file has another format");
  demand(["origin", "audience", "game"].every((name) => isString(manifest.get(name))), 0, "the manifest is malformed");
  demand(Number.isInteger(manifest.get("version")) && isMoment(manifest.get("made_at")), 0, "the manifest is malformed");
  demand(isString(manifest.get("head")) && typeof manifest.get("over") === "boolean", 0, "the manifest is malformed");
  const key = keys.get(manifest.get("key"));
  demand(key !== undefined, 0, "the manifest is signed by a key that is not in the file");
  demand(signed(key, "manifest", without(manifest, "signature"), manifest.get("signature")), 0, "the signature of the manifest does not hold");
  const others = [...parts.keys()].filter((name) => name !== "manifest.json");
  demand(hasExactly(manifest.get("parts"), others), 0, "the manifest names other parts than the zip has");
  for (const name of others) {
    demand(manifest.get("parts").get(name) === sha256(parts.get(name)), 0, `${name} is not the part that the manifest names`);
  }
}

// ---- 5. Records ----

const isSecret = (value) =>
  isObject(value) && value.has("digest") && [...value.keys()].every((name) => ["to", "digest", "salt", "value"].includes(name));
const isOpening = (value) => isObject(value) && value.has("opens") && value.has("salt");
const digest = (game, version, name, salt, value) => sha256(tagged("secret", [game, version, name, salt, value]));

function checkRecords(texts, manifest) {
  const game = manifest.get("game");
  const found = { records: [], hashes: [null], entropy: new Map(), seed: undefined };
  const { records, hashes } = found;
  let before = 0;
  demand(texts.length > 0, 0, "there is no record");
  texts.forEach((text, index) => {
    const version = index + 1;
    const record = read(text, "the record", version);
    records.push(record);
    demand(hasExactly(record, ["at", "by", "cause", "event", "game", "prev", "version"]), version, "the record has other members than it should");
    demand(record.get("version") === version, version, "the record has another version");
    demand(record.get("game") === game, version, "the record is of another game");
    demand(isMoment(record.get("at")) && record.get("at") >= before, version, "time goes backwards");
    demand(record.get("by") === null || isString(record.get("by")), version, "the record is by something that is no name");
    demand(isString(record.get("cause")), version, "the record has no cause");
    const event = record.get("event");
    demand(isObject(event) && isString(event.get("type")), version, "the event has no type");
    demand(found.seed === undefined, version, "something happens after the seed was opened");
    if (version === 1) hashes[0] = checkHeader(event, manifest);
    demand(record.get("prev") === hashes[version - 1], version, "the record does not follow the one before it");
    const closed = new Map(event);
    for (const [name, value] of event) {
      if (isSecret(value)) {
        checkSecret(value, manifest, version, name);
        closed.set(name, without(value, "salt", "value"));
      } else if (isOpening(value)) {
        checkOpening(value, records, game, version);
      }
    }
    checkChance(event, found, version);
    hashes.push(sha256(tagged("record", new Map(record).set("event", closed))));
    before = record.get("at");
  });
  return found;
}

function checkChance(event, found, version) {
  if (event.get("type") === "seed_opened") {
    found.seed = event.get("seed");
    demand(isHex(found.seed, 64), version, "the seed is malformed");
  } else if (event.get("type") === "entropy_given") {
    const seat = event.get("seat");
    demand(isString(seat) && isHex(event.get("entropy"), 64), version, "entropy is malformed");
    demand(!found.entropy.has(seat), version, "a seat gives entropy twice");
    found.entropy.set(seat, event.get("entropy"));
  }
}

function checkHeader(event, manifest) {
  demand(event.get("type") === "game_opened", 1, "the game does not begin with its opening");
  const header = event.get("header");
  demand(isObject(header), 1, "the game has no header");
  demand(header.get("game") === manifest.get("game"), 1, "the header is of another game");
  demand(areStrings(header.get("seats")) && isHex(header.get("commitment"), 64), 1, "the header is malformed");
  const audiences = [...header.get("seats"), "public", "arbiter"];
  demand(audiences.includes(manifest.get("audience")), 1, "the game has no such audience");
  return sha256(tagged("header", header));
}

function checkSecret(secret, manifest, version, name) {
  const audience = manifest.get("audience");
  const open = secret.has("value");
  demand(areStrings(secret.get("to")) && isHex(secret.get("digest"), 64), version, `the secret ${name} is malformed`);
  demand(secret.has("salt") === open, version, `the secret ${name} is neither open nor closed`);
  const known = audience === "arbiter" || secret.get("to").includes(audience);
  demand(open || !known, version, `the secret ${name} is withheld from ${audience}`);
  demand(known || !open, version, `the secret ${name} is shown to ${audience}`);
  if (!open) return;
  demand(isHex(secret.get("salt"), 64), version, `the secret ${name} is malformed`);
  const right = digest(manifest.get("game"), version, name, secret.get("salt"), secret.get("value"));
  demand(secret.get("digest") === right, version, `the secret ${name} does not fit its digest`);
}

function checkOpening(opening, records, game, version) {
  const opens = opening.get("opens");
  const field = opening.get("field");
  demand(hasExactly(opening, ["field", "opens", "salt", "value"]), version, "an opening is malformed");
  demand(isString(field) && isHex(opening.get("salt"), 64), version, "an opening is malformed");
  demand(Number.isInteger(opens) && opens >= 1 && opens < version, version, "an opening is not of an earlier record");
  const secret = records[opens - 1].get("event").get(field);
  demand(isSecret(secret), version, `version ${opens} has no secret ${field} to open`);
  const right = digest(game, opens, field, opening.get("salt"), opening.get("value"));
  demand(secret.get("digest") === right, version, `what is opened is not what version ${opens} sealed as ${field}`);
}

// ---- 4, 7. What the manifest and the randomness claim ----

function checkRandomness(randomness) {
  demand(hasExactly(randomness, ["commitment", "entropy", "scheme", "seed"]), 0, "the randomness has other members than it should");
  const texts = ["commitment", "scheme", "seed"].map((name) => randomness.get(name));
  const entropy = randomness.get("entropy");
  demand(isObject(entropy) && areStrings([...texts, ...entropy.values()]), 0, "the randomness is malformed");
}

function checkClaims(manifest, { records, hashes, entropy, seed }, randomness) {
  const last = records.length;
  const over = seed !== undefined;
  demand(manifest.get("version") === last, last, "the manifest has another version");
  demand(manifest.get("head") === hashes[last], last, "the manifest has another head");
  demand(manifest.get("over") === over, last, "the manifest is wrong about whether the game is over");
  demand((randomness !== undefined) === over, last, "the randomness is there if and only if the game is over");
  if (!over) return;
  const commitment = records[0].get("event").get("header").get("commitment");
  const right = new Map([["commitment", commitment], ["entropy", entropy], ["scheme", "hmac-sha256/1"], ["seed", seed]]);
  demand(encode(randomness) === encode(right), last, "the randomness is not that of the records");
}

// ---- 6. Signed heads and receipts ----

function readHead(text, what) {
  const head = read(text, what);
  demand(hasExactly(head, ["at", "game", "head", "key", "origin", "signature", "version"]), 0, `${what} has other members than it should`);
  demand(["game", "head", "key", "origin", "signature"].every((name) => isString(head.get(name))), 0, `${what} is malformed`);
  demand(["at", "version"].every((name) => Number.isInteger(head.get(name))), 0, `${what} is malformed`);
  return head;
}

function checkHead(head, version, file, what) {
  const { manifest, records, hashes, keys } = file;
  const key = keys.get(head.get("key"));
  demand(head.get("origin") === manifest.get("origin") && head.get("game") === manifest.get("game"), version, `${what} is of another game or log`);
  demand(key !== undefined, version, `${what} is signed by a key that is not in the file`);
  demand(signed(key, "head", without(head, "signature"), head.get("signature")), version, `the signature of ${what} does not hold`);
  demand(head.get("version") === version && version >= 1 && version <= records.length, version, `${what} is of a version that is not there`);
  demand(head.get("head") === hashes[version], version, `${what} is signed for another record: two stories were told`);
  demand(head.get("at") === records[version - 1].get("at"), version, `${what} has another time than its record`);
}

function endsCommand(records, version) {
  return version === records.length || records[version].get("cause") !== records[version - 1].get("cause");
}

function checkHeads(heads, file) {
  const ends = file.records.map((_, index) => index + 1).filter((version) => endsCommand(file.records, version));
  ends.forEach((version, index) => {
    demand(heads.length > index, version, "the head of this version is missing");
    checkHead(heads[index], version, file, "the head");
  });
  demand(heads.length === ends.length, file.records.length, "there are more heads than commands");
}

// ---- 8. The order of checks ----

function verify(bytes, receipts, trusted) {
  const parts = unzip(bytes);
  const manifest = read(parts.get("manifest.json"), "manifest.json");
  const texts = lines(parts.get("records.ndjson"), "records.ndjson");
  const heads = lines(parts.get("heads.ndjson"), "heads.ndjson").map((text, index) => readHead(text, `head ${index + 1}`));
  const list = read(parts.get("keys.json"), "keys.json");
  const randomness = parts.has("randomness.json") ? read(parts.get("randomness.json"), "randomness.json") : undefined;
  if (randomness !== undefined) checkRandomness(randomness);
  const keys = checkKeys(list, trusted);
  checkManifest(manifest, parts, keys);
  const found = checkRecords(texts, manifest);
  checkClaims(manifest, found, randomness);
  const file = { manifest, records: found.records, hashes: found.hashes, keys };
  checkHeads(heads, file);
  for (const text of receipts) {
    const receipt = readHead(text, "the receipt");
    checkHead(receipt, receipt.get("version"), file, "the receipt");
  }
  return `fine (${texts.length} records, game ${manifest.get("game")}, audience ${manifest.get("audience")})`;
}

// ---- The command line ----

function answer(args) {
  const names = [];
  const receipts = [];
  let trusted;
  for (let i = 0; i < args.length; i += 1) {
    if (args[i] === "--receipt" && i + 1 < args.length) receipts.push(args[(i += 1)]);
    else if (args[i] === "--key" && i + 1 < args.length && trusted === undefined) trusted = args[(i += 1)];
    else if (args[i].startsWith("--")) return [2, `unknown or incomplete option ${args[i]}`];
    else names.push(args[i]);
  }
  if (names.length !== 1) return [2, "usage: node verify.js FILE [--receipt FILE]... [--key ID] | --batch"];
  let bytes;
  let kept;
  try {
    if (fs.statSync(names[0]).size > LIMIT) return [1, "intact: fault at version 0: the file is too large"];
    bytes = fs.readFileSync(names[0]);
    kept = receipts.map((name) => fs.readFileSync(name)).map((line) => (line.at(-1) === 10 ? line.subarray(0, -1) : line));
  } catch (error) {
    return [2, `cannot read: ${error.message}`];
  }
  try {
    return [0, `intact: ${verify(bytes, kept, trusted)}`];
  } catch (error) {
    if (error instanceof Fault) return [1, `intact: fault at version ${error.version}: ${error.message}`];
    throw error;
  }
}

const oneLine = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, "?");

function main(args) {
  if (args.length === 1 && args[0] === "--batch") {
    for (const line of fs.readFileSync(0, "utf8").split("\n")) {
      if (line !== "") process.stdout.write(`${oneLine(answer(line.split("\t"))[1])}\n`);
    }
    return;
  }
  const [code, text] = answer(args);
  (code === 2 ? process.stderr : process.stdout).write(`${oneLine(text)}\n`);
  process.exitCode = code;
}

main(process.argv.slice(2));
