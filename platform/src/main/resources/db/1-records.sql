-- The store's first schema. A script is never changed once released: a change is a new script.
-- Times are seconds since 1970 (UTC) unless said. Blobs of several values are packed as class Packed tells.

-- Single values: last_ds and last_seq (the last datestamp and sequence number given), repository_identifier, token_secret.
create table meta (
    k text primary key,
    v any
) without rowid;

-- Numbers for names that stand in every record. Numbers are never given twice and never changed: any process may remember them.
create table source_name (
    num integer primary key,
    name text not null unique
);
create table prefix_name (
    num integer primary key,
    name text not null unique
);
create table set_name (
    num integer primary key,
    name text not null unique
);

-- A list that somebody can ask for. owner: number of a source, 0 for the aggregate; spec: as served, empty for the whole repository.
-- used: a record has been in it; described: the source (still) names it.
create table scope (
    num integer primary key,
    owner integer not null,
    spec text not null,
    used integer not null,
    described integer not null,
    title text,
    descriptions blob,
    unique (owner, spec)
);

-- zstd dictionaries by format (prefix 0: about containers). Committed before they are first used, never deleted.
create table dict (
    id integer primary key,
    prefix integer not null,
    bytes blob not null
);

-- Every copy of a record that is known: what decides whether it comes again unchanged, and which copy the aggregate shows.
-- born: its first seq; origin: the origin's datestamp as the collision rule takes it; flags: see class ItemRow.
create table item (
    identifier text not null,
    prefix integer not null,
    source integer not null,
    seq integer not null,
    born integer not null,
    origin integer not null,
    flags integer not null,
    hash blob not null,
    primary key (identifier, prefix, source)
) without rowid;

-- The copies themselves, in the order of their last change. origin: the source's datestamp, a number when it is a legal one in
-- seconds, else its text. sets: numbers of the sets as received. scopes: the rows of list, for their removal. about and payload are
-- compressed; last_about, last_origin and last_sets keep of a deleted record what its last version had.
create table rec (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    identifier text not null,
    sets blob,
    scopes blob not null,
    last_origin any,
    last_sets blob,
    about blob,
    dict integer,
    payload blob
);

-- One row for each list that a record is in. gone: it has left this list, which shows it as deleted. The primary key is the only way in,
-- so no planner can choose a wrong one, and a page costs the same at any depth, also when a million rows share one ds.
create table list (
    scope integer not null,
    prefix integer not null,
    ds integer not null,
    seq integer not null,
    gone integer not null,
    primary key (scope, prefix, ds, seq)
) without rowid;

-- Sizes of the lists, kept in the same transaction as their rows. min_ds: a lower limit of all ds.
create table stat (
    scope integer not null,
    prefix integer not null,
    live integer not null,
    deleted integer not null,
    min_ds integer not null,
    primary key (scope, prefix)
) without rowid;

-- Items of a source, counted once however many formats they have.
create table source_count (
    source integer primary key,
    live integer not null,
    deleted integer not null
);

-- Formats of the records stored, as delivered.
create table format (
    source integer not null,
    prefix integer not null,
    schema text not null,
    namespace text not null,
    primary key (prefix, source)
) without rowid;

-- Registered sources. removing: forgotten, but some of its records have yet to be withdrawn.
create table source (
    num integer primary key,
    kind text not null,
    base_url text,
    name text,
    prefixes blob not null,
    sets blob not null,
    user_agent text,
    from_header text,
    latency integer,
    policy text,
    removing integer not null
);

-- What a source last said of itself.
create table description (
    source integer primary key,
    identify blob,
    formats blob,
    sets blob
);

create table run (
    num integer primary key autoincrement,
    source integer not null,
    started integer not null,
    ended integer,
    verdict text,
    reason text,
    created integer,
    changed integer,
    same integer,
    deleted integer,
    refused integer,
    pages integer
);
create index run_of_source on run (source, num);

-- Where harvests stand. Datestamps are texts as received.
create table checkpoint (
    source integer not null,
    asked blob not null,
    sent blob,
    token text,
    page integer not null,
    received integer not null,
    server_time text,
    last_datestamp text,
    complete_since text,
    primary key (source, asked)
) without rowid;

-- What could not be accepted, once however often it comes. run: the last that met it.
create table quarantine (
    source integer not null,
    digest blob not null,
    run integer not null,
    identifier text,
    reason text not null,
    raw blob not null,
    primary key (source, digest)
) without rowid;
