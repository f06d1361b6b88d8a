// Two implementations of signed requests judge each other; run by bench/signatures.
import { createPublicKey, generateKeyPairSync, createHash, randomBytes, sign as ed25519, verify as isSigned } from "node:crypto";
import { createServer } from "node:http";
import { execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { component, createSignature, verifySignature } from "http-message-sig";

const sheaf = process.argv[2];
const DIRECTORY = "/.well-known/http-message-signatures-directory";
const REQUEST = ["@method", "@authority", "@path", component("signature-agent", { key: "sig1" })];
const PARAMETERS = ["created", "expires", "keyid", "alg", "tag"];
let failures = 0;

function judge(what, isRight) {
  console.log((isRight ? "ok      " : "FAILED  ") + what);
  failures += isRight ? 0 : 1;
}

async function server(answer) {
  const made = createServer(answer);
  made.listen(0, "127.0.0.1");
  await once(made, "listening");
  return { url: `http://127.0.0.1:${made.address().port}`, close: () => made.close() };
}

async function verified(message, keys, requiredComponents, requiredParameters) {
  try {
    await verifySignature(message, {
      policy: { algorithms: ["ed25519"], requiredComponents, requiredParameters },
      resolveVerifier: (candidate) => {
        const jwk = keys.find((key) => key.kid === candidate.parameters.keyid);
        const publicKey = createPublicKey({ key: jwk, format: "jwk" });
        return { algorithm: "ed25519", verify: (data, signature) => isSigned(null, data, publicKey, signature) };
      },
    });
    return true;
  } catch (failure) {
    console.log("        " + failure.message);
    return false;
  }
}

function fields(headers) {
  return Object.entries(headers).map(([name, value]) => ({ name, value }));
}

writeFileSync("sheaf.yaml", `verified-signers: any
signers-private: yes
everything:
  limits:
    requests-per-minute: 1
    burst: 1
`);
const options = ["--data", "data", "--config", "sheaf.yaml"];
execFileSync(sheaf, ["admin", "key", "new", ...options], { stdio: "ignore" });
const hub = spawn(sheaf, ["serve", "--port", "0", ...options], { stdio: ["ignore", "pipe", "ignore"] });
const [first] = await once(createInterface({ input: hub.stdout }), "line");
const base = first.replace(/\/$/, "");

const answer = await fetch(base + DIRECTORY);
const body = await answer.text();
const keys = JSON.parse(body).keys;
const BINDING = [component("@authority", { req: true }), "content-digest"];
function directory(targetUri) {
  return { kind: "response", status: answer.status, fields: fields(Object.fromEntries(answer.headers)),
    request: { kind: "request", method: "GET", targetUri, fields: [] } };
}
judge("key directory of the hub", await verified(directory(base + DIRECTORY), keys, BINDING, PARAMETERS));
judge("digest of the key directory",
  answer.headers.get("content-digest") === `sha-256=:${createHash("sha256").update(body).digest("base64")}:`);
judge("the same directory under another name is refused",
  !(await verified(directory("http://mirror.example.org" + DIRECTORY), keys, BINDING, PARAMETERS)));

const requests = [];
const repository = await server((request, response) => {
  requests.push({ kind: "request", method: request.method, targetUri: repository.url + request.url, fields: fields(request.headers) });
  response.writeHead(404).end();
});
const fetching = spawn(sheaf, ["fetch", repository.url + "/oai", ...options],
  { stdio: "ignore", env: { ...process.env, SHEAF_SIGN_REQUESTS: "yes", SHEAF_SIGNATURE_AGENT: base } });
await once(fetching, "exit");
judge("the command fetch sent a request", requests.length > 0);
for (const request of requests) {
  const required = request.targetUri.includes("?") ? [...REQUEST, "@query"] : REQUEST;
  judge("request " + request.targetUri, await verified(request, keys, required, [...PARAMETERS, "nonce"]));
  const elsewhere = { ...request, targetUri: request.targetUri.replace(repository.url, "http://mirror.example.org") };
  judge("the same request for another host is refused", !(await verified(elsewhere, keys, required, PARAMETERS)));
}
repository.close();

const key = generateKeyPairSync("ed25519");
const jwk = key.publicKey.export({ format: "jwk" });
const kid = createHash("sha256").update(`{"crv":"Ed25519","kty":"OKP","x":"${jwk.x}"}`).digest("base64url");
const signer = await server((request, response) => {
  response.writeHead(200, { "Content-Type": "application/http-message-signatures-directory+json" })
    .end(JSON.stringify({ keys: [{ ...jwk, kid, use: "sig" }] }));
});
const url = base + "/oai?verb=Identify";
async function status(isToBeSigned) {
  const headers = isToBeSigned ? { "signature-agent": `sig1="${signer.url}"` } : {};
  if (isToBeSigned) {
    const now = Math.floor(Date.now() / 1000);
    const made = await createSignature({ kind: "request", method: "GET", targetUri: url, fields: fields(headers) }, {
      label: "sig1",
      components: [...REQUEST, "@query"],
      parameters: { created: now, expires: now + 60, keyid: kid, alg: "ed25519", nonce: randomBytes(32).toString("base64"),
        tag: "web-bot-auth" },
      signer: { algorithm: "ed25519", sign: (data) => ed25519(null, data, key.privateKey) },
    });
    headers["signature"] = made.signature;
    headers["signature-input"] = made.signatureInput;
  }
  return (await fetch(url, { headers })).status;
}
await status(false);
judge("the hub limits requests without a signature", (await status(false)) === 503);
for (let i = 0; i < 3; i++) {
  judge("the hub accepts a request that the package signed", (await status(true)) === 200);
}
signer.close();
hub.kill("SIGTERM");
await once(hub, "exit");
process.exit(failures === 0 ? 0 : 1);
