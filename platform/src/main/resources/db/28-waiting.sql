-- Sources that were to be harvested and were not asked, because their host is not asked for now. until: milliseconds since 1970 (UTC), the row means
-- nothing afterwards; reason: for people.
create table waiting_source (
    source integer primary key,
    host text not null,
    until integer not null,
    reason text not null
);
