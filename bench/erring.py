#!/usr/bin/env python3
"""Harvests repositories that err in two or three ways at once, and compares the store with the truth.

Each repository is served on an address of its own (127.0.x.y). Four runs of the real command harvest it: the first harvest, an
increment after changes, a second harvest of everything, and a census. In each run two or three faults are active: of a list, of
its sizes, of GetRecord. A last harvest of everything without faults must end with exactly the records of the repository.

After each run the script counts
  false complete   the verdict is `complete` and a record that lived during the whole run is missing, or its change is
  unproven         the same under another word that begins with `complete`
  live deleted     the hub shows a record as deleted that lives
  dead live        (last run only) the hub shows a record that the repository no longer has
  endless          the run took more than --requests requests of one repository
and the largest number of GetRecord requests in one run. It ends with 1 if false complete, live deleted or endless is not 0.

  bench/erring.py                       60 repositories
  bench/erring.py --repositories 10 --seed 7 --only 3
"""

import argparse
import collections
import datetime
import http.server
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
from xml.sax.saxutils import escape

OAI = 'xmlns="http://www.openarchives.org/OAI/2.0/"'
DC = ('xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" '
      'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ '
      'http://www.openarchives.org/OAI/2.0/oai_dc.xsd"')

# Faults of a list; each says which verbs it meets.
LIST_FAULTS = ["skip-page", "half-page", "replaced", "nested", "cdata", "foreign", "ends-early", "bad-token", "empty-page", "no-match",
               "stale", "repeats-page", "shifting", "html-page", "busy", "invents", "endless-circle", "truncated"]
SIZE_FAULTS = ["size-listed", "size-small", "size-large", "size-differs"]
GET_FAULTS = ["get-refuses", "get-500", "get-other", "get-html"]


class Item:
    """A record of the repository: its datestamp, version, set, and whether it is deleted."""

    def __init__(self, stamp, part):
        self.stamp, self.version, self.part, self.deleted, self.since = stamp, 1, part, False, 0.0


