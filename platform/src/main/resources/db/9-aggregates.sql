-- Aggregates. Their lists belong to owner -num; num 0 is the aggregate of everything. Ids keep their number for ever: removed is 1 while
-- nobody wants it. placing: identifiers up to this one stand where the settings want them; null when all do. kept_since: the last
-- sequence number given before copies were kept side by side, 0 when they are not. matched: the change up to which its query has looked.
create table aggregate (
    num integer primary key,
    id text not null unique,
    name text,
    sources blob,
    sets blob,
    prefixes blob,
    query text,
    collisions text not null,
    trusted blob,
    removed integer not null,
    placing text,
    kept_since integer not null,
    matched integer not null
);
insert into aggregate values (0, 'oai', null, null, null, null, null, 'most-recent', null, 0, null, 0, 0);

-- Items that the query of an aggregate has found.
create table matched (
    aggregate integer not null,
    identifier text not null,
    source integer not null,
    primary key (identifier, source, aggregate)
) without rowid;

-- Formats of aggregates, served: a prefix; prefix: as received. Rows are never changed but for what was unknown, and never deleted.
create table served_format (
    served integer primary key,
    prefix integer not null,
    schema text not null,
    namespace text not null
);
create table served_prefix (
    source integer not null,
    prefix integer not null,
    served integer not null,
    primary key (source, prefix)
) without rowid;
insert into served_format select f.prefix, f.prefix, f.schema, f.namespace from format f
where f.source = (select min(source) from format where prefix = f.prefix);
insert into served_prefix select source, prefix, prefix from format;

-- Items of sources that have an identifier of this hub in an aggregate, because another source's item had theirs first. shown: 0 while the
-- aggregate's policy has no use for it.
create table minted (
    identifier text not null,
    source integer not null,
    aggregate integer not null,
    shown integer not null,
    primary key (identifier, source, aggregate)
) without rowid;

-- What an item's provenance calls it, where that is not its own identifier. origin: as class OriginKey writes it.
create table kin (
    origin text not null,
    identifier text not null,
    source integer not null,
    primary key (origin, identifier, source)
) without rowid;
create index kin_of_item on kin (identifier, source);

-- Base URLs under which this hub has served.
create table own_address (
    url text primary key
) without rowid;

-- Records of a source that came home in its last run. Times in seconds.
create table homecoming (
    source integer primary key,
    run integer not null,
    records integer not null
);
