-- Who is told of changes, and who tells of them. Times are milliseconds since 1970 (UTC) unless said.

-- What a source signs notifications and pushes with, and what has become of them. secret: encrypted, null when none was given; sequence: of the
-- last signed request that was accepted, whatever it asked; told_at: when a notification was accepted last, null before the first; pending: when one
-- came that no harvest has followed yet, null when none has; announced, missed: harvests since the first notification that found changes, those that
-- a notification had told of and the others.
create table announcement (
    source integer primary key,
    secret blob,
    sequence integer not null default 0,
    told_at integer,
    pending integer,
    notified integer not null default 0,
    pushed integer not null default 0,
    announced integer not null default 0,
    missed integer not null default 0
);

-- Who is told of changes of a repository of this hub. repository: id of a source or aggregate, empty for that of everything; set_spec: empty for all of
-- it; how: subscribed (asked for by the receiver, expires), notify and push (set by an operator), command (kept for the command push, told nothing by
-- itself); callback: address that is posted to; remote: id under which a receiver of pushes knows the repository; secret: encrypted, null for none,
-- expires: null for never; ds (seconds) and seq: told up to this entry of the lists; pending: since when something is to be told, null when nothing
-- is; failures: attempts in a row that failed; next_attempt: not before; error: of the last one, null when it went well.
create table subscription (
    num integer primary key,
    repository text not null,
    set_spec text not null,
    how text not null,
    callback text not null,
    remote text,
    secret blob,
    since integer not null,
    expires integer,
    ds integer not null,
    seq integer not null,
    pending integer,
    failures integer not null default 0,
    next_attempt integer not null default 0,
    last_told integer,
    told integer not null default 0,
    error text,
    unique (repository, set_spec, how, callback)
);

-- Where a push stands, by format. since: all before this second has arrived, null before the first whole push; upto: end of the batch under way, null when
-- none is, token: goes on with it, null at its beginning; part: documents of it that have arrived.
create table push_state (
    subscription integer not null,
    prefix text not null,
    since integer,
    upto integer,
    token text,
    part integer not null,
    primary key (subscription, prefix)
) without rowid;
