#!/usr/bin/env python3
"""Reads everything that a hub offers by ResourceSync 1.1, checks it, replays it into copies, and compares the copies with OAI-PMH.

Usage: bench/resourcesync-replay.py HUB_URL

It knows nothing of the hub but its address and the two specifications: it begins at /.well-known/resourcesync. For each capability list it
makes one copy from the resource list and the change list, and one from the packages, if there are any. Exit status 0: all documents keep the
rules, and all copies equal what OAI-PMH lists. 1: a difference, which is printed. Only the standard library is used.
"""

import hashlib
import io
import re
import sys
import urllib.parse
import urllib.request
import xml.etree.ElementTree as ET
import zipfile

SITEMAPS = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
RS = "{http://www.openarchives.org/rs/terms/}"
OAI = "{http://www.openarchives.org/OAI/2.0/}"
MOST_ENTRIES = 50_000
MOST_BYTES = 50 * 1024 * 1024
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)")
MD = {"at", "capability", "change", "completed", "datetime", "encoding", "from", "hash", "length", "path", "type", "until"}
# Attributes that each document must have (ResourceSync 1.1, sections 8 to 15).
MUST = {"description": [], "capabilitylist": [], "resourcelist": ["at"], "changelist": ["from"], "resourcedump": ["at"],
        "changedump": ["from"], "resourcedump-manifest": ["at"], "changedump-manifest": ["from"]}
TIMES = ("at", "completed", "datetime", "from", "until")


class Fault(Exception):
    """A document breaks a rule, or a copy differs."""


def check(condition, place, text):
    if not condition:
        raise Fault(f"{place}: {text}")


def get(url):
    with urllib.request.urlopen(urllib.request.Request(url, headers={"User-Agent": "resourcesync-replay"}), timeout=60) as answer:
        return answer.read()


class Document:
    """A sitemap or an index with elements of ResourceSync, checked."""

    def __init__(self, url, data, capability, up):
        self.url = url
        check(len(data) <= MOST_BYTES, url, "larger than 50 MB")
        root = ET.fromstring(data)
        self.is_index = root.tag == SITEMAPS + "sitemapindex"
        check(self.is_index or root.tag == SITEMAPS + "urlset", url, "root is " + root.tag)
        about = root.findall(RS + "md")
        check(len(about) == 1, url, "the root has no rs:md")
        self.md = self.attributes(about[0], url)
        check(self.md.get("capability") == capability, url, f"capability is {self.md.get('capability')}, not {capability}")
        for name in MUST[capability]:
            check(name in self.md, url, "rs:md lacks " + name)
        links = {link.get("rel"): link.get("href") for link in root.findall(RS + "ln")}
        check(links.get("up") == up, url, f"up is {links.get('up')}, not {up}")
        self.index = links.get("index")
        self.entries = [self.entry(element, url) for element in root
                        if element.tag == SITEMAPS + ("sitemap" if self.is_index else "url")]
        check(len(self.entries) <= MOST_ENTRIES, url, "more than 50,000 entries")
        known = set(SITEMAPS + name for name in ("url", "sitemap")) | {RS + "md", RS + "ln"}
        check(all(element.tag in known for element in root), url, "unknown element below the root")

    @staticmethod
    def attributes(element, url):
        md = dict(element.attrib)
        check(set(md) <= MD, url, "unknown attributes of rs:md: " + str(set(md) - MD))
        for name in TIMES:
            check(name not in md or TIME.fullmatch(md[name]), url, f"{name} is no time: {md.get(name)}")
        return md

    def entry(self, element, url):
        locations = element.findall(SITEMAPS + "loc")
        check(len(locations) == 1, url, "an entry has not one loc")
        loc = locations[0].text
        check(loc and len(loc) < 2048, url, "loc is missing or too long")
        check(urllib.parse.urlsplit(loc).scheme in ("http", "https") and loc.isascii(), url, "loc is no encoded address: " + loc)
        time = element.findtext(SITEMAPS + "lastmod")
        check(time is None or TIME.fullmatch(time), url, f"lastmod is no time: {time}")
        md = element.find(RS + "md")
        return loc, time, {} if md is None else self.attributes(md, url)


