-- Requests for subscriptions that were answered with 202 and that the receiver has not confirmed or declined yet. mode: subscribe or unsubscribe; topic, callback:
-- as the request names them; lease: seconds; secret: encrypted, null for none; client: who asked, for the log. Numbers are never used again: a
-- verification under way forgets its own request only.
create table asked_subscription (
    num integer primary key autoincrement,
    mode text not null,
    topic text not null,
    callback text not null,
    lease integer not null,
    secret blob,
    client text not null,
    unique (topic, callback)
);
