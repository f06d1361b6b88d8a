-- What opens the administration of the hub: of its password only what it takes to recognise it (PBKDF2). changed: seconds since 1970.
create table admin_password (
    one integer primary key check (one = 1),
    salt blob not null,
    iterations integer not null,
    hash blob not null,
    changed integer not null
);