def lists(url, capability, up):
    """Yields the document at an address, or those of the index there."""
    first = Document(url, get(url), capability, up)
    if not first.is_index:
        yield first
        return
    check(first.entries, url, "an index without lists")
    for loc, _, md in first.entries:
        part = Document(loc, get(loc), capability, up)
        check(not part.is_index, loc, "an index within an index")
        check(part.index == url, loc, "the list does not link to its index")
        for name in ("from", "until"):
            check(md.get(name) in (None, part.md.get(name)), loc, name + " differs from that in the index")
        if capability == "resourcelist":
            check(part.md["at"] == first.md["at"], loc, "at differs from that of the index")
        yield part


def below(loc, document):
    """A sitemap may only list addresses of its own folder."""
    check(loc.startswith(document.rsplit("/", 1)[0] + "/"), document, "lists an address outside of its folder: " + loc)


def canonical(element):
    return ET.canonicalize(ET.tostring(element), strip_text=True)


def described(record):
    header = record.find(OAI + "header")
    metadata = record.find(OAI + "metadata")
    return (header.findtext(OAI + "identifier"), header.findtext(OAI + "datestamp"),
            tuple(sorted(one.text for one in header.findall(OAI + "setSpec"))), canonical(metadata[0]),
            tuple(canonical(about[0]) for about in record.findall(OAI + "about")))


def resource(data, url):
    root = ET.fromstring(data)
    check(root.tag == OAI + "record", url, "the resource is no record")
    return described(root)


def baseline(lists_of_resources):
    found = {}
    at = None
    for document in lists_of_resources:
        at = document.md["at"]
        for loc, _, _ in document.entries:
            below(loc, document.url)
            check(loc not in found, document.url, "lists twice: " + loc)
            found[loc] = resource(get(loc), loc)
    return found, at


def changes(documents, capability):
    """Checks the order of changes and yields them, the oldest first."""
    before = ""
    for document in documents:
        for loc, _, md in document.entries:
            below(loc, document.url)
            check(md.get("change") in ("created", "updated", "deleted"), document.url, "an entry has no change")
            time = md.get("datetime", "")
            check(time >= before, document.url, f"changes are not in order: {time} after {before}")
            check(not time or document.md["from"] <= time <= document.md.get("until", "9999"), document.url,
                  f"{time} is outside of from and until")
            before = time
            yield loc, md


def verified(data, md, place):
    check("length" not in md or int(md["length"]) == len(data), place, "length differs")
    for one in md.get("hash", "").split():
        kind, _, value = one.partition(":")
        digest = {"md5": hashlib.md5, "sha-1": hashlib.sha1, "sha-256": hashlib.sha256}[kind](data).hexdigest()
        check(digest == value.lower(), place, kind + " differs")
    return data


def package(loc, md, capability, up):
    data = verified(get(loc), md, loc)
    archive = zipfile.ZipFile(io.BytesIO(data))
    check("manifest.xml" in archive.namelist(), loc, "no manifest.xml at the top")
    manifest = Document(loc + "!manifest.xml", archive.read("manifest.xml"), capability, up)
    named = set()
    for address, _, one in manifest.entries:
        content = None
        if one.get("change") == "deleted":
            check("path" not in one, loc, "a deleted resource has a path")
        else:
            check(one.get("path", "").startswith("/"), loc, "path does not begin with a slash")
            named.add(one["path"][1:])
            content = resource(verified(archive.read(one["path"][1:]), one, loc + one["path"]), loc)
        yield address, one, content
    check(named == set(archive.namelist()) - {"manifest.xml"}, loc, "the manifest does not name each file")


