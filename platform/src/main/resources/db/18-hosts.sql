-- For how long hosts are not asked, as they asked for or earned. host: lower case, with the port unless that is the usual one; kind: wait (short, waited
-- for), alone (nobody asks), wall (somebody is turned away); who: of a wall, fingerprint of who is turned away, else empty; since and until:
-- milliseconds since 1970 (UTC); reason: for people.
create table host_rest (
    host text not null,
    kind text not null,
    who text not null,
    since integer not null,
    until integer not null,
    reason text not null,
    primary key (host, kind, who)
) without rowid;