class Repository:
    """A repository over HTTP with settable faults; all requests are counted."""

    def __init__(self, number, rng):
        self.number, self.rng = number, rng
        self.lock = threading.RLock()
        self.host = f"127.{20 + number // 200}.{number % 200 + 1}.9"
        self.size = rng.choice([7, 40, 45, 120, 240, 241, 260])
        self.page = rng.choice([10, 20, 25, 50])
        self.deletions = rng.choice(["no", "no", "transient", "persistent"])
        self.states = rng.choice(["never", "first", "always", "never"])
        self.paging = rng.choice(["offset", "offset", "after", "dates"])
        self.order = rng.choice(["identifier", "stamp", "hash"])
        self.sets = rng.random() < 0.2
        self.items = {}
        start = datetime.datetime(2021, 3, 1)
        for i in range(self.size):
            self.items[f"oai:r{number}:{i:04d}"] = Item(start + datetime.timedelta(hours=7 * i), "ab"[i % 2])
        self.gone = {}
        self.faults, self.once, self.fired = [], False, set()
        self.requests = collections.Counter()
        self.invented = 0
        self.hook = None

    # --- what happens in the repository

    def now(self):
        return datetime.datetime.now(datetime.timezone.utc).replace(tzinfo=None, microsecond=0)

    def change(self, changed, removed, added):
        with self.lock:
            live = [i for i, item in self.items.items() if not item.deleted]
            for i in self.rng.sample(live, min(changed, len(live))):
                self.items[i].version += 1
                self.items[i].stamp, self.items[i].since = self.now(), time.time()
            live = [i for i, item in self.items.items() if not item.deleted]
            for i in self.rng.sample(live, min(removed, max(0, len(live) - 3))):
                self.remove(i)
            for _ in range(added):
                i = f"oai:r{self.number}:n{len(self.items) + len(self.gone):04d}"
                item = Item(self.now(), self.rng.choice("ab"))
                item.since = time.time()
                self.items[i] = item

    def remove(self, identifier):
        if self.deletions == "no":
            self.gone[identifier] = self.items.pop(identifier)
        else:
            item = self.items[identifier]
            item.deleted, item.stamp, item.since = True, self.now(), time.time()

    def live(self):
        with self.lock:
            return {i: item.version for i, item in self.items.items() if not item.deleted}

    # --- faults

    def arm(self, faults, once):
        with self.lock:
            self.faults, self.once, self.fired = faults, once, set()
            self.requests.clear()
            self.invented = 0

    def active(self, name, verb=None):
        """Returns whether the fault meets this request; under `once` it fires one time for each verb."""
        for fault in self.faults:
            if fault["name"] == name and (verb is None or verb in fault["verbs"]):
                if self.once and name not in ("stale", "foreign") and name not in SIZE_FAULTS:
                    if (name, verb) in self.fired:
                        return None
                    self.fired.add((name, verb))
                return fault
        return None

    def about(self, name, verb, page):
        """Returns the fault if it meets this page."""
        for fault in self.faults:
            if fault["name"] == name and verb in fault["verbs"] and fault["page"] == page:
                return self.active(name, verb)
        return None

    # --- answers

    def answer(self, arguments):
        with self.lock:
            verb = arguments.get("verb", "")
            self.requests[verb] += 1
            if verb == "Identify":
                return self.identify()
            if verb == "ListMetadataFormats":
                return self.wrap(verb, arguments, "<metadataFormat><metadataPrefix>oai_dc</metadataPrefix><schema>http://www.openarchives.org/OAI/2.0/oai_dc.xsd"
                                 "</schema><metadataNamespace>http://www.openarchives.org/OAI/2.0/oai_dc/</metadataNamespace></metadataFormat>")
            if verb == "ListSets":
                if not self.sets:
                    return self.error(arguments, "noSetHierarchy")
                return self.wrap(verb, arguments, "".join(f"<set><setSpec>{s}</setSpec><setName>{s}</setName></set>" for s in "ab"))
            if verb == "GetRecord":
                return self.get(arguments)
            if verb in ("ListRecords", "ListIdentifiers"):
                return self.list(verb, arguments)
            return self.error(arguments, "badVerb")

    def identify(self):
        return self.wrap("Identify", {"verb": "Identify"}, f"<repositoryName>Repository {self.number}</repositoryName><baseURL>{escape(self.base())}</baseURL>"
                         "<protocolVersion>2.0</protocolVersion><adminEmail>a@example.org</adminEmail><earliestDatestamp>2021-01-01T00:00:00Z"
                         f"</earliestDatestamp><deletedRecord>{self.deletions}</deletedRecord><granularity>YYYY-MM-DDThh:mm:ssZ</granularity>")

    def base(self):
        return f"http://{self.host}:{self.port}/oai"

    def wrap(self, verb, arguments, body, base=None):
        request = "".join(f' {k}="{escape(v, {chr(34): "&quot;"})}"' for k, v in arguments.items())
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH {OAI}><responseDate>{self.now().isoformat()}Z</responseDate>'
                f"<request{request}>{escape(base or self.base())}</request><{verb}>{body}</{verb}></OAI-PMH>")

    def error(self, arguments, code):
        return (f'<?xml version="1.0" encoding="UTF-8"?>\n<OAI-PMH {OAI}><responseDate>{self.now().isoformat()}Z</responseDate>'
                f'<request verb="{escape(arguments.get("verb", ""))}">{escape(self.base())}</request><error code="{code}">{code}</error></OAI-PMH>')

    def header(self, identifier, item):
        status = ' status="deleted"' if item.deleted else ""
        part = f"<setSpec>{item.part}</setSpec>" if self.sets else ""
        return f"<header{status}><identifier>{identifier}</identifier><datestamp>{item.stamp.isoformat()}Z</datestamp>{part}</header>"

    def metadata(self, identifier, item, more=""):
        return (f"<metadata><oai_dc:dc {DC}><dc:title>Title of {identifier}</dc:title><dc:description>version {item.version}</dc:description>"
                f"{more}</oai_dc:dc></metadata>")

    def entry(self, verb, identifier, item, more=""):
        if verb == "ListIdentifiers":
            return self.header(identifier, item)
        return f"<record>{self.header(identifier, item)}{'' if item.deleted else self.metadata(identifier, item, more)}</record>"

    def get(self, arguments):
        identifier = arguments.get("identifier", "")
        if self.active("get-refuses"):
            return self.error(arguments, "idDoesNotExist")
        if self.active("get-500"):
            return 500, "down"
        if self.active("get-html"):
            return 200, "<html><body>Please log in</body></html>"
        item = self.items.get(identifier)
        if self.active("get-other"):
            identifier, item = next(iter(self.items.items()))
        if item is None:
            return self.error(arguments, "idDoesNotExist")
        return self.wrap("GetRecord", arguments, self.entry("ListRecords", identifier, item))

    def rows(self, verb, arguments):
        """All entries of the list in its order, as (identifier, item)."""
        rows = [(i, item) for i, item in self.items.items() if not self.sets or not arguments.get("set") or item.part == arguments["set"]]
        for bound, keep in (("from", lambda s, d: s >= d), ("until", lambda s, d: s <= d)):
            if arguments.get(bound):
                limit = arguments[bound].rstrip("Z")
                limit = datetime.datetime.fromisoformat(limit if "T" in limit else limit + ("T00:00:00" if bound == "from" else "T23:59:59"))
                rows = [(i, item) for i, item in rows if keep(item.stamp, limit)]
        stale = next((f for f in self.faults if f["name"] == "stale" and verb in f["verbs"]), None)
        if stale:
            rows = [(i, item) for k, (i, item) in enumerate(rows) if k % 11 != 3]
        key = {"identifier": lambda r: r[0], "stamp": lambda r: (r[1].stamp, r[0]), "hash": lambda r: hash((self.number, r[0][-3:], r[0]))}[self.order]
        if self.paging == "dates":
            key = lambda r: (r[1].stamp, r[0])
        return sorted(rows, key=key)

    def list(self, verb, arguments):
        page = 0
        position = 0
        if "resumptionToken" in arguments:
            try:
                state = json.loads(arguments["resumptionToken"].replace("'", '"'))
                arguments = dict(state["a"], verb=verb)
                page, position = state["p"], state["o"]
            except (ValueError, KeyError):
                return self.error(arguments, "badResumptionToken")
        elif arguments.get("metadataPrefix") != "oai_dc":
            return self.error(arguments, "cannotDisseminateFormat")
        if self.about("busy", verb, page):
            return 503, "busy"
        if self.about("html-page", verb, page):
            return 200, "<html><body>Error establishing a database connection</body></html>"
        if page > 0 and self.about("bad-token", verb, page):
            return self.error({"verb": verb}, "badResumptionToken")
        if page > 0 and self.about("no-match", verb, page):
            return self.error({"verb": verb}, "noRecordsMatch")
        rows = self.rows(verb, arguments)
        if self.paging == "after" and position:
            at = next((k for k, (i, item) in enumerate(rows) if i == position), len(rows) - 1) + 1
        else:
            at = int(position or 0)
        if not rows:
            return self.error(arguments, "noRecordsMatch")
        chunk = rows[at:at + self.page]
        after = at + len(chunk)
        base = None
        entries = None
        if self.about("skip-page", verb, page):
            after += self.page
        if self.about("half-page", verb, page):
            chunk = chunk[:max(1, len(chunk) // 2)]
        if len(chunk) > 3 and self.about("replaced", verb, page):
            chunk = chunk[:2] + [chunk[1]] + chunk[3:]
        if page > 0 and self.about("repeats-page", verb, page):
            chunk = rows[max(0, at - self.page):at] or chunk
        if len(chunk) > 6 and verb == "ListRecords" and self.about("cdata", verb, page):
            first, last = chunk[1], chunk[5]
            parts = [self.entry(verb, i, item) for i, item in chunk[:6]]
            parts[1] = parts[1].replace("Title of", "<![CDATA[Title of", 1)
            parts[5] = parts[5].replace("</dc:title>", "]]></dc:title>", 1)
            entries = "".join(parts) + "".join(self.entry(verb, i, item) for i, item in chunk[6:])
        if len(chunk) > 4 and verb == "ListRecords" and self.about("nested", verb, page):
            inner = self.entry(verb, *chunk[2])
            entries = "".join(self.entry(verb, i, item, inner if k == 1 else "") for k, (i, item) in enumerate(chunk) if k != 2)
        if self.about("foreign", verb, page):
            base = "http://other.example.org/oai"
            entries = "".join(self.entry(verb, f"oai:other:{k}", item) for k, (i, item) in enumerate(chunk))
        if self.about("empty-page", verb, page):
            chunk, entries = [], None
        if entries is None:
            entries = "".join(self.entry(verb, i, item) for i, item in chunk)
        if self.about("invents", verb, page) or self.invented and any(f["name"] == "invents" and verb in f["verbs"] for f in self.faults):
            self.invented += 20
            fresh = Item(datetime.datetime(2022, 1, 1), "a")
            entries = "".join(self.entry(verb, f"oai:r{self.number}:x{self.invented + k}", fresh) for k in range(20))
            after = min(after, len(rows) - 1)
        size = self.announced(verb, rows, page)
        if after < len(rows) and not self.about("ends-early", verb, page):
            token = json.dumps({"a": {k: v for k, v in arguments.items() if k not in ("verb", "resumptionToken")}, "p": page + 1,
                                "o": rows[after - 1][0] if self.paging == "after" else after}).replace('"', "'")
            entries += f"<resumptionToken{size}>{escape(token)}</resumptionToken>"
        elif self.about("endless-circle", verb, page) or self.invented < 0:
            self.invented = -1
        elif page > 0:
            entries += f"<resumptionToken{size}/>"
        if self.about("shifting", verb, page):
            self.shift()
        body = self.wrap(verb, arguments, entries, base)
        if self.about("truncated", verb, page):
            body = body[:len(body) * 2 // 3]
        return body

    def announced(self, verb, rows, page):
        number = len(rows)
        fault = next((f for f in self.faults if f["name"] in SIZE_FAULTS and verb in f["verbs"]), None)
        if fault is None and (self.states == "never" or self.states == "first" and page > 0):
            return ""
        if fault:
            number = {"size-listed": number - self.page, "size-small": self.page, "size-large": number + 37,
                      "size-differs": number - (20 if verb == "ListRecords" else 0)}[fault["name"]]
        return f' completeListSize="{max(1, number)}"'

    def shift(self):
        """While a list is read, one of its first records goes and one comes."""
        live = sorted(i for i, item in self.items.items() if not item.deleted)
        if len(live) > 12:
            self.remove(live[4])
            i = f"oai:r{self.number}:s{len(self.items) + len(self.gone):04d}"
            item = Item(self.now(), "a")
            item.since = time.time()
            self.items[i] = item


class Door(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Otherwise each body waits 40 ms for the acknowledgement of its headers.
    disable_nagle_algorithm = True

    def respond(self, query):
        answer = self.server.repository.answer({k: v[0] for k, v in urllib.parse.parse_qs(query).items()})
        status, body = answer if isinstance(answer, tuple) else (200, answer)
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html" if body.startswith("<html") else "text/xml; charset=utf-8")
        if status == 503:
            self.send_header("Retry-After", "1")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.respond(urllib.parse.urlsplit(self.path).query)

    def do_POST(self):
        self.respond(self.rfile.read(int(self.headers.get("Content-Length", 0))).decode())

    def log_message(self, *arguments):
        pass


def plan(rng, repository):
    """Two or three faults: at least one of a list."""
    pages = max(1, repository.size // repository.page)
    faults = []
    kinds = [LIST_FAULTS, rng.choice([LIST_FAULTS, SIZE_FAULTS, GET_FAULTS])]
    if rng.random() < 0.5:
        kinds.append(rng.choice([SIZE_FAULTS, GET_FAULTS, LIST_FAULTS]))
    for kind in kinds:
        verbs = rng.choice([["ListRecords"], ["ListRecords"], ["ListIdentifiers"], ["ListRecords", "ListIdentifiers"]])
        if kind is GET_FAULTS:
            verbs = ["GetRecord"]
        faults.append({"name": rng.choice(kind), "verbs": verbs, "page": rng.randrange(pages)})
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repositories", type=int, default=60)
    parser.add_argument("--seed", type=int, default=33)
    parser.add_argument("--only", type=int, help="the number of one repository")
    parser.add_argument("--requests", type=int, default=3000, help="a run with more requests counts as endless")
    parser.add_argument("--sheaf", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "sheaf"))
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    sheaf = options.sheaf.split()
    data = tempfile.mkdtemp(prefix="erring")
    repositories = []
    for number in range(options.repositories):
        rng = random.Random(options.seed * 1000 + number)
        repository = Repository(number, rng)
        if options.only is not None and number != options.only:
            continue
        server = http.server.ThreadingHTTPServer((repository.host, 0), Door)
        server.daemon_threads = True
        server.repository, repository.port = repository, server.server_address[1]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        repositories.append(repository)

    def run(*words, timeout=1500):
        done = subprocess.run(sheaf + ["--data", data] + list(words), capture_output=True, text=True, timeout=timeout)
        return done

    for repository in repositories:
        words = ["source", "add", f"r{repository.number}", repository.base()]
        if repository.sets:
            words += ["--set", "a", "--set", "b"]
        added = run(*words)
        if added.returncode:
            sys.exit(added.stderr)

    totals = collections.Counter()
    most_get = 0
    words_of = collections.Counter()
    problems = []
    known = collections.defaultdict(set)
    phases = ["first", "increment", "full", "census", "clean"]
    for phase in phases:
        before = {}
        for repository in repositories:
            if phase in ("increment", "full", "census"):
                repository.change(6, 2, 3)
            before[repository.number] = repository.live()
            repository.arm([] if phase == "clean" else plan(repository.rng, repository), repository.rng.random() < 0.6)
        started = time.time()
        words = {"first": [], "increment": [], "full": ["--full"], "census": ["--census"], "clean": ["--full"]}[phase]
        try:
            done = run("harvest", "--now", "--json", *words, *[f"r{r.number}" for r in repositories])
        except subprocess.TimeoutExpired:
            print(f"{phase}: not ended after 1500 s")
            totals["endless"] += 1
            continue
        verdicts = {}
        try:
            for row in json.loads(done.stdout):
                verdicts[row.get("source") or row.get("id")] = row.get("outcome") or row.get("verdict") or json.dumps(row)
        except ValueError:
            sys.exit(f"no JSON: {done.stdout[:500]} {done.stderr[:2000]}")
        held = collections.defaultdict(dict)
        for line in run("export", "--format", "jsonl", "--prefix", "oai_dc").stdout.splitlines():
            row = json.loads(line)
            held[row["source"]][row["identifier"]] = None if row["deleted"] else row["metadata"]
        for repository in repositories:
            name = f"r{repository.number}"
            verdict = str(verdicts.get(name, "?"))
            word = verdict.split("(")[0].split(":")[0]
            words_of[f"{phase} {word}"] += 1
            after = repository.live()
            lasting = {i: v for i, v in before[repository.number].items() if after.get(i) == v}
            mine = held[name]
            lacking = [i for i in lasting if mine.get(i) is None and i not in mine]
            deleted = [i for i in after if i in mine and mine[i] is None]
            stale = [i for i in lasting if mine.get(i) and f"version {lasting[i]}<" not in mine[i]]
            foreign = [i for i in mine if i.startswith("oai:other:") and mine[i] is not None and i not in known[name]]
            known[name].update(mine)
            faults = "clean" if phase == "clean" else "+".join(f"{f['name']}@{f['page']}{'/'.join(v[4] for v in f['verbs'])}" for f in repository.faults)
            where = f"{phase} {name} {faults}{' once' if repository.once else ''} [{repository.paging} {repository.order} {repository.deletions} {repository.states}{' sets' if repository.sets else ''} {repository.size}/{repository.page}]: {verdict}"
            requests = sum(repository.requests.values())
            most_get = max(most_get, repository.requests["GetRecord"])
            kind = []
            if word == "complete" and (lacking or stale or foreign):
                kind.append(f"FALSE COMPLETE lacking {lacking[:5]}({len(lacking)}) stale {stale[:3]}({len(stale)}) foreign {len(foreign)}")
                totals["false complete"] += 1
            elif word.startswith("complete") and (lacking or stale):
                kind.append(f"unproven and incomplete: lacking {len(lacking)} stale {len(stale)}")
                totals["unproven and incomplete"] += 1
            if deleted:
                kind.append(f"LIVE DELETED {deleted[:5]}({len(deleted)})")
                totals["live deleted"] += len(deleted)
            if requests > options.requests:
                kind.append(f"ENDLESS {requests} requests")
                totals["endless"] += 1
            if repository.requests["GetRecord"] > 100:
                kind.append(f"GetRecord {repository.requests['GetRecord']}")
                totals["more than 100 GetRecord"] += 1
            if phase == "clean":
                dead = [i for i in mine if mine[i] is not None and i not in after]
                if dead:
                    kind.append(f"dead live {dead[:5]}({len(dead)})")
                    totals["dead live"] += len(dead)
            if word == "complete" and phase != "clean":
                totals["complete under faults"] += 1
            if kind or options.verbose:
                problems.append(f"{where} requests {dict(repository.requests)}: {'; '.join(kind)}")
                print(problems[-1], flush=True)
        print(f"-- {phase}: {time.time() - started:.0f} s", flush=True)
    print()
    for word, count in sorted(words_of.items()):
        print(f"{count:5} {word}")
    for name in ("false complete", "live deleted", "endless", "unproven and incomplete", "more than 100 GetRecord", "dead live", "complete under faults"):
        print(f"{name}: {totals[name]}")
    print(f"most GetRecord requests in a run: {most_get}")
    sys.exit(1 if totals["false complete"] or totals["live deleted"] or totals["endless"] else 0)


main()
