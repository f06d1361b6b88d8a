-- Why the hub has ended a subscription whose receiver is still to be told of that; null while it lasts.
alter table subscription add column denied text;

-- Subscriptions of this hub to sources that offer a WebSub hub. source: id of the source; wanted: 1 on, 0 off, null for the default; callback: the last
-- part of the callback's path, null while nothing was asked for; hub, topic: as the source offered them; secret: encrypted; state: see
-- SourceSubscription.State; pending: a verification is answered until then; lease_end: when the subscription ends, null before it was
-- verified; next_attempt: nothing is done before; failures: in a row; error: of the last one; deliveries, rejected: content that was accepted, and
-- content whose signature did not fit; last_delivery: of those accepted; leaving: 1 once the source is gone and the row waits for the end.
-- Times are milliseconds since 1970 (UTC).
create table source_subscription (
    num integer primary key,
    source text not null,
    wanted integer,
    callback text unique,
    hub text,
    topic text,
    secret blob,
    state text not null default 'new',
    pending integer,
    lease_end integer,
    next_attempt integer not null default 0,
    failures integer not null default 0,
    error text,
    deliveries integer not null default 0,
    rejected integer not null default 0,
    last_delivery integer,
    leaving integer not null default 0
);

create unique index source_subscription_source on source_subscription (source) where leaving = 0;
