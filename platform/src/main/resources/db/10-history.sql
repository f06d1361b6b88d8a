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