def from_packages(capabilities, up):
    """Manifests lie below the capability list, as the dumps do (examples 18 and 23 of the specification)."""
    copy = {}
    dump = Document(capabilities["resourcedump"], get(capabilities["resourcedump"]), "resourcedump", up)
    for loc, _, md in dump.entries:
        for address, _, content in package(loc, md, "resourcedump-manifest", up):
            check(address not in copy, loc, "names twice: " + address)
            copy[address] = content
    until = dump.md["at"]
    if "changedump" in capabilities:
        url = capabilities["changedump"]
        document = Document(url, get(url), "changedump", up)
        end = until
        for loc, _, md in sorted(document.entries, key=lambda entry: entry[2]["until"]):
            end = max(end, md["until"])
            before = ""
            for address, one, content in package(loc, md, "changedump-manifest", up):
                check(one["datetime"] >= before, loc, "changes are not in order")
                before = one["datetime"]
                if content is None:
                    copy.pop(address, None)
                else:
                    copy[address] = content
        until = end
    return copy, until


def apply(copy, capabilities, up, since):
    count = 0
    for loc, md in changes(lists(capabilities["changelist"], "changelist", up), "changelist"):
        if md["datetime"] >= since:
            count += 1
            if md["change"] == "deleted":
                copy.pop(loc, None)
            else:
                copy[loc] = resource(get(loc), loc)
    return count


def listed(base, prefix):
    """All live records by OAI-PMH, by identifier."""
    records = {}
    query = {"verb": "ListRecords", "metadataPrefix": prefix}
    while query:
        root = ET.fromstring(get(base + "?" + urllib.parse.urlencode(query)))
        error = root.find(OAI + "error")
        check(error is None or error.get("code") == "noRecordsMatch", base, "error " + str(error is not None and error.get("code")))
        for record in root.iter(OAI + "record"):
            header = record.find(OAI + "header")
            if header.get("status") == "deleted":
                records.pop(header.findtext(OAI + "identifier"), None)
            else:
                one = described(record)
                records[one[0]] = one
        token = root.findtext(f".//{OAI}resumptionToken")
        query = {"verb": "ListRecords", "resumptionToken": token} if token else None
    return records


def compare(copy, expected, place):
    found = {one[0]: one for one in copy.values()}
    check(len(found) == len(copy), place, "two resources have one identifier")
    missing = set(expected) - set(found)
    surplus = set(found) - set(expected)
    check(not missing and not surplus, place, f"{len(missing)} records are missing, {len(surplus)} too many: "
          + str(sorted(missing | surplus)[:3]))
    for identifier, one in expected.items():
        check(found[identifier] == one, place, f"{identifier} differs: {found[identifier]} is not {one}")


def main(hub):
    hub = hub.rstrip("/")
    well_known = hub + "/.well-known/resourcesync"
    description = Document(well_known, get(well_known), "description", None)
    check(not description.is_index, well_known, "an index")
    for url, _, md in description.entries:
        check(md.get("capability") == "capabilitylist", well_known, "names something else than capability lists")
        document = Document(url, get(url), "capabilitylist", well_known)
        capabilities = {}
        for loc, _, one in document.entries:
            check(one.get("capability") in MUST and one["capability"] not in capabilities, url, "an entry without its capability")
            capabilities[one["capability"]] = loc
        check("resourcelist" in capabilities and "changelist" in capabilities, url, "no resource list or change list")
        # The only knowledge of the hub: where OAI-PMH is for a set of resources.
        repository, prefix = url[len(hub + "/resourcesync/"):].split("/")[:2]
        base = hub + ("/oai" if repository == "oai" else "/oai/" + repository)
        expected = listed(base, prefix)
        copy, at = baseline(lists(capabilities["resourcelist"], "resourcelist", url))
        changed = apply(copy, capabilities, url, at)
        compare(copy, expected, url + " (lists)")
        print(f"{repository} {prefix}: {len(copy)} records by lists, {changed} of them changed meanwhile; equal to OAI-PMH")
        if "resourcedump" in capabilities:
            copy, until = from_packages(capabilities, url)
            changed = apply(copy, capabilities, url, until)
            compare(copy, expected, url + " (packages)")
            print(f"{repository} {prefix}: {len(copy)} records by packages, then {changed} changes; equal to OAI-PMH")
    if not description.entries:
        raise Fault(well_known + ": names no capability list")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    try:
        main(sys.argv[1])
    except (Fault, OSError, ET.ParseError, zipfile.BadZipFile, KeyError, ValueError) as failure:
        print(f"resourcesync-replay: {failure}", file=sys.stderr)
        sys.exit(1)
