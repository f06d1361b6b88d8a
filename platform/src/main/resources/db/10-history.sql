-- Where a source's records came from: those with a sequence number from since on, up to the source's next row, were harvested from this
-- base URL, null for records that were not harvested. Kept when the source is forgotten or moves: what is said of a version's origin
-- never changes. early: 1 when it spoke protocol 1.0 or 1.1.
create table origin (
    source integer not null,
    since integer not null,
    base_url text,
    early integer not null,
    primary key (source, since)
) without rowid;
insert into origin (source, since, base_url, early) select num, 0, base_url, 0 from source where base_url is not null;

-- Versions of records that were replaced, of the sources whose history is kept; columns as in rec. A version that stands in rec is not
-- here. undone: a rollback took it back.
create table version (
    seq integer primary key,
    source integer not null,
    prefix integer not null,
    identifier text not null,
    ds integer not null,
    flags integer not null,
    harvested integer,
    origin any,
    sets blob,
    about blob,
    dict integer,
    payload blob,
    undone integer not null
);
create index version_of_record on version (source, prefix, identifier, seq);

-- 1 when former versions of the source's records are kept.
alter table source_care add column history integer;
